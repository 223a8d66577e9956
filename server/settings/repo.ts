import { type Insertable, sql } from 'kysely';
import type { SettingsGroup } from '#domain/settings/settings.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import type { StoredGroup } from './stored.ts';

export type Saved = {
  group: StoredGroup;
  version: number;
  /** JSON; null: the defaults. */
  values: string | null;
  savedAt: number;
};

/** Selects the last save of each group. Raw SQL costs less, and every order runs it. */
export const selectSaved = sql<Saved>`
  select group_name as "group", version, saved_values as "values", saved_at as "savedAt"
  from settings as saved
  where version = (
    select max(version) from settings as other where other.group_name = saved.group_name
  )`;

/** Returns false when the group already has this version. */
export async function insertSave(tx: Tx, save: Insertable<Schema['settings']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('settings')
    .values(save)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Returns the JSON of a group's version; null for the defaults. */
export async function findValues(
  db: Queries,
  group: StoredGroup,
  version: number,
): Promise<string | null> {
  const save = await db
    .selectFrom('settings')
    .select('saved_values')
    .where('group_name', '=', group)
    .where('version', '=', version)
    .executeTakeFirst();
  return save?.saved_values ?? null;
}

/** Returns whether any save of a group contains the URL of a file. */
export async function isNamedInSaves(db: Queries, group: SettingsGroup, url: string) {
  const save = await db
    .selectFrom('settings')
    .select('version')
    .where('group_name', '=', group)
    // LIKE would take `_`, which URLs have, for any sign.
    .where(sql`replace(saved_values, ${url}, '')`, '<>', sql.ref('saved_values'))
    .limit(1)
    .executeTakeFirst();
  return save !== undefined;
}

/**
 * Returns a group's saves, newest first, with the admins who saved them and with the products of
 * that time, whose first one is shown in some groups.
 */
export function listSaves(db: Queries, group: SettingsGroup, limit: number) {
  return db
    .selectFrom('settings')
    .leftJoin('people', 'people.uid', 'settings.saved_by')
    .select(['version', 'saved_values', 'saved_at', 'saved_by'])
    .select(sql<string | null>`people.email`.as('email'))
    .select((save) => {
      const valuesThen = (other: StoredGroup) =>
        save
          .selectFrom('settings as other')
          .select('other.saved_values')
          .where('other.group_name', '=', other)
          .whereRef('other.saved_at', '<=', 'settings.saved_at')
          .orderBy('other.version', 'desc')
          .limit(1)
          .as(other);
      return [valuesThen('products'), valuesThen('default_product')];
    })
    .where('group_name', '=', group)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute();
}
