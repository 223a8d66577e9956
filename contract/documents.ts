import * as z from 'zod/mini';
import { line, mustBe } from './fields.ts';
import { day } from './orders-admin.ts';
import { changed } from './orders-admin-calls.ts';
import { namesOrder, ofOwnOrder } from './own-order.ts';
import { defineFile, defineRoute } from './route.ts';

export const MAX_DOCUMENT_NUMBER_LENGTH = 40;

/** Numbers of boletas are written as figures as often as in quotes. */
const asText = z.transform((sent: unknown) => (typeof sent === 'number' ? String(sent) : sent));

/** What `noteDocument` takes, in JSON or as fields of a form. */
export const documentBody = z.object(
  {
    number: z.pipe(
      asText,
      line(MAX_DOCUMENT_NUMBER_LENGTH).check(
        z.minLength(1, { error: 'Escribe el número de la boleta' }),
      ),
    ),
    /** A day, today at the latest. */
    issuedOn: day,
    /** True: the buyer is mailed once more. Left out: once per order, however often it is noted. */
    tellsAgain: z.optional(z.boolean({ error: mustBe('verdadero o falso') })),
  },
  { error: mustBe('un objeto JSON o un formulario') },
);
export type DocumentBody = z.infer<typeof documentBody>;

/**
 * JSON, or a multipart form with the same fields and a PDF of up to 5 MB as `file`. Without a file
 * the one that it has stays, unless the number is another.
 */
export const noteDocument = defineRoute({
  method: 'PUT',
  path: '/admin/orders/{id}/document',
  auth: 'admin',
  summary: "Notes the order's boleta, with its PDF when given, and mails the buyer",
  answer: changed,
});

export const removeDocument = defineRoute({
  method: 'DELETE',
  path: '/admin/orders/{id}/document',
  auth: 'admin',
  summary: 'Takes the boleta back, its PDF too',
  answer: changed,
});

export const downloadDocument = defineFile({
  method: 'GET',
  path: '/admin/orders/{id}/document',
  auth: 'admin',
  summary: "The PDF of the order's boleta",
  file: 'application/pdf',
});

/** 404 for somebody else's order, and where there is no PDF. */
export const openDocument = defineFile({
  method: 'POST',
  path: '/orders/document',
  auth: 'optional',
  summary: "The PDF of one's order's boleta",
  body: z.object(ofOwnOrder, { error: mustBe('un objeto JSON') }).check(namesOrder()),
  file: 'application/pdf',
});

/** As the CSV of orders. Both days count, and are days of payment; amounts in pesos. */
export const exportDocuments = defineFile({
  method: 'GET',
  path: '/admin/documents.csv',
  auth: 'admin',
  summary: 'Paid orders with their boletas, for the accountant',
  query: z.object({ from: z.optional(day), to: z.optional(day) }),
  file: 'text/csv; charset=utf-8',
});
