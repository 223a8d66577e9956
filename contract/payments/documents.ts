import * as z from 'zod/mini';
import { adminFile } from '#contract/base/admin-route.ts';
import { day, notedDay } from '#contract/base/days.ts';
import { jsonObject, mustBe, name, success, trueOrFalse, usual } from '#contract/base/fields.ts';
import { defineFile, defineRoute } from '#contract/base/route.ts';
import { buyerOrder } from '#contract/orders/orders.ts';
import { orderChange } from '#contract/orders/orders-admin-calls.ts';
import { namesOrder, ofOwnOrder } from '#contract/orders/own-order.ts';
import { DOCUMENT_KINDS } from '#domain/payments/invoice.ts';
import { invoiceBody } from './invoice.ts';

export const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Clients send a boleta's number as a number or as a text. */
const asText = z.transform((sent: unknown) => (typeof sent === 'number' ? String(sent) : sent));

/** Body of `noteDocument`, as JSON or form fields. */
export const documentBody = z.object(
  {
    number: z.pipe(asText, name(MAX_DOCUMENT_NUMBER_LENGTH, 'Escribe el número de la boleta')),
    /** An order has a document of one kind: 409 `document_issued` for the other. */
    kind: usual(z.enum(DOCUMENT_KINDS, { error: 'Debe ser boleta o factura' }), 'boleta'),
    /** A day, not in the future. */
    issuedOn: notedDay,
    /** True: mails the buyer again. Omitted: one mail per order, however often it is recorded. */
    tellsAgain: z.optional(trueOrFalse()),
  },
  { error: mustBe('un objeto JSON o un formulario') },
);
export type DocumentBody = z.infer<typeof documentBody>;

/**
 * JSON, or a multipart form with the same fields and a PDF of up to 5 MB as `file`. Without a file
 * the present one is kept, unless the number changes.
 */
export const noteDocument = orderChange('PUT', '/admin/orders/{id}/document', {
  summary: "Records the order's boleta, optionally with its PDF, and mails the buyer",
});

/** Until a document was issued: 409 `document_issued` then, `order_ended` once cancelled or free. */
export const requestInvoice = defineRoute('POST', '/orders/invoice', {
  auth: 'optional',
  summary: 'Requests a factura for an own order, or corrects its receiver',
  body: jsonObject({ ...ofOwnOrder, ...invoiceBody }).check(namesOrder()),
  answer: success({ order: buyerOrder }),
});

export const removeDocument = orderChange('DELETE', '/admin/orders/{id}/document', {
  summary: 'Removes the boleta and its PDF',
});

export const downloadDocument = adminFile('/admin/orders/{id}/document', {
  summary: "The PDF of the order's boleta",
  file: 'application/pdf',
});

/** 404 for another account's order, and without a PDF. */
export const openDocument = defineFile('POST', '/orders/document', {
  auth: 'optional',
  summary: 'The PDF of the boleta of an own order',
  body: jsonObject(ofOwnOrder).check(namesOrder()),
  file: 'application/pdf',
});

/** The format of the orders' CSV. Days of payment, both included; amounts in pesos. */
export const exportDocuments = adminFile('/admin/documents.csv', {
  summary: 'Paid orders with their boletas, for the accountant',
  query: z.object({ from: z.optional(day), to: z.optional(day) }),
  file: 'text/csv; charset=utf-8',
});
