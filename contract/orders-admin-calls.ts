import * as z from 'zod/mini';
import { success } from './fields.ts';
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
import { cursor, limit, nextCursor } from './paging.ts';
import { defineFile, defineRoute } from './route.ts';

/**
 * Calls that change an order take its version as the header `If-Match` (optional). When the order
 * changed meanwhile they answer 409 `order_changed` with the fresh order (`adminOrderDetail`) as
 * `order`. An order that is unknown or in the bin is 404.
 */
export const changed = success({ message: z.string(), order: adminOrderDetail });

/** What became of each of several orders, which are changed each by itself. */
export const resultsOfMany = success({ message: z.string(), results: z.array(orderResult) });

export const listAdminOrders = defineRoute({
  method: 'GET',
  path: '/admin/orders',
  auth: 'admin',
  summary: 'Orders, newest first, narrowed and searched; a page holds fewer with many pictures',
  query: listOrdersQuery,
  answer: success({ orders: z.array(adminOrder), nextCursor }),
});

export const readOrderStats = defineRoute({
  method: 'GET',
  path: '/admin/orders/stats',
  auth: 'admin',
  summary: 'How many orders there are; cancelled ones count, those in the bin do not',
  answer: success({ stats: orderStats }),
});

export const listBin = defineRoute({
  method: 'GET',
  path: '/admin/orders/bin',
  auth: 'admin',
  summary: 'Deleted orders that can still be restored, the latest first; pages as of the others',
  query: z.object({ limit: limit(50), cursor }),
  answer: success({ orders: z.array(binnedOrder), nextCursor }),
});

export const readAdminOrder = defineRoute({
  method: 'GET',
  path: '/admin/orders/{id}',
  auth: 'admin',
  summary: 'One order with its history; its version is the ETag too',
  answer: success({ order: adminOrderDetail }),
});

/**
 * Any status may follow any other. The same status again changes nothing, mails nobody and is a
 * success. 409 `discount_unavailable`: a cancelled order's code has no use left to take again.
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
  summary: 'Changes the status of several orders, each by itself; answers the result of each',
  body: changeStatusesBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

/** Its earlier method. */
export const changeOrderStatusesByPost = defineRoute({ ...changeOrderStatuses, method: 'POST' });

/** Without a request nothing changes. */
export const answerCancelRequest = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/cancel-request',
  auth: 'admin',
  summary: 'Cancels the order as its buyer asks, or goes on; mails the buyer, with the reason',
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

/** They are in no answer, mail, paper or export that a buyer gets. */
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
  summary: 'Notes or takes back the payment of several orders, each by itself',
  body: recordPaymentsBody,
  maxBodyBytes: ORDERS_BODY_BYTES,
  answer: resultsOfMany,
});

export const recordShipping = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/shipping',
  auth: 'admin',
  summary: 'Notes courier and tracking number, for the next mail about the status',
  body: recordShippingBody,
  answer: changed,
});

export const correctAddress = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/address',
  auth: 'admin',
  summary: 'Corrects whom and where the order goes to',
  body: correctAddressBody,
  answer: changed,
});

/** Gives its code's use back. 7 days later its pictures and the buyer's data are gone for good. */
export const deleteOrder = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}',
  auth: 'admin',
  summary: 'Puts the order into the bin',
  answer: success({ message: z.string() }),
});

/** 409 `discount_unavailable`: its code has no use left to take again. */
export const restoreOrder = defineRoute({
  method: 'POST',
  path: '/admin/orders/{id}/restore',
  auth: 'admin',
  summary: 'Takes the order out of the bin',
  answer: changed,
});

/** UTF-8 with BOM, `;` between cells, CRLF; texts that Excel would run as a formula begin with `'`. */
export const exportOrders = defineFile({
  method: 'GET',
  path: '/admin/orders/export.csv',
  auth: 'admin',
  summary: "All orders of the list's query, one line per picture",
  query: orderFilter,
  file: 'text/csv; charset=utf-8',
});

export const downloadPictures = defineFile({
  method: 'GET',
  path: '/admin/orders/{id}/pictures.zip',
  auth: 'admin',
  summary: "The pictures' originals, named by order, image and quantity",
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
