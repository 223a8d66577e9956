import type { Selectable, Updateable } from 'kysely';
import type { Backup } from '#contract/backup/backup.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';

type StoredBackup = Selectable<Schema['backups']> & {
  /** E-mail of the admin who requested it; null: the account was removed. */
  email: string | null;
};

/** Returns false while another backup is in progress. */
export async function insertBackup(
  tx: Tx,
  { id, pictures, by, now }: { id: string; pictures: boolean; by: string; now: number },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('backups')
    .values({
      ...{ id, state: 'waiting', under_way: 1, progress: 0, with_pictures: pictures ? 1 : 0 },
      ...{ requested_by: by, created_at: now },
    })
    .onConflict((conflict) => conflict.column('under_way').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns the backup with this id, by default the latest; null when there is none. */
export async function findBackup(db: Queries, id?: string): Promise<StoredBackup | null> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('people')
        .select('email')
        .whereRef('people.uid', '=', 'backups.requested_by')
        .as('email'),
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Changes a backup in progress. @returns false when it was deleted meanwhile */
export async function updateBackup(
  db: Queries,
  id: string,
  values: Updateable<Schema['backups']>,
): Promise<boolean> {
  const row = await db
    .updateTable('backups')
    .set(values)
    .where('id', '=', id)
    .where('under_way', '=', 1)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function presentBackup(row: StoredBackup): Backup {
  const { id, state, progress, bytes, failure } = row;
  return {
    ...{ id, state, progress, bytes, failure },
    pictures: row.with_pictures === 1,
    by: { uid: row.requested_by, email: row.email },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function backupKey(id: string): string {
  return `${id}.zip`;
}
