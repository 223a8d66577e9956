import { hash } from 'node:crypto';
import type { RefundBody } from '#contract/payments/refunds-admin.ts';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order, OrderRefund } from '#domain/orders/order.ts';
import { openRefundsOf } from '#domain/orders/order-money.ts';
import { isVoid } from '#domain/orders/status.ts';
import { refundingOf } from '#domain/payments/online-payment.ts';
import {
  isPromise,
  partsOfRefund,
  REFUND_DAYS,
  type RefundReason,
  type RefundWay,
  sumAmounts,
} from '#domain/payments/refunds.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { setCancelled } from '#server/features/orders/set-status.ts';
import { newJobId } from '#server/lib/ids.ts';

/** Ways that the shop cannot observe: the owner gives the money back and notes it. */
export type NotedWay = Exclude<RefundWay, 'online'>;

/**
 * Notes money that the owner gave back today, and mails the buyer; with `cancels` it also cancels
 * the order, with one mail about both.
 * @param key of a request that may be repeated: its refund is noted once
 * @throws ShopError `not_found`, `order_changed`, `refund_too_large`, `idempotency_key_reused`
 */
export function noteRefund(
  context: Context,
  target: ChangeTarget,
  refund: Omit<RefundBody, 'how'> & { how: NotedWay },
  key: string | null = null,
): Promise<Order> {
  const { amount, how, reason, cancels } = refund;
  return changeOrder(context, target, async (order, tx): Promise<OrderChange | null> => {
    const now = context.clock();
    const earlier = key === null ? [] : notedWith(order, key);
    if (earlier.length > 0) return refuseOther(earlier, refund);
    if (key !== null && (await isRefundedOnline(tx, order.id, key))) {
      throw new ShopError('idempotency_key_reused');
    }
    const prefix = key === null ? null : notePrefix(order, key);
    const note = { how, doneOn: dayOf(now), reason: reason ?? null, amount: amount ?? null };
    const { refunds, amount: back } = noteDone(context, order, note);
    const named = refunds.map((each, at) =>
      prefix === null || order.refunds.includes(each) ? each : { ...each, id: `${prefix}-${at}` },
    );
    const cancelled = cancels ? cancelToo(context, order) : null;
    return {
      set: { refunds: named, ...cancelled?.set },
      action: 'refund_noted',
      changes: [
        { field: 'refund', to: back },
        { field: 'refundHow', to: how },
        ...(cancelled?.changes ?? []),
      ],
      mails: cancelled?.mails ?? [{ kind: 'refund_noted' }],
    };
  });
}

/** Returns how the ids of the refunds begin that a request with a key notes. */
function notePrefix({ id }: Pick<Order, 'id'>, key: string): string {
  return hash('sha256', `${id} ${key}`, 'base64url');
}

/** Returns the refunds that a request with a key has noted. */
export function notedWith(order: Pick<Order, 'id' | 'refunds'>, key: string): OrderRefund[] {
  return order.refunds.filter(({ id }) => id.startsWith(notePrefix(order, key)));
}

/** Returns what is stored of the key of a request for an online refund. */
export function refundKey(orderId: string, key: string): string {
  return hash('sha256', `refund\n${orderId}\n${key}`, 'base64url');
}

export function findRefundKeys(db: Queries | Tx, keys: readonly string[]) {
  return db.selectFrom('payment_keys').select('key').where('key', 'in', keys).execute();
}

/** Returns whether a request with a key was made for an online refund. */
export async function isRefundedOnline(db: Queries | Tx, orderId: string, key: string) {
  return (await findRefundKeys(db, [refundKey(orderId, key)])).length > 0;
}

/** Returns no change for a repeated request. @throws ShopError `idempotency_key_reused` */
function refuseOther(
  earlier: readonly OrderRefund[],
  { amount = sumAmounts(earlier), how, reason }: RefundBody,
): null {
  const isSame = earlier.every(
    (each) => each.how === how && (reason ?? each.reason) === each.reason,
  );
  if (isSame && amount === sumAmounts(earlier)) return null;
  throw new ShopError('idempotency_key_reused');
}

/** Returns the change that cancels an order whose money went back; null if it is cancelled. */
export function cancelToo(context: Context, order: Order) {
  return isVoid(order.status) ? null : setCancelled(context, order, null);
}

export type DoneRefund = {
  /** Pesos. */
  amount: number;
  how: RefundWay;
  /** Null: those of the open refunds, else `other`. */
  reason: RefundReason | null;
  /** A day, such as `2026-03-09`. */
  doneOn: string;
};

/** An amount of null is what is promised, else the rest. */
type Note = Omit<DoneRefund, 'amount'> & { how: NotedWay; amount: number | null };

/**
 * Returns an order's refunds with one that the owner made.
 * @throws ShopError `refund_too_large`
 */
export function noteDone(context: Shop, order: Order, note: Note) {
  const left = leftOf(context, order);
  const amount = note.amount ?? (sumAmounts(openRefundsOf(order)) || left);
  if (amount < 1 || amount > left) throw new ShopError('refund_too_large');
  return { refunds: addRefund(order, { ...note, amount }, context.clock()), amount };
}

type Shop = Pick<Context, 'clock' | 'payments'>;

/**
 * Returns the pesos that came in for an order, and neither went back nor are on their way. Of a
 * provider that is off nobody reads whether they went back: the owner says so.
 */
function leftOf({ payments }: Shop, { paid, refunded, attempts }: Order): number {
  const read = attempts.filter(({ provider }) => provider === payments?.provider);
  return paid - refunded - refundingOf(read);
}

/** Returns an order's refunds with money that went back: a row for each cause that it settles. */
export function addRefund(
  order: Order,
  { amount, how, reason, doneOn }: DoneRefund,
  now: number,
): OrderRefund[] {
  const open = openRefundsOf(order);
  const settled = open.filter((each) => reason === null || each.reason === reason);
  const id = newJobId(now);
  // Of one time, they are read in the sequence of their ids.
  const done = partsOfRefund(settled, amount).map(({ amount: part, of }, at) => ({
    ...{ id: `${id}-${at}`, amount: part, how, doneOn, createdAt: now },
    ...{ reason: reason ?? of?.reason ?? 'other', dueOn: of?.dueOn ?? null },
  }));
  return [...order.refunds, ...done];
}

/**
 * Returns an order's refunds with one that the shop promises for a complaint, and its last day.
 * @throws ShopError `refund_too_large` if with the other promises it is more than came in
 */
export function promiseRefund(context: Shop, order: Order, amount: number) {
  const now = context.clock();
  const open = openRefundsOf(order);
  const same = open.find(isPromise);
  const dueOn = same?.dueOn ?? addDays(dayOf(now), REFUND_DAYS);
  if (amount > leftOf(context, order) - sumAmounts(open)) throw new ShopError('refund_too_large');
  const promised = {
    ...{ id: newJobId(now), how: null, doneOn: null, createdAt: now },
    ...same,
    ...{ reason: 'complaint' as const, dueOn, amount: amount + (same?.amount ?? 0) },
  };
  const others = order.refunds.filter(({ id }) => id !== same?.id);
  return { refunds: [...others, promised], dueOn };
}
