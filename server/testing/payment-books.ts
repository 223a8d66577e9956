import { expect } from 'vitest';
import * as z from 'zod';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { hasMoney } from '#domain/payments/attempt.ts';
import { sumAmounts } from '#domain/payments/refunds.ts';
import { findAttempts, type PaymentRow } from '#server/features/payments/repo.ts';
import type { Bank } from './payment-bank.ts';
import { findRow } from './rows.ts';

/** The state of a story. */
export type World = {
  order: BuyerOrder;
  returns: string[];
  /** Whether its address has the higher shipping cost. */
  isFar: boolean;
  /** Maximum pesos that Webpay may hold: what it held when the order could no longer be paid. */
  cap: number;
  /** Whether the order may have waited for money again, so that there is no maximum. */
  isLoose: boolean;
  /** How often the owner recorded or removed a payment. */
  notes: number;
};

const mailed = z.object({
  paymentId: z.string().optional(),
  why: z.string().optional(),
  amount: z.number().optional(),
});

/**
 * Expects that the shop's rows agree with the provider's data, that no order was paid twice,
 * and that buyer and owner got the right mails.
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
    const own = mails.filter(({ paymentId }) => paymentId === row.id);
    const isLate = row.paid_order === 0 && (row.state === 'paid' || row.state === 'refunding');
    const late = own.filter(({ kind, why }) => kind === 'mail.payment_told' && why === 'late');
    // Unless the owner removed an earlier payment, so that another one could pay the order.
    const paidBefore = notes > 0 && paying.length > 0;
    if (isLate && !paidBefore) expect(late).toHaveLength(1);
    const back = own.filter(({ kind }) => kind === 'mail.payment_refunded');
    expect(back.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(row.refunded);
  }
  const order = await findRow({ db }, 'orders', { id });
  const once = deliveryData.pricing.subtotalAfterDiscount + DEFAULT_PRICES.shipping;
  // Several only of an order that became dearer once it was paid: each brings what is missing.
  const kept = paying.map(({ amount, refunded }) => ({ amount: amount - refunded }));
  if (paying.length > 1) expect(sumAmounts(kept)).toBeLessThanOrEqual(once);
  if (notes === 0) {
    expect(order.paid_on !== null).toBe(paying.length > 0);
    const received = mails.filter(({ kind }) => kind === 'mail.payment_received');
    expect(received).toHaveLength(paying.length);
  }
  if (bank.capturesByItself) return;
  expect(bank.heldFor(id)).toBeLessThanOrEqual(isLoose ? once : Math.min(cap, once));
}
