import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import * as initial from './migrations/001-initial.ts';

/** In order; one that was released is never changed, and imports nothing that may change. */
const released: Record<string, Migration> = {
  '001-initial': initial,
};

/**
 * Brings the schema up to date, all or nothing; a second process waits for the first.
 * @param further migrations after the released ones: a test's
 * @throws the first migration's error, with nothing of it left behind
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  further: Record<string, Migration> = {},
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...released, ...further }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
