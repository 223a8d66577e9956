import type { AuditChange } from '#contract/audit.ts';
import type { RecordPaymentBody } from '#contract/orders-admin.ts';
import { diff, diffName } from '#server/audit/write-audit.ts';
import type { OrderChange } from './change-order.ts';
import type { OrderRow } from './repo.ts';

/** Returns the change that records or removes an order's payment; null: nothing changes. */
export function setPayment(order: OrderRow, payment: RecordPaymentBody | null): OrderChange | null {
  const set = { paid_on: payment?.paidAt ?? null, paid_how: payment?.how ?? null };
  const changes = changesOf(order, set);
  if (changes.length === 0) return null;
  const isNews = order.paid_on === null && set.paid_on !== null;
  return {
    set: { ...set, ...(isNews && payment?.tellsAgain ? { payment_mail_job: null } : {}) },
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
