import type { Kysely } from 'kysely';
import { required } from './column.ts';

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
