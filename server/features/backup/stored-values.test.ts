import { expect, test } from 'vitest';
import * as z from 'zod';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS } from '#domain/orders/order-stage.ts';
import { MAX_MOVEMENT } from '#domain/payments/statement.ts';
import { readTableTypes } from '#server/testing/table-types.ts';
import { checkOf, freeText, refuseOddValues } from './stored-values.ts';
import { type BackedUpTable, backupTables } from './tables.ts';

const types = readTableTypes(keysOf(MARKS));
const columns = (await backupTables()).flatMap(({ name }) =>
  Object.entries(types[name] ?? {}).map(([column, type]) => ({
    ...{ table: name, column, name: `${name}.${column}` },
    isText: type.startsWith('text'),
  })),
);
const texts = columns.filter(({ isText }) => isText);
const accepting = (list: typeof columns, value: unknown) =>
  list
    .filter(({ table, column }) => z.safeParse(checkOf(table, column), value).success)
    .map(({ name }) => name);

/** A table of credentials, or that means nothing elsewhere, is left out by `tables.ts` instead. */
const COPIED = `
  uploads file_hashes audit_log printers settings order_charges order_items orders
  replaced_pictures order_payments payment_reminders order_receipts order_documents
  order_deposits order_quotes order_picture_requests order_invoices order_complaints
  order_complaint_items order_cancel_requests order_change_requests order_change_pictures
  buyer_notes production_rounds production_round_items order_refunds order_sheets
  idempotency_keys discount_codes discount_redemptions proofs payments stray_payments
  handled_payments movements movement_payments statement_layouts people saved_addresses
  identity_users identity_accounts firebase_accounts firebase_sessions
`;

test('a table is in copies only if it is listed here, too', async () => {
  const names = (await backupTables()).map(({ name }) => name);
  expect(names).toEqual(COPIED.trim().split(/\s+/));
});

test('every text column of a copy has a check, or is listed as shown only', () => {
  expect(texts.length).toBeGreaterThan(100);
  expect(accepting(texts, 1)).toEqual([]);
});

test('no column of numbers accepts a text, or a number of which no date can be made', () => {
  const numbers = columns.filter(({ isText }) => !isText);
  expect(accepting(numbers, '1')).toEqual([]);
  expect(accepting(numbers, 9e15)).toEqual([]);
});

test('only texts that are shown accept lines and control signs', () => {
  const checked = texts.filter(({ table, column }) => checkOf(table, column) !== freeText);
  expect(accepting(checked, 'a\r\nBcc: b')).toEqual([]);
  expect(accepting(checked, 'a\0')).toEqual([]);
});

test('only names that are shown accept markup', () => {
  const checked = texts.filter(({ table, column }) => checkOf(table, column) !== freeText);
  expect(accepting(checked, '"><i>').sort()).toEqual([
    'audit_log.entity_id',
    'discount_codes.code',
    'discount_redemptions.code',
    'firebase_sessions.device',
    'idempotency_keys.key',
    'identity_accounts.password',
    'order_charges.label',
    'order_documents.number',
    'order_invoices.address',
    'order_invoices.giro',
    'order_invoices.name',
    'order_invoices.rut',
    'order_items.finish_name',
    'order_items.original_name',
    'order_items.product_name',
    'order_items.text_value',
    'order_payments.how',
    'orders.address',
    'orders.branch',
    'orders.branch_courier',
    'orders.city',
    'orders.discount_code',
    'orders.full_name',
    'orders.terms_version',
    'payments.provider_id',
    'payments.token',
    'printers.name',
    'production_rounds.courier',
    'production_rounds.tracking_number',
    'replaced_pictures.original_name',
    'saved_addresses.address',
    'saved_addresses.city',
    'saved_addresses.full_name',
    'stray_payments.currency',
    'stray_payments.provider_id',
  ]);
});

test.each<[table: BackedUpTable, column: string, value: string | number]>([
  ['orders', 'email', 'ana..b@correo.cl'],
  ['saved_addresses', 'email', '.ana@127.0.0.1'],
  ['order_items', 'product_name', '★'],
  ['movements', 'amount', MAX_MOVEMENT],
])('%s.%s may be %j, as it was accepted once', (table, column, value) => {
  expect(() => refuseOddValues(table, { [column]: value })).not.toThrow();
});

test.each<[table: BackedUpTable, column: string, value: string | number]>([
  ['order_items', 'text_font', 'Comic Sans'],
  ['order_items', 'text_place', 'left'],
  ['order_items', 'text_size', 'huge'],
  ['order_items', 'text_colour', '"><script>'],
  ['order_items', 'text_value', '漢'],
  ['uploads', 'crop_background', '"/><a>'],
  ['audit_log', 'action', '<b>'],
  ['uploads', 'mime_type', 'image/gif'],
  ['order_refunds', 'how', 'bitcoin'],
  ['order_refunds', 'reason', ''],
  ['proofs', 'pins', '[{"quantity":1}]'],
  ['order_payments', 'paid_on', '2026-02-30'],
  ['order_documents', 'issued_on', 'hoy'],
  ['order_documents', 'number', '1\nBcc: x@y.cl'],
  ['orders', 'guest_email', 'a@x.cl\r\nBcc: b@y.cl'],
  ['orders', 'email', 'a@x.cl, b@y.cl'],
  ['orders', 'region', '<img>'],
  ['orders', 'waits_for', 'toString'],
  ['orders', 'promise_max_days', 1e12],
  ['orders', 'created_at', 'ayer'],
  ['order_complaints', 'made_at', 9e15],
  ['production_round_items', 'position', -1],
  ['people', 'role', 'owner'],
  ['order_receipts', 'type', 'text/html'],
  ['payments', 'redirect_url', 'javascript:alert(1)'],
  ['payments', 'token', '../a b'],
  ['payments', 'state', 'PAID'],
  ['payment_reminders', 'reminded_on', 'x'],
  ['order_cancel_requests', 'requested_at', 0.5],
  ['order_sheets', 'sheet_id', '../x'],
  ['movement_payments', 'movement', 'a'],
  ['settings', 'group_name', 'secrets'],
])('%s.%s is not %j', (table, column, value) => {
  expect(() => refuseOddValues(table, { [column]: value })).toThrow(
    `una fila de "${table}" tiene un valor que la tienda no escribe, en "${column}"`,
  );
});
