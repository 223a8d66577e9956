import pg from 'pg';
import { findPostgres } from '#server/testing/find-postgres.ts';
import { startPostgres } from '#server/testing/postgres.ts';

/** Returns a temporary PostgreSQL server, or null if none is installed. */
export async function createPostgres(): Promise<{
  newDatabase: () => Promise<string>;
  stop: () => Promise<void>;
} | null> {
  if (!findPostgres()) return null;
  const server = await startPostgres();
  let made = 0;
  return {
    newDatabase: async () => {
      made += 1;
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`create database bench_${made}`).finally(() => client.end());
      const url = new URL(server.url);
      url.pathname = `bench_${made}`;
      return url.href;
    },
    stop: server.stop,
  };
}
