import type { Schema } from '../../db/types.ts';

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

type Kept<Table extends keyof Schema> = {
  /** The columns of its primary key: rows are read page by page along it. */
  key: readonly Column<Table>[];
  /** Columns that are empty in a copy: they open a door, or mean nothing elsewhere. */
  blank?: readonly Column<Table>[];
};

type Plan = { [Table in keyof Schema]: Kept<Table> | { leftOut: string } };

const plan: Plan = {
  uploads: { key: ['id'], blank: ['source'] },
  // Before the orders, which are checked against them.
  order_items: { key: ['order_id', 'position'] },
  orders: { key: ['id'] },
  idempotency_keys: { key: ['key'] },
  discount_codes: { key: ['code'] },
  discount_redemptions: { key: ['order_id'] },
  people: { key: ['uid'] },
  saved_addresses: { key: ['uid'] },
  identity_users: { key: ['id'] },
  // The hash of the password stays, or nobody could sign in again.
  identity_accounts: {
    key: ['id'],
    blank: [
      'access_token',
      'refresh_token',
      'id_token',
      'access_token_expires_at',
      'refresh_token_expires_at',
    ],
  },
  audit_log: { key: ['id'] },
  proofs: { key: ['id'] },
  printers: { key: ['name'] },
  settings: { key: ['group_name', 'version'] },
  identity_sessions: { leftOut: 'open doors' },
  identity_verifications: { leftOut: 'links that open doors' },
  identity_keys: { leftOut: 'sign tokens, and only the secret opens them' },
  second_factors: { leftOut: 'only the secret opens them' },
  second_factor_codes: { leftOut: 'only the secret opens them' },
  second_factor_passes: { leftOut: 'belong to sessions' },
  jobs: { leftOut: 'mails under way hold links that open doors; sent twice they confuse' },
  delayed_order_news: { leftOut: 'waits for a mail under way' },
  mail_counts: { leftOut: 'hashed by the secret' },
  rate_limits: { leftOut: 'hashed by the secret' },
  upload_sums: { leftOut: 'hashed by the secret' },
  sheets: { leftOut: 'gone within a day' },
  sheet_orders: { leftOut: 'gone within a day' },
  backups: { leftOut: 'gone within an hour' },
  geocoded_cities: { leftOut: 'can be asked again' },
  geocoder_turns: { leftOut: 'every shop begins with them' },
  order_statuses: { leftOut: 'every shop begins with them' },
  discount_types: { leftOut: 'every shop begins with them' },
  order_search: { leftOut: 'made anew from the orders' },
  order_tallies: { leftOut: 'counted anew from the orders' },
};

export type BackupTable = {
  name: keyof Schema;
  key: readonly string[];
  blank: ReadonlySet<string>;
};

/** The tables of a copy, in the order in which they can be filled again. */
export const backupTables: readonly BackupTable[] = tablesOf(plan);

function tablesOf(tables: { [Table in keyof Plan]: Kept<Table> | { leftOut: string } }) {
  const all: BackupTable[] = [];
  let name: keyof Schema;
  for (name in tables) {
    const table = tables[name];
    if ('key' in table) all.push({ name, key: table.key, blank: new Set(table.blank) });
  }
  return all;
}
