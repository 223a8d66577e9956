import { isCompleted } from '#domain/orders/status.ts';
import { openDeposit } from '#domain/payments/deposit.ts';
import type { Order } from '../orders/orders.ts';

export type Asked = Pick<Order, 'status' | 'deposit' | 'amountDue'> & {
  deliveryData: { pricing: { totalAmount: number } };
};

/** Returns what is missing of an order's deposit, in pesos; 0: none is asked for, or it was paid. */
export function openDepositOf({ status, deposit, deliveryData, amountDue: due }: Asked): number {
  const { totalAmount: total } = deliveryData.pricing;
  return openDeposit(deposit, { total, due, isOver: isCompleted(status) });
}

/** Returns what its buyer is asked for now, in pesos: the open deposit, else all that is missing. */
export function askedNowOf(order: Asked): number {
  return openDepositOf(order) || order.amountDue;
}
