import { type Migration, Migrator } from 'kysely/migration';
import * as initial from './migrations/001-initial.ts';
import * as jobs from './migrations/002-jobs.ts';
import * as accounts from './migrations/003-accounts.ts';
import * as admin from './migrations/004-admin.ts';
import * as geocoding from './migrations/005-geocoding.ts';
import * as terms from './migrations/006-terms.ts';
import * as mail from './migrations/009-mail.ts';
import * as storedPictures from './migrations/010-stored-pictures.ts';
import * as secondFactor from './migrations/012-second-factor.ts';
import type { Queries } from './types.ts';

/** In order; a name, once released, is never changed. */
const migrations: Record<string, Migration> = {
  '001-initial': initial,
  '002-jobs': jobs,
  '003-accounts': accounts,
  '004-admin': admin,
  '005-geocoding': geocoding,
  '006-terms': terms,
  '009-mail': mail,
  '010-stored-pictures': storedPictures,
  '012-second-factor': secondFactor,
};

/**
 * Brings the schema up to date, all or nothing; a second process waits for the first.
 * @param upTo a migration's name: that far and no further, for tests of what follows
 * @throws the first migration's error, with nothing of it left behind
 */
export async function migrate(db: Queries, upTo?: string): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
  if (error) throw error;
}
