import * as z from 'zod/mini';
import { adminFile, adminRoute } from '#contract/base/admin-route.ts';
import { success } from '#contract/base/fields.ts';
import { orderedPinFields } from '#contract/pins/pins.ts';
import { PERIODS } from '#domain/base/periods.ts';

const MAX_PERIODS = { week: 53, month: 24 } as const;

/** Sums of orders that are not cancelled or in the bin; amounts in pesos, shipping included. */
const sales = z.object({
  orders: z.number(),
  pins: z.number(),
  revenue: z.number(),
  /** Pesos per order, rounded; 0 without orders. */
  averageOrder: z.number(),
  guestOrders: z.number(),
  /** Orders of buyers who had ordered before with the same account or e-mail. */
  returningOrders: z.number(),
  /** Without those whose money all went back. */
  paidOrders: z.number(),
  /** What came in, less what went back. */
  paidRevenue: z.number(),
  /** What went back of `revenue`, which includes it; omitted if nothing did. */
  refunded: z.optional(z.number()),
  /** What of `paidRevenue` came in beyond the orders' totals; omitted if nothing did. */
  overpaid: z.optional(z.number()),
});
export type Sales = z.infer<typeof sales>;

/** Returns the revenue less what of it went back, in pesos: 'Ventas' on the screen. */
export function netRevenue({ revenue, refunded = 0 }: Pick<Sales, 'revenue' | 'refunded'>): number {
  return revenue - refunded;
}

/** Returns what is still to be paid, in pesos: what one order has too much pays no other. */
export function unpaidRevenue(
  sales: Pick<Sales, 'revenue' | 'refunded' | 'paidRevenue' | 'overpaid'>,
): number {
  return netRevenue(sales) - sales.paidRevenue + (sales.overpaid ?? 0);
}

/** Days in Chile, such as `2026-03-09`, both included. */
const periodSales = z.extend(sales, { from: z.string(), to: z.string() });
export type PeriodSales = z.infer<typeof periodSales>;

/** By the region's code; regions without orders are omitted. */
const regionSales = z.extend(sales, { region: z.string() });

/** Pins by the names of product and finish at the time; pesos before discounts and shipping. */
const productSales = z.object({
  product: orderedPinFields.product,
  finish: orderedPinFields.finish,
  pins: z.number(),
  revenue: z.number(),
});
export type ProductSales = z.infer<typeof productSales>;

const COUNT = `Pide de 1 a ${MAX_PERIODS.week} semanas, o de 1 a ${MAX_PERIODS.month} meses`;

const query = z
  .object({
    by: z._default(z.enum(PERIODS, { error: 'Elige week o month' }), 'week'),
    /** Number of weeks or months up to today. */
    last: z._default(z.coerce.number({ error: COUNT }).check(z.int(COUNT), z.gte(1, COUNT)), 12),
  })
  .check(z.refine(({ by, last }) => last <= MAX_PERIODS[by], { path: ['last'], error: COUNT }));
export type SalesQuery = z.infer<typeof query>;

export const readSales = adminRoute('GET', '/admin/orders/sales', {
  summary: 'Orders, pins and pesos by week or month, and by region',
  query,
  answer: success({
    /** Every period of the range, oldest first, including those without orders. */
    periods: z.array(periodSales),
    /** Of the whole range, by descending revenue. */
    regions: z.array(regionSales),
    /** Of the whole range, by descending revenue. Omitted if only one pin without finish sold. */
    products: z.optional(z.array(productSales)),
    total: sales,
    /**
     * Credits of the bank's lists in the range, and those from which payments of orders were noted.
     * Omitted without a list; movements that paid no order are kept for three months.
     */
    bank: z.optional(
      z.object({
        movements: z.number(),
        amount: z.number(),
        ofOrders: z.number(),
        amountOfOrders: z.number(),
      }),
    ),
    /** Pins reprinted for free in the range; no other figure includes them. */
    reprinted: z.number(),
  }),
});
export type SalesAnswer = z.infer<typeof readSales.answer>;

/** UTF-8 with BOM, `;` between cells, CRLF. */
export const exportSales = adminFile('/admin/orders/sales.csv', {
  summary: 'The same as CSV, one line per week or month and region',
  query,
  file: 'text/csv; charset=utf-8',
});
