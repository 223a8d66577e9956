import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail, RecordPaymentBody } from '#contract/orders-admin.ts';
import { dayOf } from '#domain/dates.ts';
import type { Context } from '../../../context.ts';
import { validationError } from '../../../http/errors.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '../change-order.ts';
import type { OrderRow } from '../read/select-orders.ts';

/**
 * Notes that an order was paid, when and how, and tells its buyer, once for the order unless told to
 * again; null: that it was not.
 * @throws ShopError `validation_failed` for a day to come
 */
export function recordPayment(
  context: Context,
  target: ChangeTarget,
  payment: RecordPaymentBody | null,
): Promise<AdminOrderDetail> {
  if (payment && payment.paidAt > dayOf(context.clock())) {
    throw validationError({ paidAt: 'La fecha del pago no puede ser futura' });
  }
  const set = { paid_on: payment?.paidAt ?? null, paid_how: payment?.how ?? null };
  return changeOrder(context, target, (order) => {
    const changes = changesOf(order, set);
    if (changes.length === 0) return null;
    const isNews = order.paid_on === null && set.paid_on !== null;
    return {
      set: { ...set, ...(isNews && payment?.tellsAgain ? { payment_told_by: null } : {}) },
      action: 'payment_changed',
      changes,
      ...(isNews ? { tell: tellBuyer(context, order.id) } : {}),
    };
  });
}

function tellBuyer({ clock }: Context, orderId: string): NonNullable<OrderChange['tell']> {
  return (tx) => enqueueMail(tx, { kind: 'payment_received', orderId }, clock());
}

type Payment = Pick<OrderRow, 'paid_on' | 'paid_how'>;

function changesOf(from: Payment, to: Payment): AuditChange[] {
  const paid = { field: 'paid', from: from.paid_on !== null, to: to.paid_on !== null };
  return [
    ...(paid.from === paid.to ? [] : [paid]),
    ...(from.paid_on === to.paid_on
      ? []
      : [{ field: 'paidAt', from: from.paid_on, to: to.paid_on }]),
    ...(from.paid_how === to.paid_how ? [] : [{ field: 'how' }]),
  ];
}
