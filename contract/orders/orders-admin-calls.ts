import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { notedDay } from '#contract/base/days.ts';
import {
  jsonObject,
  line,
  name,
  optionalText,
  success,
  text,
  trueOrFalse,
} from '#contract/base/fields.ts';
import { cursor, limit, nextCursor } from '#contract/base/paging.ts';
import type { Route } from '#contract/base/route.ts';
import {
  addressBody,
  asNeeded,
  cityAsListed,
  deliveryRules,
  neededBy,
  wayBody,
} from '#contract/delivery/delivery.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import {
  ADMIN_LIMITS,
  adminOrder,
  adminOrderDetail,
  binnedOrder,
  ORDERS_BODY_BYTES,
  orderFilter,
  orderResult,
  orderStats,
  orderStatus,
  orderVersions,
  undoable,
} from './orders-admin.ts';

/**
 * Requests that change an order accept its version in the header `If-Match` (optional). If the
 * order has changed since, they return 409 `order_changed` with the current order
 * (`adminOrderDetail`) as `order`. An unknown order, or one in the bin, is 404.
 */
export const changed = success({ message: z.string(), order: adminOrderDetail });

/** Returns a route that changes one order, whose path begins with `/admin/orders/{id}`. */
export function orderChange<
  const Method extends Route['method'],
  const Path extends `/admin/orders/{id}/${string}`,
  const R extends Omit<Route, 'method' | 'path' | 'auth' | 'answer'>,
>(method: Method, path: Path, rest: R) {
  return adminRoute(method, path, { answer: changed, ...rest });
}

/** The result of each of several orders, which are changed independently. */
export const resultsOfMany = success({ message: z.string(), results: z.array(orderResult) });

export const listAdminOrders = adminRoute('GET', '/admin/orders', {
  summary: 'Orders, newest first, filtered and searched; pages are shorter with many pictures',
  query: z.extend(orderFilter, { limit: limit(50), cursor }),
  answer: success({ orders: z.array(adminOrder), nextCursor }),
});

export const readOrderStats = adminRoute('GET', '/admin/orders/stats', {
  summary: 'Number of orders; cancelled ones count, those in the bin do not',
  answer: success({ stats: orderStats }),
});

export const listBin = adminRoute('GET', '/admin/orders/bin', {
  summary: 'Deleted orders that can still be restored, latest first; paged like the others',
  query: z.object({ limit: limit(50), cursor }),
  answer: success({ orders: z.array(binnedOrder), nextCursor }),
});

export const readAdminOrder = adminRoute('GET', '/admin/orders/{id}', {
  summary: 'One order with its history; its version is also the ETag',
  answer: success({ order: adminOrderDetail }),
});

const status = {
  status: orderStatus,
  /** Sent to the buyer in the mail about the new status. */
  reason: z.nullish(text(ADMIN_LIMITS.reason)),
  ...undoable,
};

/**
 * Any status may follow any other. Setting the same status changes nothing, mails nobody and is a
 * success. 409 `discount_unavailable`: the cancelled order's code has no use left.
 */
export const changeOrderStatus = orderChange('PATCH', '/admin/orders/{id}/status', {
  summary: 'Changes the status and mails the buyer, with the reason when given',
  body: jsonObject(status),
});
export type ChangeStatusBody = z.infer<typeof changeOrderStatus.body>;

export const changeOrderStatuses = adminRoute('PATCH', '/admin/orders/status', {
  summary: 'Changes the status of several orders independently; returns the result of each',
  body: jsonObject({ orders: orderVersions, ...status }),
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

/** The same with its former method. */
export const changeOrderStatusesByPost = { ...changeOrderStatuses, method: 'POST' } as const;

/** Without an open request nothing changes. */
export const answerCancelRequest = orderChange('POST', '/admin/orders/{id}/cancel-request', {
  summary: 'Cancels the order as requested or continues it; mails the buyer, with the reason',
  body: jsonObject({ accept: trueOrFalse(), reason: optionalText(text(ADMIN_LIMITS.reason)) }),
});

export const editOrderNotes = orderChange('PATCH', '/admin/orders/{id}/notes', {
  summary:
    'Changes the notes that the buyer sees (`deliveryData.notes`); null or blank removes them',
  body: jsonObject({ notes: z.nullable(text(DELIVERY_LIMITS.notes)) }),
});

/** No answer, mail, paper or export for the buyer contains them. */
export const editInternalNotes = orderChange('PATCH', '/admin/orders/{id}/internal-notes', {
  summary: "Changes the shop's own notes, which the buyer never sees; null or blank removes them",
  body: jsonObject({ internalNotes: z.nullable(text(ADMIN_LIMITS.internalNotes)) }),
});

export const recordPayment = orderChange('PUT', '/admin/orders/{id}/payment', {
  summary: 'Marks the order as paid',
  body: jsonObject({
    /** A day, not in the future. */
    paidAt: notedDay,
    /** Free text, such as `Transferencia`. */
    how: name(ADMIN_LIMITS.how, 'Escribe cómo se pagó'),
    /** True: mails the buyer again. Omitted: one mail per order, however often it is recorded. */
    tellsAgain: z.optional(trueOrFalse()),
    /** True: only the open deposit, if there is one. Omitted: all that is missing. */
    depositFirst: z.optional(trueOrFalse()),
    ...undoable,
  }),
});
export type RecordPaymentBody = z.infer<typeof recordPayment.body>;

export const removePayment = orderChange('DELETE', '/admin/orders/{id}/payment', {
  summary: 'Marks the order as not paid',
});

export const recordPayments = adminRoute('POST', '/admin/orders/payment', {
  summary: 'Sets or removes the payment of several orders independently',
  body: jsonObject({
    orders: orderVersions,
    /** Null: takes back the last payment that was noted by hand. */
    payment: z.nullable(recordPayment.body),
  }),
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

export const recordShipping = orderChange('PUT', '/admin/orders/{id}/shipping', {
  summary: 'Sets courier and tracking number, for the next mail about the status',
  /** Null or blank: not set. */
  body: jsonObject({
    courier: z.nullish(line(ADMIN_LIMITS.courier)),
    trackingNumber: z.nullish(line(ADMIN_LIMITS.trackingNumber)),
    /** True: for the parcel of the latest reprint. */
    ofReprint: z._default(trueOrFalse(), false),
  }),
});
export type RecordShippingBody = z.infer<typeof recordShipping.body>;

/** A guest's order must keep an e-mail for its mails. */
export const correctAddress = orderChange('PUT', '/admin/orders/{id}/address', {
  summary: 'Corrects recipient and address',
  body: jsonObject({
    ...addressBody,
    ...wayBody,
    /** Null or empty: on no day; left out: the same as before. */
    neededBy: z.exactOptional(optionalText(neededBy)),
    /** Whether shipping and total follow the new city; otherwise they stay as agreed. */
    updateShippingCost: z.optional(trueOrFalse()),
  }).check(cityAsListed(), asNeeded(), deliveryRules({ isGuest: false })),
});
export type CorrectAddressBody = z.output<typeof correctAddress.body>;
export type SentAddressBody = z.input<typeof correctAddress.body>;

/** Releases its code's use. After 7 days its pictures and the buyer's data are deleted. */
export const deleteOrder = adminRoute('DELETE', '/admin/orders/{id}', {
  summary: 'Moves the order to the bin',
  answer: success({ message: z.string() }),
});

/** 409 `discount_unavailable`: its code has no use left. */
export const restoreOrder = orderChange('POST', '/admin/orders/{id}/restore', {
  summary: 'Restores the order from the bin',
});

/**
 * UTF-8 with BOM, separator `;`, CRLF. A `'` precedes texts that Excel would run as a formula, a
 * no-break space those that it would change: long digits, leading zeros, phones, `3-12`. Times are
 * `2026-11-27 21:13` in Chile; an order's sums are on its first line alone.
 */
export const exportOrders = adminFile('/admin/orders/export.csv', {
  summary: 'All orders of the query, one line per picture',
  query: orderFilter,
  file: 'text/csv; charset=utf-8',
});

export const downloadPictures = adminFile('/admin/orders/{id}/pictures.zip', {
  summary: "The pictures' originals, each once, named by order, image and quantity",
  file: 'application/zip',
});

/** `n` counts from 1. */
export const downloadPicture = adminFile('/admin/orders/{id}/pictures/{n}', {
  summary: "One picture's original, byte for byte, in its own type",
  file: 'image/*',
});
