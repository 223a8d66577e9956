import type { Selectable } from 'kysely';
import * as z from 'zod';
import { auditEntry } from '#contract/base/audit.ts';
import { copiedCode, line } from '#contract/base/fields.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { quoted } from '#contract/orders/quote.ts';
import { MAX_DOCUMENT_NUMBER_LENGTH } from '#contract/payments/documents.ts';
import { layoutCorrections } from '#contract/payments/statements.ts';
import { colour } from '#contract/pins/crops.ts';
import { pinWords, productId, requestedPinFields } from '#contract/pins/pins.ts';
import { PRINTER_NAME_LENGTH } from '#contract/production/printers.ts';
import { isDay } from '#domain/base/dates.ts';
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
import { storedPins } from '#server/features/production/stored-proofs.ts';
import { SVG_TYPE } from '#server/features/uploads/urls.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { providerId, providerUrl } from '#server/ports/payments/ask-provider.ts';
import { STORED_GROUPS } from '#server/settings/stored.ts';
import { BadBackup } from './manifest.ts';
import type { BackedUpTable, Row } from './tables.ts';

type IsText<Value> = Extract<Value, string> extends never ? false : true;
type TextOf<Columns> = {
  [Name in keyof Columns]: IsText<Columns[Name]> extends true ? Name : never;
}[keyof Columns];
/** The names of all columns of text in a copy. */
type TextColumn = { [Table in BackedUpTable]: TextOf<Selectable<Schema[Table]>> }[BackedUpTable];
type AnyColumn = {
  [Table in keyof Schema]: `${Table}.${keyof Schema[Table] & string}`;
}[keyof Schema];

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

/** Names of stored files, or parts of them: the shop would serve and remove any file they name. */
const picture = z.string().regex(/^[\w-]{20,50}$/);
const receipt = z.string().regex(/^[\w-]{20,50}\.receipt$/);
const pdf = z.string().regex(/^[\w-]{20,50}\.document$/);
const anyFile = z.string().regex(/^[\w-]{1,100}\.[a-z]{1,16}$/);
const fileNames: ReadonlySet<unknown> = new Set([picture, receipt, pdf, anyFile]);

const day = z.string().refine(isDay);
const productName = line(MAX_PRODUCT_NAME_LENGTH);
const status = z.enum(ORDER_STATUSES);
const days = z.int().min(0).max(1000);
const natural = z.int().min(0).max(1e9);
const pixels = z.int().min(1).max(1e6);
const degrees = (max: number) => z.number().min(-max).max(max);
/** The end of the year 9999: no date can be made of a larger number, and no amount is near it. */
const MAX_WHOLE = 253_402_300_799_999;
const whole = z.int().min(-MAX_WHOLE).max(MAX_WHOLE);
/** Millimetres, degrees and factors. */
const fraction = z.number().min(-10_000).max(10_000);

function allOf<Name extends string, Schema>(
  schema: Schema,
  ...names: readonly Name[]
): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

/**
 * What a column of this name may contain: what the calls accept, or an earlier version's did, such as
 * `ana..b@correo.cl`. Every column of text is here; one that is not has whole numbers. Null is for
 * the database to refuse.
 */
const byName = {
  ...allOf(id, 'id', 'order_id', 'attempt_id', 'payment_id', 'sheet_id', 'kind'),
  ...allOf(id, 'reference', 'refund_key', 'reading_job', 'told_by_job'),
  ...allOf(uid, 'uid', 'user_id', 'account_id', 'owner_uid', 'actor_uid', 'claimed_by', 'noted_by'),
  ...allOf(uid, 'printed_by', 'packed_by', 'dispatched_by', 'handled_by', 'saved_by'),
  ...allOf(hash, 'hash', 'sha256', 'request_hash', 'movement', 'payer'),
  ...allOf(printable, 'key', 'password'),
  ...allOf(accountEmail, 'email', 'user_email', 'guest_email', 'guest_mailbox_key', 'mailbox_key'),
  ...allOf(day, 'day', 'needed_by', 'leave_by', 'pay_by', 'paid_on', 'due_on', 'done_on'),
  ...allOf(day, 'arrives_by', 'reminded_on', 'issued_on', 'complete_on', 'valid_until'),
  ...allOf(freeText, 'name', 'notes', 'buyer_notes', 'internal_notes', 'words', 'answer', 'reason'),
  ...{ authorization_code: freeText, upload_id: picture, file: anyFile },
  ...allOf(colour, 'crop_background', 'text_colour', 'text_outline'),
  ...allOf(productId, 'product_id', 'finish_id'),
  ...allOf(productName, 'product_name', 'finish_name'),
  ...allOf(status, 'status', 'status_set'),
  ...allOf(copiedCode(MAX_CODE_LENGTH), 'code', 'discount_code'),
  ...allOf(natural, 'version', 'links_ended', 'position', 'n', 'number', 'bytes'),
  ...allOf(days, 'promise_min_days', 'promise_max_days', 'transport_days'),
  ...allOf(pixels, 'width', 'height'),
  ...allOf(fraction, 'crop_x', 'crop_y', 'crop_diameter', 'crop_rotation', 'square_diameter'),
  ...allOf(fraction, 'face_mm', 'cut_mm', 'safe_mm', 'scale_x', 'scale_y'),
  ...{ lat: degrees(90), lng: degrees(180), pins: whole },
  ...{ mime_type: z.enum([...IMAGE_TYPES, SVG_TYPE]), type: z.enum(RECEIPT_TYPES) },
  ...{ original_name: line(MAX_FILE_NAME_LENGTH), label: line(200), terms_version: line(60) },
  ...{ text_value: pinWords, text_font: z.enum(keysOf(TEXT_FONTS)) },
  ...{ text_path: z.enum(keysOf(TEXT_PATHS)), text_place: z.enum(keysOf(TEXT_PLACES)) },
  ...{ text_size: z.enum(keysOf(TEXT_SIZES)), source: z.enum(ORDER_SOURCES) },
  ...{ owner_kind: z.enum(OWNER_KINDS), waits_for: z.enum(keysOf(STAGES)) },
  ...{ full_name: line(DELIVERY_LIMITS.fullName), phone: orNone(isPhone) },
  ...{ region: orNone((code) => findRegion(code) !== undefined), city: line(DELIVERY_LIMITS.city) },
  ...{ address: line(DELIVERY_LIMITS.address), way: z.enum(WAYS) },
  ...{ branch: line(DELIVERY_LIMITS.branch), branch_courier: line(DELIVERY_LIMITS.courier) },
  ...{ pay_shipping: z.enum(SHIPPING_PAYMENTS), how: line(ADMIN_LIMITS.how) },
  ...{ courier: line(ADMIN_LIMITS.courier), tracking_number: line(ADMIN_LIMITS.trackingNumber) },
  ...{ rut: line(INVOICE_LIMITS.rut), giro: line(INVOICE_LIMITS.giro), quoted: json(quoted) },
  products: z
    .string()
    .transform((ids) => ids.split(' '))
    .pipe(z.array(productId)),
  ...{ role: z.enum(['admin', 'user']), device: line(200) },
  providers: z.string().regex(/^[\w.,:-]*$/),
  ...{ entity: auditEntry.shape.entity, action: auditEntry.shape.action },
  // Also the name of a file or of a code, or a provider's id.
  ...{ entity_id: line(500), changes: json(auditEntry.shape.changes) },
  ...{ provider: z.enum(PAYMENT_PROVIDERS), provider_id: providerId, token: providerId },
  ...{ state: z.enum(PAYMENT_STATES), redirect_url: providerUrl, currency: line(20) },
  ...{ refund_reason: z.enum(REFUND_REASONS), method: z.enum(PAYMENT_METHODS) },
  ...{ columns: json(layoutCorrections), group_name: z.enum(STORED_GROUPS) },
  saved_values: json(z.record(z.string(), z.unknown())),
} satisfies Record<TextColumn, z.core.$ZodType>;

/** Columns that contain something else than others of their name. */
const exceptions: { [Column in AnyColumn]?: z.core.$ZodType } = {
  'uploads.id': picture,
  'uploads.source': z.never(),
  'sheets.id': picture,
  'orders.email': accountEmail.min(1),
  'order_receipts.file': receipt,
  'order_documents.kind': z.enum(DOCUMENT_KINDS),
  'order_documents.number': line(MAX_DOCUMENT_NUMBER_LENGTH),
  'order_documents.file': pdf,
  'order_invoices.name': line(INVOICE_LIMITS.name),
  'order_invoices.address': line(INVOICE_LIMITS.address),
  'order_complaints.file': receipt,
  'order_change_pictures.original_name': freeText,
  'order_change_pictures.pins': json(z.object(requestedPinFields)),
  'order_refunds.reason': z.enum(REFUND_REASONS),
  'order_refunds.how': z.enum(REFUND_WAYS),
  'discount_codes.type': z.enum(DISCOUNT_TYPES),
  'saved_addresses.email': accountEmail.min(1),
  'identity_users.id': uid,
  'identity_accounts.provider_id': z.enum(['credential', 'google']),
  'proofs.state': z.enum(PROOF_STATES),
  'proofs.pins': json(storedPins),
  'statement_layouts.key': hash,
  'printers.name': line(PRINTER_NAME_LENGTH),
};

const checks = new Map<string, z.core.$ZodType>(Object.entries({ ...byName, ...exceptions }));

/** Returns the schema of a column's values. */
export function checkOf(table: string, column: string): z.core.$ZodType {
  return checks.get(`${table}.${column}`) ?? checks.get(column) ?? whole;
}

/**
 * Refuses values that the database accepts and no call would: an edited copy could break a page,
 * bring markup into it, or name any file.
 * @param only `names`: the names of files alone are checked
 * @throws BadBackup
 */
export function refuseOddValues(table: string, row: Row, only?: 'names'): void {
  for (const [column, value] of Object.entries(row)) {
    const check = checkOf(table, column);
    const isName = fileNames.has(check);
    if (value === null || (only === 'names' && !isName) || z.safeParse(check, value).success) {
      continue;
    }
    const odd = isName
      ? 'nombra un archivo que ninguna tienda tiene'
      : 'tiene un valor que la tienda no escribe';
    throw new BadBackup(`una fila de "${table}" ${odd}, en "${column}"`);
  }
}
