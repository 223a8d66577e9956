import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import { required } from './column.ts';

export async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  const ofFactor = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('second_factors.uid').onDelete('cascade');
  await db.schema
    .createTable('second_factors')
    .addColumn('uid', 'text', (column) =>
      column.notNull().primaryKey().references('people.uid').onDelete('cascade'),
    )
    .addColumn('sealed_secret', 'text', required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createTable('second_factor_codes')
    .addColumn('uid', 'text', ofFactor)
    .addColumn('code_hash', 'text', required)
    .addPrimaryKeyConstraint('second_factor_codes_key', ['uid', 'code_hash'])
    .execute();
  await db.schema
    .createTable('second_factor_passes')
    .addColumn('uid', 'text', ofFactor)
    .addColumn('session', 'text', required)
    .addColumn('browser_hash', 'text', required)
    .addColumn('passed_at', 'bigint', required)
    .addPrimaryKeyConstraint('second_factor_passes_key', ['uid', 'session', 'browser_hash'])
    .execute();
}
