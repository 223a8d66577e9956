import type { Selectable } from 'kysely';
import * as z from 'zod';
import { type AdminOnlinePayment, adminOnlinePayment } from '#contract/online-payment.ts';
import { ShopError } from '#domain/errors.ts';
import {
  afterEvent,
  hasMoney,
  isBeingConfirmed,
  type Payment,
  shownAttempt,
  shownState,
} from '#domain/payment.ts';
import type { Config } from '#server/config.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import type { OrderRow } from './repo.ts';

/** An order cannot be ended while its payment may have succeeded. */
export const CONFIRMING =
  'Estamos confirmando un pago de este pedido. Intenta de nuevo en unos minutos';

export type PaymentRow = Selectable<Schema['payments']>;

type Columns = Pick<OrderRow, 'online_payment' | 'total_amount'>;

/** Returns the stored state of an order's online payment; null before the first attempt. */
function readOnlinePayment({
  online_payment: stored,
}: Pick<OrderRow, 'online_payment'>): AdminOnlinePayment | null {
  return stored === null ? null : z.parse(adminOnlinePayment, JSON.parse(stored));
}

/** Returns whether the buyer is paying now, or may have paid. */
export function isBeingPaid(order: Pick<OrderRow, 'online_payment'>): boolean {
  const state = readOnlinePayment(order)?.state;
  return state === 'open' || state === 'unknown';
}

/** Returns the signs of a payment that decide whether the buyer may cancel the order. */
export function paySignsOf(order: Pick<OrderRow, 'online_payment' | 'receipt_at'>) {
  return {
    hasReceipt: order.receipt_at !== null,
    isBeingConfirmed: readOnlinePayment(order)?.state === 'unknown',
  };
}

/** Returns an order's online payment for the API; no field when online payments are off. */
export function presentOnlinePayment(
  order: Columns,
  { payments }: Pick<Config, 'payments'>,
): { onlinePayment?: AdminOnlinePayment } {
  if (payments === null) return {};
  return { onlinePayment: readOnlinePayment(order) ?? { ...NONE, amount: order.total_amount } };
}

const NONE = {
  state: 'none',
  ...{ refunded: 0, provider: null, providerId: null },
  ...{ reference: null, method: null, authorizationCode: null, fee: null },
} as const;

/** Stores the payment's state in the order without a new version: no admin's change conflicts. */
async function storeOnlinePayment(
  tx: Tx,
  orderId: string,
  payment: AdminOnlinePayment,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ online_payment: JSON.stringify(payment) })
    .where('id', '=', orderId)
    .execute();
}

export function toPayment(row: PaymentRow): Payment {
  const { state, amount, refunded, refunding } = row;
  return { state, amount, refunded, refunding, isSuperseded: row.is_superseded === 1 };
}

/** Returns an order's attempts, oldest first. */
export function findAttempts(db: Queries | Tx, orderId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Returns the pesos of an order's own payment whose refund the provider has not confirmed. */
export function refundingOf(attempts: readonly PaymentRow[]): number {
  return attempts
    .filter(({ paid_order }) => paid_order === 1)
    .reduce((sum, { refunding }) => sum + refunding, 0);
}

/** Returns the attempt that is shown for the order. @param attempts oldest first */
export function findShown(attempts: readonly PaymentRow[]): PaymentRow | null {
  const shown = shownAttempt(
    attempts.map((row) => ({ ...toPayment(row), paidOrder: row.paid_order === 1, row })),
  );
  return shown?.row ?? null;
}

/** Updates the payment's state in the order after one of its attempts has changed. */
export async function storeShown(tx: Tx, orderId: string): Promise<void> {
  const shown = describeShown(await findAttempts(tx, orderId));
  if (shown) await storeOnlinePayment(tx, orderId, shown);
}

/**
 * Returns the state of an order's online payment; null before the first attempt.
 * @param attempts oldest first
 */
export function describeShown(attempts: readonly PaymentRow[]): AdminOnlinePayment | null {
  const shown = findShown(attempts);
  if (!shown) return null;
  const paysNothing = hasMoney(shown) && shown.paid_order === 0;
  const isSecond = paysNothing && attempts.some(({ paid_order }) => paid_order === 1);
  return { ...describeAttempt(shown), ...(isSecond && { isSecond }) };
}

/** Returns an attempt for the panel. */
export function describeAttempt(row: PaymentRow) {
  const { state, amount, refunded, provider, provider_id: providerId, reference, ...how } = row;
  return {
    ...{ state: shownState(state), amount, refunded, provider, providerId, reference },
    ...{ method: how.method, authorizationCode: how.authorization_code, fee: how.fee },
  };
}

/** Supersedes an attempt, so that it is never confirmed; one that may be paid is not changed. */
export async function supersede(tx: Tx, row: PaymentRow): Promise<void> {
  if (!afterEvent(toPayment(row), { type: 'superseded' }).isSuperseded) return;
  if (row.is_superseded === 1) return;
  await tx.updateTable('payments').set({ is_superseded: 1 }).where('id', '=', row.id).execute();
}

/**
 * Supersedes an order's attempts because the order ends or its total changes.
 * @throws ShopError `order_under_way` while one is being confirmed
 */
export async function supersedeAttempts(tx: Tx, orderId: string): Promise<void> {
  const attempts = await findAttempts(tx, orderId);
  const isPending = attempts.some((row) => row.is_superseded === 0 && isBeingConfirmed(row));
  if (isPending) {
    throw new ShopError('order_under_way', { message: CONFIRMING });
  }
  for (const row of attempts) await supersede(tx, row);
  await storeShown(tx, orderId);
}
