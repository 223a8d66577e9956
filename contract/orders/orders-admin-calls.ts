import * as z from 'zod/mini';
import { success } from '#contract/base/fields.ts';
import { cursor, limit, nextCursor } from '#contract/base/paging.ts';
import { defineFile, defineRoute } from '#contract/base/route.ts';
import {
  adminOrder,
  adminOrderDetail,
  answerCancelRequestBody,
  binnedOrder,
  changeStatusBody,
  changeStatusesBody,
  correctAddressBody,
  editInternalNotesBody,
  editNotesBody,
  listOrdersQuery,
  ORDERS_BODY_BYTES,
  orderFilter,
  orderResult,
  orderStats,
  recordPaymentBody,
  recordPaymentsBody,
  recordShippingBody,
} from './orders-admin.ts';

/**
 * Requests that change an order accept its version in the header `If-Match` (optional). If the
 * order has changed since, they return 409 `order_changed` with the current order
 * (`adminOrderDetail`) as `order`. An unknown order, or one in the bin, is 404.
 */
export const changed = success({ message: z.string(), order: adminOrderDetail });

/** The result of each of several orders, which are changed independently. */
export const resultsOfMany = success({ message: z.string(), results: z.array(orderResult) });

export const listAdminOrders = defineRoute({
  method: 'GET',
  path: '/admin/orders',
  auth: 'admin',
  summary: 'Orders, newest first, filtered and searched; pages are shorter with many pictures',
  query: listOrdersQuery,
  answer: success({ orders: z.array(adminOrder), nextCursor }),
});

export const readOrderStats = defineRoute({
  method: 'GET',
  path: '/admin/orders/stats',
  auth: 'admin',
  summary: 'Number of orders; cancelled ones count, those in the bin do not',
  answer: success({ stats: orderStats }),
});

export const listBin = defineRoute({
  method: 'GET',
  path: '/admin/orders/bin',
  auth: 'admin',
  summary: 'Deleted orders that can still be restored, latest first; paged like the others',
  query: z.object({ limit: limit(50), cursor }),
  answer: success({ orders: z.array(binnedOrder), nextCursor }),
});

export const readAdminOrder = defineRoute({
  method: 'GET',
  path: '/admin/orders/{id}',
  auth: 'admin',
  summary: 'One order with its history; its version is also the ETag',
  answer: success({ order: adminOrderDetail }),
});

/**
 * Any status may follow any other. Setting the same status changes nothing, mails nobody and is a
 * success. 409 `discount_unavailable`: the cancelled order's code has no use left.
 */
export const changeOrderStatus = defineRoute({
  method: 'PATCH',
  path: '/admin/orders/{id}/status',
  auth: 'admin',
  summary: 'Changes the status and mails the buyer, with the reason when given',
  body: changeStatusBody,
  answer: changed,
});

export const changeOrderStatuses = defineRoute({
  method: 'PATCH',
  path: '/admin/orders/status',
  auth: 'admin',
  summary: 'Changes the status of several orders independently; returns the result of each',
  body: changeStatusesBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

/** The same with its former method. */
export const changeOrderStatusesByPost = defineRoute({ ...changeOrderStatuses, method: 'POST' });

/** Without an open request nothing changes. */
export const answerCancelRequest = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/cancel-request',
  auth: 'admin',
  summary: 'Cancels the order as requested or continues it; mails the buyer, with the reason',
  body: answerCancelRequestBody,
  answer: changed,
});

export const editOrderNotes = defineRoute({
  method: 'PATCH',
  path: '/admin/orders/{id}/notes',
  auth: 'admin',
  summary:
    'Changes the notes that the buyer sees (`deliveryData.notes`); null or blank removes them',
  body: editNotesBody,
  answer: changed,
});

/** No answer, mail, paper or export for the buyer contains them. */
export const editInternalNotes = defineRoute({
  method: 'PATCH',
  path: '/admin/orders/{id}/internal-notes',
  auth: 'admin',
  summary: "Changes the shop's own notes, which the buyer never sees; null or blank removes them",
  body: editInternalNotesBody,
  answer: changed,
});

export const recordPayment = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/payment',
  auth: 'admin',
  summary: 'Marks the order as paid',
  body: recordPaymentBody,
  answer: changed,
});

export const removePayment = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/payment',
  auth: 'admin',
  summary: 'Marks the order as not paid',
  answer: changed,
});

export const recordPayments = defineRoute({
  method: 'POST',
  path: '/admin/orders/payment',
  auth: 'admin',
  summary: 'Sets or removes the payment of several orders independently',
  body: recordPaymentsBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

export const recordShipping = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/shipping',
  auth: 'admin',
  summary: 'Sets courier and tracking number, for the next mail about the status',
  body: recordShippingBody,
  answer: changed,
});

export const correctAddress = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/address',
  auth: 'admin',
  summary: 'Corrects recipient and address',
  body: correctAddressBody,
  answer: changed,
});

/** Releases its code's use. After 7 days its pictures and the buyer's data are deleted. */
export const deleteOrder = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}',
  auth: 'admin',
  summary: 'Moves the order to the bin',
  answer: success({ message: z.string() }),
});

/** 409 `discount_unavailable`: its code has no use left. */
export const restoreOrder = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/restore',
  auth: 'admin',
  summary: 'Restores the order from the bin',
  answer: changed,
});

/**
 * UTF-8 with BOM, separator `;`, CRLF. A `'` precedes texts that Excel would run as a formula, a
 * no-break space those that it would change: long digits, leading zeros, phones, `3-12`. Times are
 * `2026-11-27 21:13` in Chile; an order's sums are on its first line alone.
 */
export const exportOrders = defineFile({
  method: 'GET',
  path: '/admin/orders/export.csv',
  auth: 'admin',
  summary: 'All orders of the query, one line per picture',
  query: orderFilter,
  file: 'text/csv; charset=utf-8',
});

export const downloadPictures = defineFile({
  method: 'GET',
  path: '/admin/orders/{id}/pictures.zip',
  auth: 'admin',
  summary: "The pictures' originals, each once, named by order, image and quantity",
  file: 'application/zip',
});

/** `n` counts from 1. */
export const downloadPicture = defineFile({
  method: 'GET',
  path: '/admin/orders/{id}/pictures/{n}',
  auth: 'admin',
  summary: "One picture's original, byte for byte, in its own type",
  file: 'image/*',
});
