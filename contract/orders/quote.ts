import * as z from 'zod/mini';
import { day } from '#contract/base/days.ts';
import { jsonObject, list, mustBe, name, optional } from '#contract/base/fields.ts';
import { orderedPinFields, panelQuantity, sentPinChoiceFields } from '#contract/pins/pins.ts';
import { MAX_AGREED_TOTAL } from '#domain/orders/prices.ts';
import { QUOTE_STATES } from '#domain/orders/quote.ts';
import { charge } from './pricing.ts';

/** So that a quote fits on one page. */
const MAX_QUOTE_LINES = 20;

/** A quote in its order: the last day to accept it, and whether that is possible now. */
export const quoteSummary = z.object({ validUntil: z.string(), state: z.enum(QUOTE_STATES) });

const { product, finish, unitPrice } = orderedPinFields;
/** Pins of one kind; `unitPrice` in pesos. */
export const quoteItem = z.object({ quantity: z.number(), product, finish, unitPrice });

const quoteLine = z.object(
  {
    product: sentPinChoiceFields.product,
    finish: sentPinChoiceFields.finish,
    quantity: panelQuantity,
  },
  { error: mustBe('un producto con su cantidad') },
);

const MAX_CHARGES = 20;
const MAX_CHARGE_LABEL = 60;

const pesos = z
  .int({ error: 'Debe ser un monto en pesos, sin decimales' })
  .check(
    z.minimum(-MAX_AGREED_TOTAL, { error: 'El monto es demasiado bajo' }),
    z.maximum(MAX_AGREED_TOTAL, { error: 'El monto es demasiado alto' }),
  );

/** Charges that the shop agrees with a buyer, negative for a rebate. */
export const sentCharges = list(
  jsonObject({ label: name(MAX_CHARGE_LABEL, 'Escribe qué es'), amount: pesos }),
  MAX_CHARGES,
  { expected: 'una lista de cargos', tooMany: `Se aceptan hasta ${MAX_CHARGES} cargos por pedido` },
).check(
  // What an agreed total leaves for shipping is a column of 32 bits.
  z.refine(
    (charges) => {
      const sum = charges.reduce((total, each) => total + Math.abs(each?.amount ?? 0), 0);
      return !(sum > MAX_AGREED_TOTAL);
    },
    { error: 'Los cargos suman demasiado' },
  ),
);

/** Makes the order a quote; without a product on offer, the first one. */
export const quoteBody = z.object(
  {
    /** The last day to accept it, such as `2026-03-09`; 400 in the past. */
    validUntil: day,
    lines: optional(
      list(quoteLine, MAX_QUOTE_LINES, {
        expected: 'una lista de productos',
        tooMany: `Se aceptan hasta ${MAX_QUOTE_LINES} productos por cotización`,
      }),
    ),
    charges: optional(sentCharges),
  },
  { error: mustBe('una cotización') },
);

const named = z.object({ id: z.string(), name: z.string() });
/** What a quote promises, as JSON: it never changes. */
export const quoted = z.object({
  priceList: z._default(z.object({ products: z.number(), defaultProduct: z.number() }), {
    products: 0,
    defaultProduct: 0,
  }),
  lines: z.array(
    z.object({
      quantity: z.number(),
      product: named,
      finish: z.nullable(named),
      unitPrice: z.number(),
    }),
  ),
  cost: z.object({
    pins: z.number(),
    imagesTotal: z.number(),
    discountCode: z.nullable(z.string()),
    discountAmount: z.number(),
    subtotalAfterDiscount: z.number(),
    charges: z.array(charge),
    totalAmount: z.number(),
    agreedTotal: z.nullable(z.number()),
  }),
});
