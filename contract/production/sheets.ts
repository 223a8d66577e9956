import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { actor } from '#contract/base/audit.ts';
import { jsonObject, line, list, optional, optionalText, success } from '#contract/base/fields.ts';
import { ORDERS_BODY_BYTES } from '#contract/orders/orders-admin.ts';
import { orderNumber } from '#contract/orders/own-order.ts';
import { blur } from '#contract/pins/blur.ts';
import { offeredId } from '#contract/pins/pins.ts';
import { millimetres } from '#contract/pins/press.ts';
import { PAPER_NAMES } from '#domain/production/paper.ts';
import { GAP_MM, MARGIN_MM, SEPARATIONS } from '#domain/production/sheets.ts';
import { PRINTER_NAME_LENGTH } from './printers.ts';

/** Maximum number of orders on one sheet, slip or set of labels. */
const MAX_PAPER_ORDERS = 100;

const SHEET_STATES = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
export type SheetState = (typeof SHEET_STATES)[number];

/** `lost`: no original; `unreadable`: it cannot be drawn; the others concern the order. */
const MISSING_REASONS = [
  'lost',
  'unreadable',
  'incomplete',
  'cancelled',
  'cancel_requested',
  'deleted',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

/**
 * No orders or no originals are left, the disk is full, the shop ended twice while it made the sheet,
 * or an internal error (see the log).
 */
const SHEET_FAILURES = [
  'no_orders',
  'no_pictures',
  'disk_full',
  'interrupted',
  'internal',
] as const;
export type SheetFailure = (typeof SHEET_FAILURES)[number];

/** What could not be printed: a picture (from 1) of an order, or the whole order (null). */
export const missingPins = z.object({
  orderId: z.string(),
  picture: z.nullable(z.number()),
  pins: z.number(),
  reason: z.enum(MISSING_REASONS),
});
export type MissingPins = z.infer<typeof missingPins>;

/** Why an order on the sheet must not be printed like this: it ended, or a picture changed. */
const STALE_REASONS = ['cancelled', 'deleted', 'changed'] as const;
const staleOrder = z.object({ orderId: z.string(), reason: z.enum(STALE_REASONS) });
export type StaleOrder = z.infer<typeof staleOrder>;

/** A picture (from 1) of an order that prints blurred. */
export const blurredOnSheet = z.extend(blur, { orderId: z.string(), picture: z.number() });
export type BlurredOnSheet = z.infer<typeof blurredOnSheet>;

/** An order on an earlier sheet, and when that one was requested (ISO 8601 in UTC). */
export const printedBefore = z.object({ orderId: z.string(), at: z.string() });
export type PrintedBefore = z.infer<typeof printedBefore>;

export const sheet = z.object({
  id: z.string(),
  state: z.enum(SHEET_STATES),
  /** 0 to 1: the share of pins already drawn. */
  progress: z.number(),
  pages: z.number(),
  /** Pins on it, including the empty places of missing pictures. */
  pins: z.number(),
  missing: z.array(missingPins),
  /** Blurred pictures at the time of the request, the first 100; omitted if there are none. */
  blurred: z.optional(z.array(blurredOnSheet)),
  /** Null: it has not failed. */
  failure: z.nullable(z.enum(SHEET_FAILURES)),
  /** Its orders whose pins currently lack the buyer's approval. */
  unapproved: z.array(z.string()),
  /** Its orders that have changed since the request. */
  stale: z.array(staleOrder),
  orderIds: z.array(z.string()),
  paper: z.enum(PAPER_NAMES),
  printer: z.nullable(z.string()),
  /** Millimetres. */
  margin: z.number(),
  gap: z.number(),
  separation: z.enum(SEPARATIONS),
  /** Orders that an earlier sheet already had: they may be printed twice. */
  printedBefore: z.array(printedBefore),
  /** Its orders in the workshop without the mark 'printed', with their versions. */
  unmarked: z.array(z.object({ id: z.string(), version: z.number() })),
  /** The only product on it; omitted: all pins of its orders. */
  product: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Its orders with pins of other products that are on no sheet yet; omitted if there are none. */
  unfinished: z.optional(z.array(z.string())),
  by: actor,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type Sheet = z.infer<typeof sheet>;

const answer = success({ sheet });

const settings = {
  /** Omitted: the shop's default. */
  paper: optional(z.enum(PAPER_NAMES, { error: 'Este papel no existe' })),
  /** Omitted: no correction of lengths. */
  printer: optionalText(line(PRINTER_NAME_LENGTH)),
  /** White border at every edge, in millimetres; omitted: the shop's default. */
  margin: optional(millimetres(MARGIN_MM)),
  /** Minimum distance between two cut circles, in millimetres; omitted: the shop's default. */
  gap: optional(millimetres(GAP_MM)),
  /** A colour per order, or fine lines between orders; omitted: colours. */
  separation: optional(z.enum(SEPARATIONS, { error: 'Esta separación no existe' })),
};

export const sheetSettings = z.object(settings);
export type SheetSettings = z.infer<typeof sheetSettings>;

/** Numbers of orders to print together. */
export const printedOrders = list(orderNumber, MAX_PAPER_ORDERS, {
  expected: 'una lista de pedidos',
  empty: 'Elige al menos un pedido',
  tooMany: `Se imprimen hasta ${MAX_PAPER_ORDERS} pedidos a la vez`,
});

/**
 * Within a day, requests for the same unchanged orders with the same layout and printer return the
 * same sheet, also to other admins. An unknown order is 404; more than 200 pages are 400, with how to
 * split the orders.
 */
export const requestSheet = adminRoute('POST', '/admin/sheets', {
  summary: "Starts a press sheet of orders, recorded in each order's history",
  body: jsonObject({
    orderIds: printedOrders,
    /** Prints only the pins of this product; omitted: all. */
    product: optional(offeredId),
    ...settings,
  }),
  maxBodyBytes: ORDERS_BODY_BYTES,
  status: 202,
  answer,
});
export type RequestSheetBody = z.infer<typeof requestSheet.body>;

export const listSheets = adminRoute('GET', '/admin/sheets', {
  summary: 'The press sheets of the last day, newest first, 50 at most',
  answer: success({ sheets: z.array(sheet) }),
});

export const readSheet = adminRoute('GET', '/admin/sheets/{id}', {
  summary: 'A press sheet and its progress; 404 a day after it was requested',
  answer,
});

export const downloadSheet = adminFile('/admin/sheets/{id}/file', {
  summary: 'The press sheet, once it is done; 404 before, and once it is cancelled',
  file: 'application/pdf',
});

/** A cancelled or failed one does not change. */
export const cancelSheet = adminRoute('DELETE', '/admin/sheets/{id}', {
  summary: 'Cancels a press sheet and removes its file',
  answer,
});
