import type { AuditChange } from '#contract/base/audit.ts';
import type { RecordPaymentBody } from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, type OrderPayment, paymentsOf } from '#domain/orders/order.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { validationError } from '#server/http/errors.ts';
import { newJobId } from '#server/lib/ids.ts';

/**
 * Records when and how an order was paid, and mails its buyer: once per order, unless `tellsAgain`.
 * @throws ShopError `validation_failed` for a day in the future
 */
export function recordPayment(
  context: Context,
  target: ChangeTarget,
  payment: RecordPaymentBody,
): Promise<Order> {
  if (payment.paidAt > dayOf(context.clock())) {
    throw validationError({ paidAt: 'La fecha del pago no puede ser futura' });
  }
  return changeOrder(context, target, (order) => setPayment(context, target, order, payment));
}

export function removePayment(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const kinds = ['payment_received'] as const;
    await withdrawMails(tx, { orderId: order.id, kinds, now: context.clock() });
    return setPayment(context, target, order, null);
  });
}

/** Money that came in; by default the order's total, noted by an admin. */
type Received = RecordPaymentBody & { amount?: number; attemptId?: string };

/**
 * Returns the change that records or removes an order's payment; null: nothing changes. A payment
 * of which everything went back is removed with its refunds: then the order can be paid again.
 * @throws ShopError `refund_too_large` for the removal of a payment of which a part went back
 */
export function setPayment(
  { clock }: Pick<Context, 'clock'>,
  { by }: Pick<ChangeTarget, 'by'>,
  order: Order,
  received: Received | null,
): OrderChange | null {
  const payment = paymentsOf(order).at(-1) ?? null;
  const changes = changesOf(payment, received);
  if (changes.length === 0) return null;
  const isUndone = received === null && order.refunded === order.paid;
  const now = clock();
  const payments = received
    ? notePayment(order, payment, { received, by, now })
    : order.payments.map((each) => ({ ...each, removedAt: each.removedAt ?? now }));
  const paid = paymentsOf({ payments }).reduce((sum, { amount }) => sum + amount, 0);
  if (!isUndone && paid < order.refunded) {
    throw new ShopError('refund_too_large', {
      message: 'Una parte de este pago ya se devolvió: no se puede quitar',
    });
  }
  const refunds = order.refunds.map((refund) =>
    isUndone && refund.doneOn !== null ? { ...refund, isPast: true } : refund,
  );
  return {
    set: { payments, refunds },
    action: 'payment_changed',
    changes,
    mails: received && !payment ? [{ kind: 'payment_received' }] : [],
    canUndo: received?.canUndo,
  };
}

type Noted = { received: Received; by: string | null; now: number };

/** Returns the payments with the one noted, or the recorded one corrected. */
function notePayment(
  { payments, cost }: Order,
  before: OrderPayment | null,
  { received, by, now }: Noted,
): OrderPayment[] {
  const { paidAt: paidOn, how, tellsAgain, attemptId = null } = received;
  if (before) {
    const corrected = { ...before, paidOn, how, amount: received.amount ?? before.amount };
    return payments.map((each) => (each === before ? corrected : each));
  }
  const told = tellsAgain ? null : (payments.findLast((each) => each.toldByJob)?.toldByJob ?? null);
  return [
    ...payments,
    {
      ...{ id: newJobId(now), amount: received.amount ?? cost.totalAmount, paidOn, how },
      ...{ attemptId, notedBy: by, notedAt: now, removedAt: null, toldByJob: told },
    },
  ];
}

function changesOf(from: OrderPayment | null, to: Received | null): AuditChange[] {
  return [
    ...diff('paid', from !== null, to !== null),
    ...diff('paidAt', from?.paidOn ?? null, to?.paidAt ?? null),
    ...diffName('how', from?.how ?? null, to?.how ?? null),
  ];
}
