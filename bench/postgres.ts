import { findPostgres } from '#server/testing/find-postgres.ts';
import { startPostgres } from '#server/testing/postgres.ts';

/** Measures on SQLite, then on a temporary PostgreSQL server if one is installed. */
export async function onBothDatabases(
  measure: (name: string, databaseUrl: string | null) => Promise<void>,
): Promise<void> {
  await measure('SQLite', null);
  if (!findPostgres()) {
    console.log('\nPostgreSQL is not installed here.');
    return;
  }
  const { url, stop } = await startPostgres();
  await measure('PostgreSQL', url).finally(stop);
}
