import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import {
  jsonObject,
  line,
  list,
  mustBe,
  name,
  optionalText,
  trueOrFalse,
} from '#contract/base/fields.ts';
import { CHARACTER_BYTES, USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { resultsOfMany } from '#contract/orders/orders-admin-calls.ts';
import { orderNumber } from '#contract/orders/own-order.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { printedOrders } from './sheets.ts';

/** Order numbers, separated by commas. */
const ids = z.pipe(
  z.pipe(
    z.string({ error: mustBe('una lista de pedidos') }),
    z.transform((text: string) =>
      [...new Set(text.split(',').map((id) => readOrderNumber(id.trim())))].filter(Boolean),
    ),
  ),
  printedOrders,
);

/** Maximum number of pictures in the orders of one set of slips or labels; more are 400. */
export const MAX_PAPER_PICTURES = 500;

const LABEL_FORMATS = ['100x150', 'a4'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** 404 for an unknown order or one in the bin. */
export const downloadSlips = adminFile('/admin/slips', {
  summary: 'Packing slips in A6, four per page',
  query: z.object({ ids }),
  file: 'application/pdf',
});

export const downloadLabels = adminFile('/admin/labels', {
  summary: 'Address labels: one per page of 100 x 150 mm, or eight per A4',
  query: z.object({
    ids,
    format: z._default(z.enum(LABEL_FORMATS, { error: 'Este formato no existe' }), '100x150'),
  }),
  file: 'application/pdf',
});

/** Without orders that are picked up; 400 if nothing is sent. */
export const downloadHandover = adminFile('/admin/handover', {
  summary: 'Handover lists for the couriers to sign, one per courier',
  query: z.object({ ids }),
  file: 'application/pdf',
});

/** For an open reprint: of its parcel. 409 for each as with a mark; a pick-up has no number. */
export const recordParcels = adminRoute('POST', '/admin/orders/parcels', {
  summary: 'Sets the tracking numbers of several parcels independently; returns the result of each',
  body: jsonObject({
    orders: list(
      z.object({
        id: orderNumber,
        version: z.optional(z.number()),
        tracking: name(ADMIN_LIMITS.trackingNumber, 'Escribe el número de seguimiento'),
      }),
      100,
      {
        expected: 'una lista de pedidos con sus números',
        empty: 'Elige al menos un pedido',
        tooMany: 'Se anotan hasta 100 números a la vez',
      },
    ),
    /** For all of them; omitted: the one recorded for each order, or else the buyer's choice. */
    courier: optionalText(line(ADMIN_LIMITS.courier)),
    /** True: marks them as dispatched, which mails their buyers. */
    isDispatched: trueOrFalse(),
  }),
  maxBodyBytes: 100 * (CHARACTER_BYTES * ADMIN_LIMITS.trackingNumber + 160) + USUAL_BODY_BYTES,
  answer: resultsOfMany,
});
export type ParcelsBody = z.infer<typeof recordParcels.body>;
