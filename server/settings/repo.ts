import { sql } from 'kysely';
import type { SettingsGroup } from '#domain/settings.ts';
import type { Queries, Tx } from '#server/db/types.ts';

export type Saved = {
  group: SettingsGroup;
  version: number;
  /** JSON; null: the defaults. */
  values: string | null;
  savedAt: number;
};

/** Selects the last save of each group; every order does, and SQL costs less than the query builder. */
export const selectSaved = sql<Saved>`
  select group_name as "group", version, saved_values as "values", saved_at as "savedAt"
  from settings as saved
  where version = (
    select max(version) from settings as other where other.group_name = saved.group_name
  )`;

type Save = {
  group: SettingsGroup;
  version: number;
  values: string | null;
  at: number;
  by: string;
};

/** @returns false when the group has this version already */
export async function insertSave(tx: Tx, { group, version, values, at, by }: Save) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values({
      group_name: group,
      version,
      saved_values: values,
      saved_at: at,
      saved_by: by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether a save of a group names a file, by its random address */
export async function isNamedInSaves(db: Queries, group: SettingsGroup, url: string) {
  const save = await db
    .selectFrom('settings')
    .select('version')
    .where('group_name', '=', group)
    .where('saved_values', 'like', `%${url}%`)
    .limit(1)
    .executeTakeFirst();
  return save !== undefined;
}

/** @returns a group's saves, newest first, with who made them */
export function listSaves(db: Queries, group: SettingsGroup, limit: number) {
  return db
    .selectFrom('settings')
    .leftJoin('people', 'people.uid', 'settings.saved_by')
    .select([
      'version',
      'saved_values',
      'saved_at',
      'saved_by',
      sql<string | null>`people.email`.as('email'),
    ])
    .where('group_name', '=', group)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}
