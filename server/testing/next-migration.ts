import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Returns a migration of a possible next release: another status, a pin size and a crop on each
 * item, a start date for codes, a queue of jobs, and a computed value for every existing order. Its
 * names are only used by tests, so that no real migration has the same.
 * @param onOrder gets the number of migrated orders, before the first (0) and after each
 */
export function nextMigration(
  onOrder: (done: number) => void = () => undefined,
): Record<string, Migration> {
  const up = async (db: Kysely<unknown>) => {
    await sql`insert into order_statuses (status) values ('test_status')`.execute(db);
    await db.schema.alterTable('order_items').addColumn('test_size', 'text').execute();
    await db.schema
      .alterTable('order_items')
      .addColumn('test_diameter', 'double precision', (column) =>
        column.check(sql`test_diameter > 0`),
      )
      .execute();
    await db.schema.alterTable('discount_codes').addColumn('test_start', 'bigint').execute();
    await sql`insert into discount_types (type) values ('test_type')`.execute(db);
    await db.schema.alterTable('orders').addColumn('test_promise', 'text').execute();
    await promise(db, onOrder);
  };
  return { '999-next': { up } };
}

async function promise(db: Kysely<unknown>, onOrder: (done: number) => void): Promise<void> {
  onOrder(0);
  const { rows } = await sql<{ id: string }>`select id from orders order by id`.execute(db);
  for (const [at, { id }] of rows.entries()) {
    await sql`update orders set test_promise = '2026-12-24' where id = ${id}`.execute(db);
    onOrder(at + 1);
  }
}
