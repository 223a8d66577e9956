import { expect } from 'vitest';
import * as z from 'zod';
import type { BuyerOrder } from '#contract/orders.ts';
import { hasMoney } from '#domain/payment.ts';
import { DEFAULT_PRICES } from '#domain/prices.ts';
import {
  describeShown,
  findAttempts,
  type PaymentRow,
} from '#server/features/orders/online-payment.ts';
import type { Bank } from './payment-bank.ts';

/** What a story has come to. */
export type World = {
  order: BuyerOrder;
  returns: string[];
  /** Whether it goes where the shipping is dearer. */
  isFar: boolean;
  /** Pesos that Webpay may hold at most: what it held when nobody was to pay any more. */
  cap: number;
  /** Whether the order may have waited for money again, so that nothing caps it. */
  isLoose: boolean;
  /** How often the owner noted a payment or took one off. */
  notes: number;
};

const mailed = z.object({
  paymentId: z.string().optional(),
  why: z.string().optional(),
  amount: z.number().optional(),
});

/**
 * Expects that the shop's rows are the provider's, that an order was paid once at most, and that buyer and owner
 * were told of what they have to know.
 */
export async function expectSameBooks(
  bank: Bank,
  { order: { id, deliveryData }, cap, isLoose, notes }: World,
): Promise<void> {
  const { db } = bank.shop.context;
  const rows = await findAttempts(db.queries, id);
  const mails = (await db.queries.selectFrom('jobs').selectAll().execute()).map(
    ({ kind, payload }) => ({ kind, ...mailed.parse(JSON.parse(payload)) }),
  );
  const money = rows.filter(hasMoney);
  const sums = (row: PaymentRow) => [row.provider_id, row.amount, row.refunded, row.refunding];
  const theirs = bank.taken(id).map((each) => [each.providerId, each.amount, each.refunded, 0]);
  expect(money.map(sums).toSorted()).toEqual(theirs.toSorted());
  const paying = rows.filter(({ paid_order }) => paid_order === 1);
  for (const row of rows) {
    expect(['created', 'authorised']).not.toContain(row.state);
    if (row.state === 'unknown') expect(bank.isUndecided(row.reference)).toBe(true);
    const told = mails.filter(({ paymentId }) => paymentId === row.id);
    const isLate = row.paid_order === 0 && (row.state === 'paid' || row.state === 'refunding');
    const late = told.filter(({ kind, why }) => kind === 'mail.payment_told' && why === 'late');
    // Nobody but the owner has taken back what paid the order, for another payment to pay it.
    const paidBefore = notes > 0 && paying.length > 0;
    if (isLate && !paidBefore) expect(late).toHaveLength(1);
    const back = told.filter(({ kind }) => kind === 'mail.payment_refunded');
    expect(back.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(row.refunded);
  }
  const order = await db.queries
    .selectFrom('orders')
    .select(['paid_on', 'online_payment'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(paying.length).toBeLessThanOrEqual(1);
  if (notes === 0) {
    expect(order.paid_on !== null).toBe(paying.length === 1);
    const received = mails.filter(({ kind }) => kind === 'mail.payment_received');
    expect(received).toHaveLength(paying.length);
  }
  expect(JSON.parse(order.online_payment ?? 'null')).toEqual(describeShown(rows));
  if (bank.capturesByItself) return;
  const once = deliveryData.pricing.subtotalAfterDiscount + DEFAULT_PRICES.shipping;
  expect(bank.heldFor(id)).toBeLessThanOrEqual(isLoose ? once : Math.min(cap, once));
}
