import { type Kysely, sql } from 'kysely';
import { addAddress, addCrop, flag, key, required, wholeAmount } from './columns.ts';

export async function createOrders(db: Kysely<unknown>): Promise<void> {
  await createStatuses(db);
  await createOrderTable(db);
  await indexOrders(db);
  await createItems(db);
  await createReplacedPictures(db);
  await createReprints(db);
  await createKeys(db);
}

/** A table rather than a list in a check, which SQLite cannot change without a new `orders`. */
async function createStatuses(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable('order_statuses').addColumn('status', 'text', key).execute();
  await sql`insert into order_statuses (status)
    values ('pending'), ('processing'), ('completed'), ('cancelled')`.execute(db);
}

async function createOrderTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', key)
    .addColumn('created_at', 'bigint', required)
    .addColumn('status', 'text', (column) => column.notNull().references('order_statuses.status'))
    .addColumn('version', 'integer', required)
    .addColumn('user_uid', 'text')
    .addColumn('user_email', 'text')
    .addColumn('guest_email', 'text')
    .addColumn('guest_mailbox_key', 'text', (column) =>
      column.check(sql`(guest_mailbox_key is null) = (guest_email is null)`),
    )
    .addColumn('buyer_verified', 'integer', (column) => flag('buyer_verified')(column).defaultTo(0))
    .addColumn('is_returning', 'integer', (column) => flag('is_returning')(column).defaultTo(0))
    .addColumn('links_ended', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('terms_version', 'text')
    .addColumn('promise_min_days', 'integer', required)
    .addColumn('promise_max_days', 'integer', required)
    .addColumn('transport_days', 'integer', (column) =>
      wholeAmount('transport_days')(column).defaultTo(0),
    )
    .$call(addAddress)
    .addColumn('notes', 'text')
    .addColumn('way', 'text', required)
    .addColumn('branch_courier', 'text')
    .addColumn('branch', 'text')
    .addColumn('pay_shipping', 'text', required)
    .addColumn('buyer_notes', 'text')
    .addColumn('internal_notes', 'text')
    .addColumn('images_count', 'integer', required)
    .addColumn('unique_images', 'integer', required)
    .addColumn('images_total', 'bigint', required)
    .addColumn('discount_code', 'text')
    .addColumn('discount_amount', 'bigint', wholeAmount('discount_amount'))
    .addColumn('subtotal_after_discount', 'bigint', required)
    .addColumn('shipping_cost', 'integer', wholeAmount('shipping_cost'))
    .addColumn('total_amount', 'bigint', required)
    .addColumn('agreed_total', 'bigint', (column) => column.check(sql`agreed_total >= 0`))
    .addColumn('source', 'text', (column) =>
      column.notNull().defaultTo('web').check(sql`source in ('web', 'panel')`),
    )
    .addColumn('paid_on', 'text')
    .addColumn('paid_how', 'text', (column) =>
      column.check(sql`(paid_on is null) = (paid_how is null)`),
    )
    .addColumn('pay_by', 'text')
    .addColumn('completed_at', 'bigint')
    .addColumn('reminders_sent', 'integer')
    .addColumn('reminded_on', 'text')
    .addColumn('online_payment', 'text')
    .addColumn('payment_mail_job', 'text')
    .addColumn('courier', 'text')
    .addColumn('tracking_number', 'text')
    .addColumn('printed_at', 'bigint')
    .addColumn('packed_at', 'bigint')
    .addColumn('dispatched_at', 'bigint')
    .addColumn('status_set', 'text', (column) => column.references('order_statuses.status'))
    .addColumn('status_set_at', 'bigint', (column) =>
      column.check(sql`(status_set_at is null) = (status_set is null)`),
    )
    .addColumn('started_at', 'bigint')
    .addColumn('cancel_requested_at', 'bigint')
    .addColumn('picture_requested_at', 'bigint')
    .addColumn('picture_replaced_at', 'bigint')
    .addColumn('proof_state', 'text')
    .addColumn('proof_at', 'bigint', (column) =>
      column.check(sql`(proof_at is null) = (proof_state is null)`),
    )
    .addColumn('waits_for', 'text')
    .addColumn('due_on', 'text')
    .addColumn('arrives_by', 'text')
    .addColumn('receipt_file', 'text')
    .addColumn('receipt_type', 'text')
    .addColumn('receipt_bytes', 'integer')
    .addColumn('receipt_at', 'bigint')
    .addColumn('receipts_sent', 'integer')
    .addColumn('document_number', 'text')
    .addColumn('document_on', 'text', (column) =>
      column.check(sql`(document_on is null) = (document_number is null)`),
    )
    .addColumn('document_file', 'text', (column) =>
      column.check(sql`document_file is null or document_number is not null`),
    )
    .addColumn('document_bytes', 'integer', (column) =>
      column.check(sql`(document_bytes is null) = (document_file is null)`),
    )
    .addColumn('document_mail_job', 'text')
    .addColumn('complaint_at', 'bigint')
    .addColumn('complaint_closed_at', 'bigint')
    .addColumn('complaint_items', 'text')
    .addColumn('complaint_file', 'text')
    .addColumn('complaints_sent', 'integer')
    .addColumn('complaint_answer', 'text')
    .addColumn('refund_noted', 'integer', (column) => column.check(sql`refund_noted > 0`))
    .addColumn('refund_noted_on', 'text', (column) =>
      column.check(sql`(refund_noted_on is null) = (refund_noted is null)`),
    )
    .addColumn('reprint_at', 'bigint')
    .addColumn('reprint_printed_at', 'bigint')
    .addColumn('reprint_packed_at', 'bigint')
    .addColumn('reprint_dispatched_at', 'bigint')
    .addColumn('reprint_courier', 'text')
    .addColumn('reprint_tracking_number', 'text')
    .addColumn('deleted_at', 'bigint')
    // That the pins add up to their sum is checked by each dialect's `checkOrderSums`.
    .addCheckConstraint(
      'orders_figures',
      sql`images_count >= unique_images
        and (unique_images > 0 or (source = 'panel' and images_count = 0))
        and total_amount = coalesce(agreed_total, total_amount)
        and discount_amount <= images_total
        and subtotal_after_discount = images_total - discount_amount
        and total_amount = subtotal_after_discount + shipping_cost`,
    )
    .execute();
}

async function indexOrders(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_of_account on orders (user_uid, created_at)
    where user_uid is not null`.execute(db);
  await sql`create index orders_of_guest on orders (guest_email, created_at)
    where guest_email is not null`.execute(db);
  await sql`create index orders_newest on orders (created_at, id, user_uid)
    where deleted_at is null`.execute(db);
  await sql`create index orders_by_status on orders (status, created_at, id, user_uid)
    where deleted_at is null`.execute(db);
  await sql`create index orders_in_bin on orders (deleted_at, id)
    where deleted_at is not null`.execute(db);
  // In the board's order, with the columns of its counts; without completed orders.
  await sql`create index orders_in_workshop on orders
    (coalesce(due_on, '9999-12-31'), created_at, id, waits_for, images_count)
    where waits_for is not null`.execute(db);
  // For the owner's list of today: few of the open orders.
  await sql`create index orders_with_receipt on orders (receipt_at, id)
    where receipt_at is not null and paid_on is null and waits_for is not null`.execute(db);
  await sql`create index orders_answered on orders (proof_state, proof_at, id)
    where proof_state is not null and waits_for is not null`.execute(db);
  await sql`create index orders_asked_to_cancel on orders (cancel_requested_at, id)
    where cancel_requested_at is not null and waits_for is not null`.execute(db);
  await sql`create index orders_incomplete on orders (created_at, id)
    where images_count = 0 and waits_for is not null`.execute(db);
  await sql`create index orders_complained on orders (complaint_at, id)
    where complaint_at is not null and complaint_closed_at is null`.execute(db);
  await sql`create index orders_reprinting on orders (reprint_at, id)
    where reprint_at is not null and reprint_dispatched_at is null`.execute(db);
  // Covers the count of paid orders.
  await sql`create index orders_paid on orders
    (paid_on, user_uid, guest_mailbox_key, paid_how, id) where paid_on is not null`.execute(db);
  await sql`create index orders_without_document on orders (created_at, id)
    where paid_on is not null and document_number is null and deleted_at is null`.execute(db);
  await sql`create index orders_with_code on orders (discount_code, guest_mailbox_key)
    where discount_code is not null`.execute(db);
}

async function createItems(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_items')
    .addColumn('order_id', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('original_name', 'text', required)
    .addColumn('notes', 'text')
    .addColumn('quantity', 'integer', (column) =>
      column
        .notNull()
        .check(sql`quantity between 1 and 99 and quantity = cast(quantity as integer)`),
    )
    .addColumn('unit_price', 'integer', wholeAmount('unit_price'))
    .addColumn('product_id', 'text', required)
    .addColumn('product_name', 'text', required)
    .addColumn('finish_id', 'text')
    .addColumn('finish_name', 'text', (column) =>
      column.check(sql`(finish_name is null) = (finish_id is null)`),
    )
    .$call(addCrop)
    .addColumn('face_mm', 'double precision', required)
    .addColumn('cut_mm', 'double precision', required)
    .addColumn('safe_mm', 'double precision', required)
    .addColumn('text_value', 'text')
    .addColumn('text_font', 'text')
    .addColumn('text_path', 'text')
    .addColumn('text_colour', 'text')
    .addColumn('text_outline', 'text')
    .addCheckConstraint(
      'order_items_text',
      sql`(text_font is null) = (text_value is null)
        and (text_path is null) = (text_value is null)
        and (text_colour is null) = (text_value is null)
        and (text_outline is null or text_value is not null)`,
    )
    .addCheckConstraint(
      'order_items_press',
      sql`safe_mm > 0 and safe_mm < face_mm and face_mm < cut_mm`,
    )
    .addPrimaryKeyConstraint('order_items_key', ['order_id', 'position'])
    // Deferred: an order is written after its items, so that it can be checked against them.
    .addForeignKeyConstraint('order_items_order', ['order_id'], 'orders', ['id'], (order) =>
      order.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute();
  await db.schema.createIndex('order_items_upload').on('order_items').column('upload_id').execute();
}

async function createReplacedPictures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('replaced_pictures')
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addColumn('replaced_at', 'bigint', required)
    .addColumn('upload_id', 'text', (column) => column.notNull().references('uploads.id'))
    .addColumn('original_name', 'text', required)
    .$call(addCrop)
    .addPrimaryKeyConstraint('replaced_pictures_key', ['order_id', 'position', 'replaced_at'])
    .execute();
  await db.schema
    .createIndex('replaced_pictures_upload')
    .on('replaced_pictures')
    .column('upload_id')
    .execute();
}

async function createReprints(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_reprints')
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', required)
    .addColumn('position', 'integer', required)
    .addColumn('quantity', 'integer', (column) =>
      column.notNull().check(sql`quantity between 1 and 99`),
    )
    .addColumn('was_printed', 'integer', flag('was_printed'))
    .addPrimaryKeyConstraint('order_reprints_key', ['order_id', 'created_at', 'position'])
    .execute();
  await db.schema
    .createIndex('order_reprints_time')
    .on('order_reprints')
    .column('created_at')
    .execute();
}

async function createKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key', 'text', key)
    .addColumn('request_hash', 'text', required)
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    // Deferred: the key is inserted before its order.
    .addForeignKeyConstraint('idempotency_keys_order', ['order_id'], 'orders', ['id'], (order) =>
      order.onDelete('cascade').deferrable().initiallyDeferred(),
    )
    .execute();
}

export async function createOrderFigures(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_statistics')
    .addColumn('day', 'text', required)
    .addColumn('region', 'text', required)
    .addColumn('city', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('orders', 'integer', required)
    .addColumn('guest_orders', 'integer', required)
    .addColumn('returning_orders', 'integer', required)
    .addColumn('paid_orders', 'integer', required)
    .addColumn('pins', 'bigint', required)
    .addColumn('revenue', 'bigint', required)
    .addColumn('paid_revenue', 'bigint', required)
    // The rows of regions, which have no city, lie together.
    .addPrimaryKeyConstraint('order_statistics_key', ['city', 'day', 'region', 'status'])
    .execute();
  await db.schema
    .createIndex('order_statistics_day')
    .on('order_statistics')
    .column('day')
    .execute();
  await db.schema.createTable('stale_statistics').addColumn('day', 'text', key).execute();
}

export async function createOrderLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_links')
    .addColumn('hash', 'text', key)
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('purpose', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('details', 'text', required)
    .addUniqueConstraint('order_links_purpose', ['order_id', 'purpose'])
    .execute();
}

/** Without a reference to the order, which they outlive. */
export async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', required)
    .addColumn('reference', 'text', required)
    .addColumn('provider', 'text', required)
    .addColumn('token', 'text')
    .addColumn('redirect_url', 'text')
    .addColumn('provider_id', 'text')
    .addColumn('state', 'text', required)
    .addColumn('amount', 'bigint', wholeAmount('amount'))
    .addColumn('refunded', 'bigint', wholeAmount('refunded'))
    .addColumn('refunding', 'bigint', wholeAmount('refunding'))
    .addColumn('refund_key', 'text')
    .addColumn('refunding_since', 'bigint')
    .addColumn('claimed_at', 'bigint')
    .addColumn('reading_job', 'text')
    .addColumn('method', 'text')
    .addColumn('authorization_code', 'text')
    .addColumn('fee', 'bigint')
    .addColumn('is_superseded', 'integer', flag('is_superseded'))
    .addColumn('paid_order', 'integer', flag('paid_order'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('paid_at', 'bigint')
    .addCheckConstraint('payments_refunded', sql`refunded + refunding <= amount`)
    .addUniqueConstraint('payments_token', ['provider', 'token'])
    .addUniqueConstraint('payments_provider_id', ['provider', 'provider_id'])
    .execute();
  await sql`create index payments_of_order on payments (order_id, created_at, id)`.execute(db);
  await sql`create index payments_by_day on payments
    (coalesce(paid_at, created_at), id)`.execute(db);
  // An order is paid by one.
  await sql`create unique index payments_paid_order on payments (order_id)
    where paid_order = 1`.execute(db);
  await db.schema
    .createTable('payment_keys')
    .addColumn('key', 'text', key)
    .addColumn('payment_id', 'text', (column) =>
      column.notNull().references('payments.id').onDelete('cascade'),
    )
    .execute();
}

export async function createProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('proofs')
    .addColumn('id', 'text', key)
    .addColumn('order_id', 'text', (column) =>
      column.notNull().references('orders.id').onDelete('cascade'),
    )
    .addColumn('state', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('sent_at', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .addColumn('answered_at', 'bigint')
    .addColumn('pins', 'text', required)
    .addColumn('hash', 'text', required)
    .execute();
  await sql`create index proofs_of_order on proofs (order_id, id)`.execute(db);
  // An order has one current proof.
  await sql`create unique index proofs_latest on proofs (order_id)
    where state <> 'replaced'`.execute(db);
  await sql`create index proofs_to_remind on proofs (sent_at)
    where state = 'open' and reminded_at is null`.execute(db);
}

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
  // With the order: finds a buyer's uses however many others there are.
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
    .addColumn('products', 'text')
    .addColumn('current_uses', 'integer', required)
    .addColumn('revenue', 'bigint', (column) =>
      column.notNull().defaultTo(0).check(sql`revenue >= 0`),
    )
    .addColumn('is_active', 'integer', flag('is_active'))
    .addColumn('starts_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    // A later type has its own rule.
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
