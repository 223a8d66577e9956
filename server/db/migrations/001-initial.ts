import { type Kysely, sql } from 'kysely';

/** Pictures, orders, discount codes and idempotency keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createUploads(db);
  await createOrders(db);
  await createDiscounts(db);
  await createKeys(db);
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull().check(sql`bytes > 0`))
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('source', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .execute();
  await sql`create index uploads_waiting on uploads (created_at, source, bytes)
    where claimed_at is null`.execute(db);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'text', (column) =>
      column.notNull().check(sql`status in ('pending', 'processing', 'completed', 'cancelled')`),
    )
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('user_uid', 'text')
    .addColumn('user_email', 'text')
    .addColumn('full_name', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('region', 'text', (column) => column.notNull())
    .addColumn('city', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('notes', 'text')
    .addColumn('images_count', 'integer', (column) => column.notNull())
    .addColumn('unique_images', 'integer', (column) => column.notNull())
    .addColumn('price_per_image', 'integer', (column) => column.notNull())
    .addColumn('images_total', 'integer', (column) => column.notNull())
    .addColumn('discount_code', 'text')
    .addColumn('discount_amount', 'integer', (column) => column.notNull())
    .addColumn('subtotal_after_discount', 'integer', (column) => column.notNull())
    .addColumn('shipping_cost', 'integer', (column) => column.notNull())
    .addColumn('total_amount', 'integer', (column) => column.notNull())
    // The casts keep fractions out of SQLite, which would store them in a whole number's column.
    .addCheckConstraint(
      'orders_figures',
      sql`images_count >= unique_images and unique_images > 0
        and images_total = images_count * price_per_image
        and discount_amount between 0 and images_total
        and subtotal_after_discount = images_total - discount_amount
        and discount_amount = cast(discount_amount as integer)
        and shipping_cost >= 0 and shipping_cost = cast(shipping_cost as integer)
        and total_amount = subtotal_after_discount + shipping_cost`,
    )
    .execute();
  await db.schema
    .createTable('order_items')
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('original_name', 'text', (column) => column.notNull())
    .addColumn('notes', 'text')
    .addColumn('quantity', 'integer', (column) =>
      column
        .notNull()
        .check(sql`quantity between 1 and 99 and quantity = cast(quantity as integer)`),
    )
    .addPrimaryKeyConstraint('order_items_key', ['order_id', 'position'])
    .execute();
  await db.schema.createIndex('order_items_upload').on('order_items').column('upload_id').execute();
}

async function createDiscounts(db: Kysely<unknown>): Promise<void> {
  const flag = (name: string) => sql`${sql.ref(name)} in (0, 1)`;
  await db.schema
    .createTable('discount_codes')
    .addColumn('code', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) =>
      column.notNull().check(sql`type in ('percentage', 'fixed')`),
    )
    .addColumn('value_hundredths', 'bigint', (column) => column.notNull())
    .addColumn('multiple_use', 'integer', (column) => column.notNull().check(flag('multiple_use')))
    .addColumn('max_uses', 'integer', (column) => column.check(sql`max_uses >= 1`))
    .addColumn('current_uses', 'integer', (column) => column.notNull())
    .addColumn('is_active', 'integer', (column) => column.notNull().check(flag('is_active')))
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint(
      'discount_codes_value',
      sql`value_hundredths >= 100 and (type <> 'percentage' or value_hundredths <= 10000)`,
    )
    .addCheckConstraint(
      'discount_codes_uses',
      sql`current_uses between 0 and
        case when multiple_use = 0 then 1 else coalesce(max_uses, current_uses) end`,
    )
    .execute();
  await db.schema
    .createTable('discount_redemptions')
    .addColumn('order_id', 'text', (column) =>
      column.notNull().primaryKey().references('orders.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull().references('discount_codes.code'))
    .execute();
  await db.schema
    .createIndex('discount_redemptions_code')
    .on('discount_redemptions')
    .column('code')
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    // Deferred: the key is claimed before its order is written.
    .addForeignKeyConstraint('idempotency_keys_order', ['order_id'], 'orders', ['id'], (key) =>
      key.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute();
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}
