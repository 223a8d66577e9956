import { type Kysely, sql } from 'kysely';
import { addCrop, flag, key, required } from './columns.ts';

export async function createAudit(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_log')
    .addColumn('id', 'text', key)
    .addColumn('at', 'bigint', required)
    .addColumn('actor_uid', 'text')
    .addColumn('entity', 'text', required)
    .addColumn('entity_id', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('changes', 'text', required)
    .addColumn('version', 'integer')
    .addColumn('reason', 'text')
    .execute();
  await db.schema
    .createIndex('audit_log_entity')
    .on('audit_log')
    .columns(['entity', 'entity_id'])
    .execute();
  await db.schema.createIndex('audit_log_feed').on('audit_log').columns(['entity', 'id']).execute();
}

export async function createBackups(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backups')
    .addColumn('id', 'text', key)
    .addColumn('state', 'text', required)
    .addColumn('under_way', 'integer', (column) => column.unique().check(sql`under_way = 1`))
    .addColumn('progress', 'double precision', (column) =>
      column.notNull().check(sql`progress between 0 and 1`),
    )
    .addColumn('with_pictures', 'integer', flag('with_pictures'))
    .addColumn('bytes', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('requested_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute();
}

export async function createGeocoding(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('geocoded_cities')
    .addColumn('city', 'text', key)
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('requested_at', 'bigint', required)
    .addCheckConstraint('geocoded_cities_point', sql`(lat is null) = (lng is null)`)
    .execute();
  await db.schema
    .createTable('geocoder_turns')
    .addColumn('id', 'integer', (column) => key(column).check(sql`id = 1`))
    .addColumn('next_at', 'bigint', required)
    .execute();
  await sql`insert into geocoder_turns (id, next_at) values (1, 0)`.execute(db);
}

export async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', key)
    .addColumn('kind', 'text', required)
    .addColumn('queue', 'text', (column) => column.notNull().defaultTo('general'))
    .addColumn('payload', 'text', required)
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('waiting', 'done', 'dead')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().check(sql`attempts >= 0`))
    .addColumn('run_at', 'bigint', required)
    .addColumn('lease', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('done_at', 'bigint')
    .addCheckConstraint(
      'jobs_emptied',
      sql`state <> 'done' or (payload = '' and done_at is not null)`,
    )
    .execute();
  await sql`create index jobs_waiting on jobs (queue, run_at, id)
    where state = 'waiting'`.execute(db);
  await sql`create index jobs_over on jobs (state, created_at) where state <> 'waiting'`.execute(
    db,
  );
}

export async function createMail(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_counts')
    .addColumn('key', 'text', key)
    .addColumn('ends_at', 'bigint', required)
    .addColumn('mails', 'integer', (column) => column.notNull().check(sql`mails >= 0`))
    .execute();
  await db.schema.createIndex('mail_counts_by_end').on('mail_counts').column('ends_at').execute();
}

/** The table that rate-limiter-flexible's PostgreSQL store requires. */
export async function createRateLimits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'varchar(255)', key)
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}

export async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('group_name', 'text', required)
    .addColumn('version', 'integer', required)
    .addColumn('saved_values', 'text')
    .addColumn('saved_at', 'bigint', required)
    .addColumn('saved_by', 'text', required)
    .addPrimaryKeyConstraint('settings_key', ['group_name', 'version'])
    .execute();
}

export async function createSheets(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sheets')
    .addColumn('id', 'text', key)
    .addColumn('state', 'text', required)
    .addColumn('progress', 'double precision', (column) =>
      column.notNull().check(sql`progress between 0 and 1`),
    )
    .addColumn('pages', 'integer', required)
    .addColumn('pins', 'integer', required)
    .addColumn('missing', 'text', required)
    .addColumn('blurred', 'text', required)
    .addColumn('failure', 'text')
    .addColumn('printed_before', 'text', required)
    .addColumn('product_id', 'text')
    .addColumn('product_name', 'text')
    .addColumn('paper', 'text', required)
    .addColumn('margin_mm', 'double precision', required)
    .addColumn('gap_mm', 'double precision', required)
    .addColumn('separation', 'text', required)
    .addColumn('printer', 'text')
    .addColumn('scale_x', 'double precision', required)
    .addColumn('scale_y', 'double precision', required)
    .addColumn('request_hash', 'text', (column) => column.unique())
    .addColumn('requested_by', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema.createIndex('sheets_by_age').on('sheets').column('created_at').execute();
  await db.schema
    .createTable('sheet_orders')
    .addColumn('sheet_id', 'text', (column) =>
      column.notNull().references('sheets.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', required)
    .addColumn('order_id', 'text', required)
    .addPrimaryKeyConstraint('sheet_orders_key', ['sheet_id', 'position'])
    .execute();
  await db.schema
    .createTable('printers')
    .addColumn('name', 'text', key)
    .addColumn('scale_x', 'double precision', (column) =>
      column.notNull().check(sql`scale_x between 0.9 and 1.1`),
    )
    .addColumn('scale_y', 'double precision', (column) =>
      column.notNull().check(sql`scale_y between 0.9 and 1.1`),
    )
    .execute();
}

export async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', key)
    .addColumn('mime_type', 'text', required)
    .addColumn('bytes', 'integer', (column) => column.notNull().check(sql`bytes > 0`))
    .addColumn('stored_bytes', 'integer', (column) =>
      column.notNull().defaultTo(0).check(sql`stored_bytes >= 0`),
    )
    .addColumn('sha256', 'text')
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .$call(addCrop)
    .addColumn('square_diameter', 'double precision')
    .addColumn('created_at', 'bigint', required)
    .addColumn('source', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('claimed_by', 'text')
    .addColumn('removed_at', 'bigint')
    .execute();
  await sql`create index uploads_waiting on uploads (created_at)
    where claimed_at is null`.execute(db);
  await sql`create index uploads_ordered on uploads (claimed_at)
    where claimed_at is not null and removed_at is null`.execute(db);
  await db.schema
    .createTable('upload_sums')
    .addColumn('source', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('bytes', 'bigint', (column) => column.notNull().check(sql`bytes >= 0`))
    .addPrimaryKeyConstraint('upload_sums_key', ['source', 'day'])
    .execute();
  await db.schema
    .createTable('file_hashes')
    .addColumn('file', 'text', required)
    .addColumn('sha256', 'text', required)
    .addPrimaryKeyConstraint('file_hashes_key', ['file', 'sha256'])
    .execute();
}
