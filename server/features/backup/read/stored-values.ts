import type { Selectable } from 'kysely';
import * as z from 'zod';
import { auditEntry } from '#contract/base/audit.ts';
import { copiedCode, line } from '#contract/base/fields.ts';
import { ADMIN_LIMITS, day } from '#contract/orders/orders-admin.ts';
import { quoted } from '#contract/orders/quote.ts';
import { MAX_DOCUMENT_NUMBER_LENGTH } from '#contract/payments/documents.ts';
import { layoutCorrections } from '#contract/payments/statements.ts';
import { colour } from '#contract/pins/crops.ts';
import { pinWords, productId, requestedPinFields } from '#contract/pins/pins.ts';
import { PRINTER_NAME_LENGTH } from '#contract/production/printers.ts';
import { keysOf } from '#domain/base/keys.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { findRegion } from '#domain/delivery/regions.ts';
import { SHIPPING_PAYMENTS, WAYS } from '#domain/delivery/ways.ts';
import { DISCOUNT_TYPES, MAX_CODE_LENGTH } from '#domain/discounts/discounts.ts';
import { ORDER_SOURCES, OWNER_KINDS, RECEIPT_TYPES } from '#domain/orders/order.ts';
import { STAGES } from '#domain/orders/order-stage.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { PAYMENT_METHODS, PAYMENT_PROVIDERS, PAYMENT_STATES } from '#domain/payments/attempt.ts';
import { DOCUMENT_KINDS, INVOICE_LIMITS } from '#domain/payments/invoice.ts';
import { REFUND_REASONS, REFUND_WAYS } from '#domain/payments/refunds.ts';
import { isPhone } from '#domain/people/phones.ts';
import { IMAGE_TYPES, MAX_FILE_NAME_LENGTH } from '#domain/pins/images.ts';
import { MAX_PRODUCT_NAME_LENGTH } from '#domain/pins/products.ts';
import { TEXT_FONTS, TEXT_PATHS, TEXT_PLACES, TEXT_SIZES } from '#domain/pins/text.ts';
import { PROOF_STATES } from '#domain/production/proofs.ts';
import type { Schema } from '#server/db/types.ts';
import { BadBackup } from '#server/features/backup/manifest.ts';
import type { BackedUpTable } from '#server/features/backup/tables.ts';
import { storedPins } from '#server/features/production/stored-proofs.ts';
import { SVG_TYPE } from '#server/features/uploads/urls.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { providerId, providerUrl } from '#server/ports/payments/ask-provider.ts';
import { STORED_GROUPS } from '#server/settings/stored.ts';

type Row<Table extends BackedUpTable> = Selectable<Schema[Table]>;
type IsText<Value> = Extract<Value, string> extends never ? false : true;

/** A schema for each text column of a table, and for the numbers that mean more than a number. */
type Columns<Table extends BackedUpTable> = {
  [Column in keyof Row<Table> as IsText<Row<Table>[Column]> extends true
    ? Column
    : never]: z.core.$ZodType;
} & {
  [Column in keyof Row<Table> as IsText<Row<Table>[Column]> extends true
    ? never
    : Column]?: z.core.$ZodType;
};

/** Texts that are only shown, as text: whatever they contain is harmless. */
export const freeText = z.string();

const json = (schema: z.core.$ZodType) => z.string().transform(parseJson).pipe(schema);

/** An id that the shop makes: part of paths, links and names of files. */
const id = z.string().regex(/^[\w-]{1,64}$/);
/** An account's id at the identity provider. */
const uid = z.string().regex(/^(?!\.+$)[\w.:|@=+-]{1,128}$/);
/** Hexadecimal or base64url. */
const hash = z.string().regex(/^[\w-]{20,128}$/);
/** The hash of a password, or a header's key. */
const printable = z.string().regex(/^[\x20-\x7e]{1,1000}$/);
/** An identity provider may accept other addresses than the shop; a removed account has none. */
const accountEmail = z.string().regex(/^[^\p{Cc}\p{Z},;:<>()[\]"\\]{0,320}$/u);
const orNone = (is: (value: string) => boolean) =>
  z.string().refine((value) => value === '' || is(value));

const productName = line(MAX_PRODUCT_NAME_LENGTH);
const status = z.enum(ORDER_STATUSES);
const provider = z.enum(PAYMENT_PROVIDERS);
const courier = line(ADMIN_LIMITS.courier);
const days = z.int().min(0).max(1000);
const natural = z.int().min(0).max(1e9);
const pixels = z.int().min(1).max(1e6);
const degrees = (max: number) => z.number().min(-max).max(max);

const address = {
  full_name: line(DELIVERY_LIMITS.fullName),
  phone: orNone(isPhone),
  email: accountEmail.min(1),
  region: orNone((code) => findRegion(code) !== undefined),
  city: line(DELIVERY_LIMITS.city),
  address: line(DELIVERY_LIMITS.address),
  lat: degrees(90),
  lng: degrees(180),
};

/**
 * What the calls accept for each column, or an earlier version's did, such as `ana..b@correo.cl`; null
 * is for the database to refuse.
 */
export const storedValues: { [Table in BackedUpTable]: Columns<Table> } = {
  uploads: {
    ...{ id, sha256: hash, mime_type: z.enum([...IMAGE_TYPES, SVG_TYPE]) },
    ...{ width: pixels, height: pixels, crop_background: colour },
    ...{ claimed_by: uid, source: z.never() },
  },
  order_items: {
    ...{ order_id: id, position: natural, upload_id: id, notes: freeText },
    original_name: line(MAX_FILE_NAME_LENGTH),
    ...{ product_id: productId, product_name: productName },
    ...{ finish_id: productId, finish_name: productName, crop_background: colour },
    ...{ text_value: pinWords, text_colour: colour, text_outline: colour },
    ...{ text_font: z.enum(keysOf(TEXT_FONTS)), text_path: z.enum(keysOf(TEXT_PATHS)) },
    ...{ text_place: z.enum(keysOf(TEXT_PLACES)), text_size: z.enum(keysOf(TEXT_SIZES)) },
  },
  order_charges: { order_id: id, position: natural, kind: id, label: line(200) },
  orders: {
    ...address,
    ...{ id, version: natural, source: z.enum(ORDER_SOURCES) },
    ...{ owner_kind: z.enum(OWNER_KINDS), owner_uid: uid, user_email: accountEmail },
    ...{ guest_email: accountEmail, guest_mailbox_key: accountEmail, links_ended: natural },
    ...{ terms_version: line(60), promise_min_days: days, promise_max_days: days },
    ...{ transport_days: days, notes: freeText, buyer_notes: freeText, internal_notes: freeText },
    ...{ way: z.enum(WAYS), branch_courier: line(DELIVERY_LIMITS.courier) },
    ...{ branch: line(DELIVERY_LIMITS.branch), pay_shipping: z.enum(SHIPPING_PAYMENTS) },
    discount_code: copiedCode(MAX_CODE_LENGTH),
    ...{ pay_by: day, paid_on: day, due_on: day, arrives_by: day },
    ...{ needed_by: day, leave_by: day },
    ...{ status, status_set: status, waits_for: z.enum(keysOf(STAGES)) },
  },
  order_payments: {
    ...{ id, order_id: id, paid_on: day, how: line(ADMIN_LIMITS.how) },
    ...{ attempt_id: id, noted_by: uid, told_by_job: id },
  },
  payment_reminders: { order_id: id, number: natural, reminded_on: day },
  order_receipts: {
    ...{ order_id: id, n: natural, file: freeText, type: z.enum(RECEIPT_TYPES), bytes: natural },
  },
  order_documents: {
    ...{ order_id: id, n: natural, number: line(MAX_DOCUMENT_NUMBER_LENGTH), issued_on: day },
    ...{ file: freeText, bytes: natural, told_by_job: id, kind: z.enum(DOCUMENT_KINDS) },
  },
  order_deposits: { order_id: id, complete_on: day },
  order_quotes: { order_id: id, valid_until: day, quoted: json(quoted) },
  order_picture_requests: { order_id: id },
  order_invoices: {
    ...{ order_id: id, rut: line(INVOICE_LIMITS.rut), name: line(INVOICE_LIMITS.name) },
    ...{ giro: line(INVOICE_LIMITS.giro), address: line(INVOICE_LIMITS.address) },
  },
  order_complaints: { order_id: id, n: natural, words: freeText, file: freeText, answer: freeText },
  order_complaint_items: { order_id: id, n: natural, position: natural },
  buyer_notes: { order_id: id, notes: freeText },
  order_cancel_requests: { order_id: id, n: natural, words: freeText },
  order_change_requests: { order_id: id, n: natural, words: freeText, answer: freeText },
  order_change_pictures: {
    ...{ order_id: id, n: natural, position: natural, upload_id: id },
    ...{ original_name: freeText, notes: freeText, pins: json(z.object(requestedPinFields)) },
  },
  production_rounds: {
    ...{ order_id: id, n: natural, reason: freeText },
    ...{ printed_by: uid, packed_by: uid, dispatched_by: uid },
    ...{ courier, tracking_number: line(ADMIN_LIMITS.trackingNumber) },
  },
  production_round_items: { order_id: id, n: natural, position: natural },
  // Files by `tables.ts`.
  file_hashes: { file: freeText, sha256: hash },
  replaced_pictures: {
    ...{ order_id: id, position: natural, upload_id: id, crop_background: colour },
    original_name: line(MAX_FILE_NAME_LENGTH),
  },
  order_refunds: {
    ...{ id, order_id: id, reason: z.enum(REFUND_REASONS), how: z.enum(REFUND_WAYS) },
    ...{ due_on: day, done_on: day },
  },
  order_sheets: { order_id: id, sheet_id: id, product_id: productId },
  idempotency_keys: { key: printable, request_hash: hash, order_id: id },
  discount_codes: {
    ...{ code: copiedCode(MAX_CODE_LENGTH), name: freeText, type: z.enum(DISCOUNT_TYPES) },
    products: z.string().refine((ids) => ids.split(' ').every((each) => isProductId(each))),
  },
  discount_redemptions: { order_id: id, code: copiedCode(MAX_CODE_LENGTH) },
  people: {
    ...{ uid, email: accountEmail, mailbox_key: accountEmail, role: z.enum(['admin', 'user']) },
  },
  saved_addresses: { ...address, uid },
  identity_users: { id: uid, name: freeText, email: accountEmail },
  identity_accounts: {
    ...{ provider_id: z.enum(['credential', 'google']), account_id: uid, user_id: uid },
    password: printable,
  },
  firebase_accounts: {
    ...{ uid, email: accountEmail, providers: z.string().regex(/^[\w.,:-]*$/) },
  },
  firebase_sessions: { uid, device: line(200) },
  audit_log: {
    ...{ id, actor_uid: uid, entity: auditEntry.shape.entity, action: auditEntry.shape.action },
    // Also the name of a file or of a code, or a provider's id.
    ...{ entity_id: line(500), changes: json(auditEntry.shape.changes), reason: freeText },
  },
  proofs: {
    ...{ id, order_id: id, state: z.enum(PROOF_STATES), words: freeText },
    ...{ pins: json(storedPins), hash },
  },
  payments: {
    ...{ id, order_id: id, reference: id, provider, state: z.enum(PAYMENT_STATES) },
    ...{ token: providerId, redirect_url: providerUrl, provider_id: providerId },
    ...{ refund_key: id, refund_reason: z.enum(REFUND_REASONS), reading_job: id },
    ...{ method: z.enum(PAYMENT_METHODS), authorization_code: freeText, links_ended: natural },
  },
  stray_payments: { id, provider, provider_id: providerId, order_id: id, currency: line(20) },
  handled_payments: { id, handled_by: uid },
  movements: { hash, day, payer: hash },
  movement_payments: { payment_id: id, movement: hash },
  statement_layouts: { key: hash, columns: json(layoutCorrections) },
  printers: { name: line(PRINTER_NAME_LENGTH) },
  settings: {
    ...{ group_name: z.enum(STORED_GROUPS), saved_by: uid },
    saved_values: json(z.record(z.string(), z.unknown())),
  },
};

function isProductId(text: string): boolean {
  return z.safeParse(productId, text).success;
}

/** The end of the year 9999: no date can be made of a larger number, and no amount is near it. */
const MAX_WHOLE = 253_402_300_799_999;
const whole = z.int().min(-MAX_WHOLE).max(MAX_WHOLE);
/** Millimetres, degrees and factors. */
const fraction = z.number().min(-10_000).max(10_000);
const FRACTIONS =
  /^(?:crop_(?:x|y|diameter|rotation)|square_diameter|(?:face|cut|safe)_mm|scale_[xy])$/;

const checks = new Map<string, Map<string, z.core.$ZodType>>(
  Object.entries(storedValues).map(([table, columns]) => [table, new Map(Object.entries(columns))]),
);

/**
 * Refuses values that the database accepts and no call would: an edited copy could break a page or
 * bring markup into it. A column without a check of its own has numbers, which SQLite does not see to.
 * @throws BadBackup
 */
export function refuseOddValues(
  table: BackedUpTable,
  row: Readonly<Record<string, string | number | null>>,
): void {
  for (const [column, value] of Object.entries(row)) {
    if (value !== null && !z.safeParse(checkOf(table, column), value).success) {
      throw new BadBackup(
        `una fila de "${table}" tiene un valor que la tienda no escribe, en "${column}"`,
      );
    }
  }
}

/** Returns the schema of a column's values. */
export function checkOf(table: BackedUpTable, column: string): z.core.$ZodType {
  return checks.get(table)?.get(column) ?? (FRACTIONS.test(column) ? fraction : whole);
}
