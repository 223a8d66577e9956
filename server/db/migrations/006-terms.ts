import type { Kysely } from 'kysely';

/** Which version of the terms an order was placed under; orders from before have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('terms_version', 'text').execute();
}
