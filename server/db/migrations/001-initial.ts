import type { Kysely } from 'kysely';
import { createByDialect } from './001-initial/create-by-dialect.ts';
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
  createOrderLinks,
  createOrders,
  createPayments,
  createProofs,
} from './001-initial/create-orders.ts';
import {
  createFirebase,
  createIdentity,
  createPeople,
  createSecondFactors,
} from './001-initial/create-people.ts';

/** The initial tables, by feature; the parts that differ between the databases come last. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  await createOrderLinks(db);
  await createPayments(db);
  await createSheets(db);
  await createSettings(db);
  await createBackups(db);
  await createGeocoding(db);
  await createRateLimits(db);
  await createByDialect(db);
}
