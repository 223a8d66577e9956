import { keysOf } from '#domain/base/keys.ts';
import type { Schema } from '#server/db/types.ts';

type Column<Table extends keyof Schema> = keyof Schema[Table] & string;

/** Columns whose values name files of the storage, with the pattern of a value; null names none. */
type FileNames<Table extends keyof Schema> = { names?: { [Name in Column<Table>]?: RegExp } };

type Kept<Table extends keyof Schema> = FileNames<Table> & {
  /** The columns of its primary key: rows are read page by page along it. */
  key: readonly Column<Table>[];
  /** Columns that are empty in a backup: credentials, or values without meaning elsewhere. */
  blank?: readonly Column<Table>[];
};

/** Why a table is in no backup, and its primary key when it is moved to another database. */
type LeftOut<Table extends keyof Schema> = FileNames<Table> & {
  leftOut: string;
  key?: readonly Column<Table>[];
};

type Plan = { [Table in keyof Schema]: Kept<Table> | LeftOut<Table> };

const PICTURE = /^[\w-]{20,50}$/;
const RECEIPT = /^[\w-]{20,50}\.receipt$/;
const DOCUMENT = /^[\w-]{20,50}\.document$/;
const SHEET = /^[\w-]{20,50}$/;
const FILE = /^[\w-]{1,100}\.[a-z]{1,16}$/;

const plan = {
  uploads: { key: ['id'], blank: ['source'], names: { id: PICTURE } },
  // Inserted before the orders, which are checked against them.
  order_items: { key: ['order_id', 'position'], names: { upload_id: PICTURE } },
  order_charges: { key: ['order_id', 'position'] },
  orders: { key: ['id'] },
  order_payments: { key: ['id'] },
  payment_reminders: { key: ['order_id', 'number'] },
  order_receipts: { key: ['order_id', 'n'], names: { file: RECEIPT } },
  order_documents: { key: ['order_id', 'n'], names: { file: DOCUMENT } },
  order_deposits: { key: ['order_id'] },
  order_quotes: { key: ['order_id'] },
  order_picture_requests: { key: ['order_id'] },
  order_invoices: { key: ['order_id'] },
  order_complaints: { key: ['order_id', 'n'], names: { file: RECEIPT } },
  order_complaint_items: { key: ['order_id', 'n', 'position'] },
  buyer_notes: { key: ['order_id'] },
  order_cancel_requests: { key: ['order_id', 'n'] },
  order_change_requests: { key: ['order_id', 'n'] },
  order_change_pictures: { key: ['order_id', 'n', 'position'], names: { upload_id: PICTURE } },
  production_rounds: { key: ['order_id', 'n'] },
  production_round_items: { key: ['order_id', 'n', 'position'] },
  file_hashes: { key: ['file', 'sha256'], names: { file: FILE } },
  replaced_pictures: {
    key: ['order_id', 'position', 'replaced_at'],
    names: { upload_id: PICTURE },
  },
  order_refunds: { key: ['id'] },
  order_sheets: { key: ['order_id', 'sheet_id'] },
  idempotency_keys: { key: ['key'] },
  discount_codes: { key: ['code'] },
  discount_redemptions: { key: ['order_id'] },
  people: { key: ['uid'] },
  saved_addresses: { key: ['uid'] },
  identity_users: { key: ['id'] },
  // The hash of the password stays, or no user could sign in again.
  identity_accounts: { key: ['provider_id', 'account_id'] },
  firebase_accounts: { key: ['uid'] },
  // Firebase continues to renew the tokens of a session that has ended here.
  firebase_sessions: { key: ['uid', 'began_at'] },
  audit_log: { key: ['id'] },
  proofs: { key: ['id'] },
  payments: { key: ['id'] },
  stray_payments: { key: ['id'] },
  handled_payments: { key: ['id'] },
  // The hashes of payers are keyed by the secret.
  movements: { key: ['hash'], blank: ['payer'] },
  movement_payments: { key: ['payment_id'] },
  statement_layouts: { key: ['key'] },
  order_links: { leftOut: 'links that open doors', key: ['hash'] },
  printers: { key: ['name'] },
  settings: { key: ['group_name', 'version'] },
  opening_marks: { leftOut: 'a restored shop is tried anew', key: ['step'] },
  identity_sessions: { leftOut: 'open doors', key: ['id'] },
  identity_reset_links: { leftOut: 'links that open doors', key: ['token_hash'] },
  identity_used_links: { leftOut: 'links that opened doors', key: ['id'] },
  identity_keys: { leftOut: 'sign tokens, and only the secret opens them', key: ['id'] },
  second_factors: { leftOut: 'only the secret opens them', key: ['uid'] },
  second_factor_codes: { leftOut: 'only the secret opens them', key: ['uid', 'code_hash'] },
  second_factor_passes: {
    leftOut: 'belong to sessions',
    key: ['uid', 'session', 'browser_hash'],
  },
  jobs: {
    leftOut: 'waiting mails contain links with credentials; sent twice they confuse',
    key: ['id'],
  },
  health_checks: { leftOut: 'looked at anew' },
  statements: { leftOut: 'the list is read again', key: ['id'] },
  statement_rows: { leftOut: 'the list is read again', key: ['statement_id', 'n'] },
  payment_notices: { leftOut: 'a repeated notice changes nothing', key: ['signature'] },
  payment_keys: { leftOut: 'of browsers that are paying just now', key: ['key'] },
  mail_counts: { leftOut: 'hashed by the secret', key: ['key'] },
  rate_limits: { leftOut: 'hashed by the secret' },
  upload_sums: { leftOut: 'hashed by the secret', key: ['source', 'day'] },
  sheets: { leftOut: 'gone within a day', key: ['id'], names: { id: SHEET } },
  sheet_orders: { leftOut: 'gone within a day', key: ['sheet_id', 'position'] },
  backups: { leftOut: 'gone within an hour' },
  nightly_copies: { leftOut: 'of the copies of this machine', key: ['day'] },
  geocoded_cities: { leftOut: 'can be requested again' },
  geocoder_turns: { leftOut: 'every shop begins with them' },
  order_statuses: { leftOut: 'every shop begins with them' },
  discount_types: { leftOut: 'every shop begins with them' },
  order_search: { leftOut: 'made anew from the orders' },
  order_statistics: { leftOut: 'counted anew from the orders' },
  pin_statistics: { leftOut: 'counted anew from the orders' },
  stale_statistics: { leftOut: 'counted anew from the orders' },
} as const satisfies Plan;

/** The tables of a backup. */
export type BackedUpTable = {
  [Table in keyof Schema]: (typeof plan)[Table] extends { leftOut: string } ? never : Table;
}[keyof Schema];

export type BackupTable<Name extends keyof Schema = keyof Schema> = {
  name: Name;
  key: readonly string[];
  blank: ReadonlySet<string>;
  /** Patterns of the values of columns that name files. */
  names: ReadonlyMap<string, RegExp>;
};

type AnyTable = {
  leftOut?: string;
  key?: readonly string[];
  blank?: readonly string[];
  names?: Readonly<Record<string, RegExp>>;
};

const keyed = keysOf(plan).flatMap((name): BackupTable[] => {
  const { key, blank, names = {} }: AnyTable = plan[name];
  return key ? [{ name, key, blank: new Set(blank), names: new Map(Object.entries(names)) }] : [];
});

/** The tables of a backup, in the order in which they are restored. */
export const backupTables = keyed.filter((table): table is BackupTable<BackedUpTable> => {
  return !('leftOut' in plan[table.name]);
});

/** The tables that are moved to another database, with all columns. */
export const movedTables = keyed.map((table): BackupTable => ({ ...table, blank: new Set() }));
