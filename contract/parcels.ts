import * as z from 'zod/mini';
import { mustBe } from './fields.ts';
import { defineFile } from './route.ts';
import { printedOrders } from './sheets.ts';

/** Orders' numbers with commas between them. */
const ids = z.pipe(
  z.pipe(
    z.string({ error: mustBe('una lista de pedidos') }),
    z.transform((text: string) =>
      [...new Set(text.split(',').map((id) => id.trim()))].filter(Boolean),
    ),
  ),
  printedOrders,
);

const LABEL_FORMATS = ['100x150', 'a4'] as const;
export type LabelFormat = (typeof LABEL_FORMATS)[number];

/** An unknown order, or one in the bin, is 404. */
export const downloadSlips = defineFile({
  method: 'GET',
  path: '/admin/slips',
  auth: 'admin',
  summary: 'Packing slips of A6, four to a page',
  query: z.object({ ids }),
  file: 'application/pdf',
});

export const downloadLabels = defineFile({
  method: 'GET',
  path: '/admin/labels',
  auth: 'admin',
  summary: 'Address labels: one per page of 100 x 150 mm, or eight per A4',
  query: z.object({
    ids,
    format: z._default(z.enum(LABEL_FORMATS, { error: 'Este formato no existe' }), '100x150'),
  }),
  file: 'application/pdf',
});
