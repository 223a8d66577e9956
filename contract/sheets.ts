import * as z from 'zod/mini';
import { PAPER_NAMES } from '#domain/paper.ts';
import { GAP_MM, MARGIN_MM, SEPARATIONS } from '#domain/sheets.ts';
import { actor } from './audit.ts';
import { blur } from './blur.ts';
import { line, list, mustBe, optional, optionalText, success } from './fields.ts';
import { ORDERS_BODY_BYTES } from './orders-admin.ts';
import { offeredId } from './pins.ts';
import { millimetres } from './press.ts';
import { PRINTER_NAME_LENGTH } from './printers.ts';
import { defineFile, defineRoute } from './route.ts';

/** Orders of one sheet, slip or set of labels at most. */
const MAX_PAPER_ORDERS = 100;

const SHEET_STATES = ['waiting', 'working', 'done', 'failed', 'cancelled'] as const;
export type SheetState = (typeof SHEET_STATES)[number];

/** `lost`: there is no original; `unreadable`: it cannot be drawn; the others are about the order. */
const MISSING_REASONS = [
  'lost',
  'unreadable',
  'incomplete',
  'cancelled',
  'cancel_requested',
  'deleted',
] as const;
export type MissingReason = (typeof MISSING_REASONS)[number];

/** No order or no original is left, the disk is full, or a reason that only the log names. */
const SHEET_FAILURES = ['no_orders', 'no_pictures', 'disk_full', 'internal'] as const;
export type SheetFailure = (typeof SHEET_FAILURES)[number];

/** What could not be printed: a picture (from 1) of an order, or the order as a whole (null). */
export const missingPins = z.object({
  orderId: z.string(),
  picture: z.nullable(z.number()),
  pins: z.number(),
  reason: z.enum(MISSING_REASONS),
});
export type MissingPins = z.infer<typeof missingPins>;

/** An order that was drawn and is no longer to be printed so: it ended, or a picture of it changed. */
const STALE_REASONS = ['cancelled', 'deleted', 'changed'] as const;
const staleOrder = z.object({ orderId: z.string(), reason: z.enum(STALE_REASONS) });
export type StaleOrder = z.infer<typeof staleOrder>;

/** A picture (from 1) of an order that prints blurred. */
export const blurredOnSheet = z.extend(blur, { orderId: z.string(), picture: z.number() });
export type BlurredOnSheet = z.infer<typeof blurredOnSheet>;

/** An order that was on a sheet before, and when that one was requested (ISO 8601 in UTC). */
export const printedBefore = z.object({ orderId: z.string(), at: z.string() });
export type PrintedBefore = z.infer<typeof printedBefore>;

export const sheet = z.object({
  id: z.string(),
  state: z.enum(SHEET_STATES),
  /** 0 to 1: the share of its pictures that are drawn. */
  progress: z.number(),
  pages: z.number(),
  /** Places on it; those of missing pictures count and stay empty. */
  pins: z.number(),
  missing: z.array(missingPins),
  /** What prints blurred, as of when it was asked for: the first 100; left out without any. */
  blurred: z.optional(z.array(blurredOnSheet)),
  /** Null: it has not failed. */
  failure: z.nullable(z.enum(SHEET_FAILURES)),
  /** Those of the orders whose pins their buyers have yet to approve, as of now. */
  unapproved: z.array(z.string()),
  /** What has become of its orders since it was requested. */
  stale: z.array(staleOrder),
  orderIds: z.array(z.string()),
  paper: z.enum(PAPER_NAMES),
  printer: z.nullable(z.string()),
  /** Millimetres. */
  margin: z.number(),
  gap: z.number(),
  separation: z.enum(SEPARATIONS),
  /** Orders that an earlier sheet had when this one was requested: they may be printed twice. */
  printedBefore: z.array(printedBefore),
  /** Orders of it that wait in the workshop without the mark 'printed', with their versions. */
  unmarked: z.array(z.object({ id: z.string(), version: z.number() })),
  /** The one product that it has; left out: it has all pins of its orders. */
  product: z.optional(z.object({ id: z.string(), name: z.string() })),
  /** Orders of it that still have pins of another product, on no sheet yet; left out without any. */
  unfinished: z.optional(z.array(z.string())),
  by: actor,
  /** ISO 8601 in UTC. */
  createdAt: z.string(),
});
export type Sheet = z.infer<typeof sheet>;

const answer = success({ sheet });

const settings = {
  /** Left out: the shop's own. */
  paper: optional(z.enum(PAPER_NAMES, { error: 'Este papel no existe' })),
  /** Left out: none, and lengths as they are. */
  printer: optionalText(line(PRINTER_NAME_LENGTH)),
  /** What stays white at every edge, in millimetres; left out: the shop's own. */
  margin: optional(millimetres(MARGIN_MM)),
  /** Least distance between two cuts, in millimetres; left out: the shop's own. */
  gap: optional(millimetres(GAP_MM)),
  /** A colour for each order, or fine rules between them; left out: colours. */
  separation: optional(z.enum(SEPARATIONS, { error: 'Esta separación no existe' })),
};

export const sheetSettings = z.object(settings);
export type SheetSettings = z.infer<typeof sheetSettings>;

/** Numbers of orders that are printed together. */
export const printedOrders = list(line(40), MAX_PAPER_ORDERS, {
  expected: 'una lista de pedidos',
  empty: 'Elige al menos un pedido',
  tooMany: `Se imprimen hasta ${MAX_PAPER_ORDERS} pedidos a la vez`,
});

const requestSheetBody = z.object(
  {
    orderIds: printedOrders,
    /** Prints the pins of this product alone; left out: all. */
    product: optional(offeredId),
    ...settings,
  },
  { error: mustBe('un objeto JSON') },
);
export type RequestSheetBody = z.infer<typeof requestSheetBody>;

/**
 * The same orders, unchanged, laid out the same way for the same printer are one sheet for a day:
 * it is answered again, also to another admin. An unknown order is 404.
 */
export const requestSheet = defineRoute({
  method: 'POST',
  path: '/admin/sheets',
  auth: 'admin',
  summary: "Has the press sheet of orders made; each order's history names it",
  body: requestSheetBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  status: 202,
  answer,
});

export const listSheets = defineRoute({
  method: 'GET',
  path: '/admin/sheets',
  auth: 'admin',
  summary: 'The press sheets of the last day, newest first, 50 at most',
  answer: success({ sheets: z.array(sheet) }),
});

export const readSheet = defineRoute({
  method: 'GET',
  path: '/admin/sheets/{id}',
  auth: 'admin',
  summary: 'A press sheet and how far it is; 404 a day after it was requested',
  answer,
});

export const downloadSheet = defineFile({
  method: 'GET',
  path: '/admin/sheets/{id}/file',
  auth: 'admin',
  summary: 'The press sheet, once it is done; 404 before, and once it is cancelled',
  file: 'application/pdf',
});

/** One that is cancelled already, or has failed, stays as it is. */
export const cancelSheet = defineRoute({
  method: 'DELETE',
  path: '/admin/sheets/{id}',
  auth: 'admin',
  summary: 'Cancels a press sheet and removes its file',
  answer,
});
