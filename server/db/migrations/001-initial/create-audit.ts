import type { Kysely } from 'kysely';
import { key, required } from './column.ts';

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
