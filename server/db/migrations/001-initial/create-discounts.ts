import { type Kysely, sql } from 'kysely';
import { flag, key, required, wholeAmount } from './column.ts';

export async function createDiscounts(db: Kysely<unknown>): Promise<void> {
  await createTypes(db);
  await createCodes(db);
  await db.schema
    .createTable('discount_redemptions')
    .addColumn('order_id', 'text', (column) =>
      key(column).references('orders.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull().references('discount_codes.code'))
    .addColumn('total_amount', 'bigint', wholeAmount('total_amount'))
    .execute();
  // The order too: whether a buyer's orders hold a use is asked however many others do.
  await db.schema
    .createIndex('discount_redemptions_code')
    .on('discount_redemptions')
    .columns(['code', 'order_id'])
    .execute();
}

/** A table rather than a list in a check, as with the orders' statuses. */
async function createTypes(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('discount_types').addColumn('type', 'text', key).execute();
  await sql`insert into discount_types (type) values ('percentage'), ('fixed'),
    ('free_shipping')`.execute(db);
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('discount_codes')
    .addColumn('code', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', (column) => column.notNull().references('discount_types.type'))
    .addColumn('value_hundredths', 'bigint', required)
    .addColumn('multiple_use', 'integer', flag('multiple_use'))
    .addColumn('max_uses', 'integer', (column) => column.check(sql`max_uses >= 1`))
    .addColumn('once_per_buyer', 'integer', (column) => flag('once_per_buyer')(column).defaultTo(0))
    .addColumn('min_order_total', 'bigint', (column) => column.check(sql`min_order_total >= 1`))
    .addColumn('current_uses', 'integer', required)
    .addColumn('revenue', 'bigint', (column) =>
      column.notNull().defaultTo(0).check(sql`revenue >= 0`),
    )
    .addColumn('is_active', 'integer', flag('is_active'))
    .addColumn('starts_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    // A type that comes later brings its own rule.
    .addCheckConstraint(
      'discount_codes_value',
      sql`case type when 'percentage' then value_hundredths between 100 and 10000
        when 'fixed' then value_hundredths >= 100
        else value_hundredths >= 0 end`,
    )
    .addCheckConstraint(
      'discount_codes_uses',
      sql`current_uses between 0 and
        case when multiple_use = 0 then 1 else coalesce(max_uses, current_uses) end`,
    )
    .execute();
}
