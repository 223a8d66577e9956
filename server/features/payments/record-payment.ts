import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import type { RecordPaymentBody } from '#contract/orders/orders-admin-calls.ts';
import type { AddPaymentBody } from '#contract/payments/payments-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order, OrderPayment } from '#domain/orders/order.ts';
import {
  askedNowOf,
  isFree,
  missingOf,
  moneyOf,
  paidBy,
  paymentsOf,
} from '#domain/orders/order-money.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { validationError } from '#server/http/errors.ts';
import { newJobId } from '#server/lib/ids.ts';

/**
 * Records what an order still lacks as paid, and mails its buyer: once per order, unless
 * `tellsAgain`. Corrects day and way of the payment by which a paid one was paid.
 * @throws ShopError `validation_failed` for a day in the future, `payment_online` for a payment by
 *   the provider
 */
export function recordPayment(
  context: Context,
  target: ChangeTarget,
  payment: RecordPaymentBody,
): Promise<Order> {
  refuseFuture(context, payment);
  return changeOrder(context, target, (order) => setPayment(context, target, order, payment));
}

/**
 * Adds money that came in, whatever the order lacks, and mails the buyer.
 * @param key of a request that may be repeated: its payment is added once
 * @throws ShopError `validation_failed` for a day in the future, `idempotency_key_reused`
 */
export function addPayment(
  context: Context,
  target: ChangeTarget,
  { body, key }: { body: AddPaymentBody; key: string | null },
): Promise<Order> {
  refuseFuture(context, body);
  return changeOrder(context, target, (order) => {
    const now = context.clock();
    const { amount, how, paidAt: paidOn } = body;
    const id = key === null ? newJobId(now) : hash('sha256', `${order.id} ${key}`, 'base64url');
    const earlier = order.payments.find((payment) => payment.id === id);
    if (earlier) {
      if (isDeepStrictEqual({ ...earlier, amount, how, paidOn }, earlier)) return null;
      throw new ShopError('idempotency_key_reused');
    }
    return newPayment(context, target.by, order, body, { id }).change;
  });
}

/**
 * Returns a payment of an order, and the change that adds it and mails the buyer.
 * @param own what of the payment is not as of one that an admin notes now
 */
export function newPayment(
  { clock }: Pick<Context, 'clock'>,
  by: string | null,
  { payments }: Order,
  { amount, how, paidAt: paidOn }: AddPaymentBody,
  own: Partial<OrderPayment> = {},
): { payment: OrderPayment; change: OrderChange } {
  const now = clock();
  const payment: OrderPayment = {
    ...{ id: newJobId(now), amount, how, paidOn, notedBy: by, notedAt: now },
    ...{ attemptId: null, removedAt: null, toldByJob: null, ...own },
  };
  const change: OrderChange = {
    set: { payments: [...payments, payment] },
    action: 'payment_added',
    changes: [
      { field: 'paidAmount', to: amount },
      { field: 'paidAt', to: paidOn },
      ...diffName('how', null, how),
    ],
    mails: [{ kind: 'payment_received' }],
  };
  return { payment, change };
}

/**
 * Removes one payment that was noted by hand.
 * @throws ShopError `not_found`, `payment_online`, `refund_too_large`
 */
export function dropPayment(
  context: Context,
  target: ChangeTarget,
  paymentId: string,
): Promise<Order> {
  return changeOrder(context, target, (order, tx) => {
    const payment = paymentsOf(order).find(({ id }) => id === paymentId);
    if (!payment) throw new ShopError('not_found', { message: 'Este pago ya no está' });
    if (payment.attemptId !== null) throw new ShopError('payment_online');
    return remove(context, tx, order, [payment]);
  });
}

/**
 * Removes all payments that were noted by hand, or only the last one of them.
 * @throws ShopError `payment_online` if only the provider's are left, `refund_too_large`
 */
export function removePayment(
  context: Context,
  target: ChangeTarget,
  { isLastOnly = false } = {},
): Promise<Order> {
  return changeOrder(context, target, (order, tx) => {
    const counted = paymentsOf(order);
    if (counted.length === 0) return null;
    const noted = counted.filter(({ attemptId }) => attemptId === null);
    if (noted.length === 0) throw new ShopError('payment_online');
    return remove(context, tx, order, isLastOnly ? noted.slice(-1) : noted);
  });
}

/** Returns the change that removes payments, with the mail about those that stay, if any. */
async function remove(
  context: Context,
  tx: Tx,
  order: Order,
  gone: readonly OrderPayment[],
): Promise<OrderChange> {
  const change = without(context, order, gone);
  if (gone.every(isTold)) return change;
  const about = { orderId: order.id, kinds: ['payment_received'], now: context.clock() } as const;
  const withdrawn = await withdrawMails(tx, about);
  const isUntold = paymentsOf(order).some((each) => !isTold(each) && !gone.includes(each));
  if (withdrawn.length === 0 || !isUntold) return change;
  return { ...change, mails: [{ kind: 'payment_received' }], canUndo: true };
}

function isTold({ toldByJob }: OrderPayment): boolean {
  return toldByJob !== null;
}

function refuseFuture({ clock }: Context, { paidAt }: { paidAt: string }): void {
  if (paidAt <= dayOf(clock())) return;
  throw validationError({ paidAt: 'La fecha del pago no puede ser futura' });
}

/**
 * Returns the change that removes payments.
 * @throws ShopError `refund_too_large` if less would be left than went back
 */
export function without(
  { clock }: Pick<Context, 'clock'>,
  order: Order,
  gone: readonly OrderPayment[],
): OrderChange {
  const removedAt = clock();
  const payments = order.payments.map((payment) =>
    gone.includes(payment) ? { ...payment, removedAt } : payment,
  );
  if (moneyOf({ ...order, payments }).paid < order.refunded) {
    throw new ShopError('refund_too_large', {
      message: 'Una parte de este pago ya se devolvió: no se puede quitar',
    });
  }
  const last = gone.at(-1);
  return {
    set: { payments },
    action: 'payment_changed',
    changes: [
      ...(order.payments.length > 1 || order.paidOn === null
        ? gone.map(({ amount }) => ({ field: 'paidAmount', from: amount }))
        : []),
      ...changesOf(last ? { paidAt: last.paidOn, how: last.how } : null, null),
    ],
  };
}

const ONLINE = 'Este pedido se pagó en línea: ni el día ni la forma de ese pago se cambian';

/** Money that came in; by default what the order lacks, noted by an admin. */
type Received = RecordPaymentBody & { amount?: number; attemptId?: string };

/**
 * Returns the change that records what an order lacks, or corrects the payment by which it was
 * paid; null: nothing changes.
 */
export function setPayment(
  context: Pick<Context, 'clock'>,
  { by }: Pick<ChangeTarget, 'by'>,
  order: Order,
  received: Received,
): OrderChange | null {
  const { paidAt: paidOn, how, tellsAgain, attemptId = null, canUndo, depositFirst } = received;
  const before = paidBy(order);
  const changes = changesOf(before && { paidAt: before.paidOn, how: before.how }, received);
  const missing = missingOf(order);
  if (before && missing === 0) {
    if (changes.length === 0) return null;
    if (before.attemptId !== null) throw new ShopError('payment_online', { message: ONLINE });
    const corrected = { ...before, paidOn, how };
    const payments = order.payments.map((each) => (each === before ? corrected : each));
    return { set: { payments }, action: 'payment_changed', changes, canUndo };
  }
  if (isFree(order)) return null;
  const amount = received.amount ?? ((depositFirst && askedNowOf(order)) || missing);
  // One that was removed and is recorded again; what the buyer pays online is another one.
  const removed =
    attemptId === null
      ? order.payments.findLast((each) => each.removedAt !== null && each.toldByJob)
      : undefined;
  const toldByJob = tellsAgain ? null : (removed?.toldByJob ?? null);
  const body = { amount, how, paidAt: paidOn };
  const { change } = newPayment(context, by, order, body, { attemptId, toldByJob });
  const isPart = amount < missing;
  return { ...change, canUndo, ...(!isPart && { action: 'payment_changed', changes }) };
}

type Noted = { paidAt: string; how: string };

function changesOf(from: Noted | null, to: Noted | null): AuditChange[] {
  return [
    ...diff('paid', from !== null, to !== null),
    ...diff('paidAt', from?.paidAt ?? null, to?.paidAt ?? null),
    ...diffName('how', from?.how ?? null, to?.how ?? null),
  ];
}
