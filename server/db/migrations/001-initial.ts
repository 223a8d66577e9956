import { type Kysely, PostgresAdapter } from 'kysely';
import {
  createAudit,
  createBackups,
  createGeocoding,
  createJobs,
  createMail,
  createRateLimits,
  createSettings,
  createSheets,
  createUploads,
} from './001-initial/create-operation.ts';
import {
  createDiscounts,
  createOrderFigures,
  createOrders,
  createProofs,
} from './001-initial/create-orders.ts';
import {
  createFirebase,
  createIdentity,
  createPeople,
  createSecondFactors,
} from './001-initial/create-people.ts';
import * as postgres from './001-initial/postgres.ts';
import * as sqlite from './001-initial/sqlite.ts';

/** The initial tables, by feature; the parts that differ between the databases come last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const dialect = db.getExecutor().adapter instanceof PostgresAdapter ? postgres : sqlite;
  await createUploads(db);
  await createOrders(db);
  await createOrderFigures(db);
  await createDiscounts(db);
  await createPeople(db);
  await createIdentity(db);
  await createFirebase(db);
  await createSecondFactors(db);
  await createJobs(db);
  await createMail(db);
  await createAudit(db);
  await createProofs(db);
  await createSheets(db);
  await createSettings(db);
  await createBackups(db);
  await createGeocoding(db);
  await createRateLimits(db);
  await dialect.createSearch(db);
  await dialect.checkOrderSums(db);
  if (dialect === sqlite) await sqlite.indexWaiting(db);
}
