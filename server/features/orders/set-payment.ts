import type { AuditChange } from '#contract/audit.ts';
import type { RecordPaymentBody } from '#contract/orders-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { OrderChange } from './change-order.ts';
import type { OrderRow } from './repo.ts';

/**
 * Returns the change that records or removes an order's payment; null: nothing changes. A payment
 * of which everything went back is removed with its refunds: then the order can be paid again.
 * @param amount what came in, in pesos; by default the order's total, or what was recorded before
 * @throws ShopError `refund_too_large` for the removal of a payment of which a part went back
 */
export function setPayment(
  order: OrderRow,
  payment: RecordPaymentBody | null,
  amount = order.paid_on === null ? order.total_amount : order.paid_amount,
): OrderChange | null {
  const isUndone = payment === null && order.refunded_amount === order.paid_amount;
  const paid = {
    paid_on: payment?.paidAt ?? null,
    paid_how: payment?.how ?? null,
    paid_amount: payment ? amount : 0,
    refunded_amount: isUndone ? 0 : order.refunded_amount,
  };
  const changes = changesOf(order, paid);
  if (changes.length === 0) return null;
  if (paid.paid_amount < paid.refunded_amount) {
    throw new ShopError('refund_too_large', {
      message: 'Una parte de este pago ya se devolvió: no se puede quitar',
    });
  }
  const isNews = order.paid_on === null && payment !== null;
  return {
    set: { ...paid, ...(isNews && payment.tellsAgain ? { payment_mail_job: null } : {}) },
    action: 'payment_changed',
    changes,
    mails: isNews ? [{ kind: 'payment_received' }] : [],
    canUndo: payment?.canUndo,
  };
}

type Payment = Pick<OrderRow, 'paid_on' | 'paid_how'>;

function changesOf(from: Payment, to: Payment): AuditChange[] {
  return [
    ...diff('paid', from.paid_on !== null, to.paid_on !== null),
    ...diff('paidAt', from.paid_on, to.paid_on),
    ...diffName('how', from.paid_how, to.paid_how),
  ];
}
