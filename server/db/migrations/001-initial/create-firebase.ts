import type { Kysely } from 'kysely';
import { flag, key, required } from './column.ts';

export async function createFirebase(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('firebase_accounts')
    .addColumn('uid', 'text', key)
    .addColumn('email', 'text', required)
    .addColumn('told_verified', 'integer', flag('told_verified'))
    .addColumn('is_proved', 'integer', flag('is_proved'))
    .addColumn('providers', 'text', required)
    .addColumn('told_at', 'bigint', required)
    .addColumn('ended_at', 'bigint', required)
    .addColumn('removed_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .execute();
  await db.schema
    .createIndex('firebase_accounts_email')
    .on('firebase_accounts')
    .column('email')
    .execute();
  await db.schema
    .createTable('firebase_sessions')
    .addColumn('uid', 'text', (column) =>
      column.notNull().references('firebase_accounts.uid').onDelete('cascade'),
    )
    .addColumn('began_at', 'bigint', required)
    .addColumn('device', 'text')
    .addColumn('ended_at', 'bigint')
    .addPrimaryKeyConstraint('firebase_sessions_key', ['uid', 'began_at'])
    .execute();
}
