import type { Order, PaymentAttempt } from '#domain/orders/order.ts';
import { hasMoney, refundable, shownAttempt, shownState } from './attempt.ts';

/** An order cannot be ended while its payment may have succeeded. */
export const CONFIRMING =
  'Estamos confirmando un pago de este pedido. Intenta de nuevo en unos minutos';

/** Returns whether the buyer is paying now, or may have paid. */
export function isBeingPaid({ attempts }: Pick<Order, 'attempts'>): boolean {
  const state = describeShown(attempts)?.state;
  return state === 'open' || state === 'unknown';
}

/** Returns the signs of a payment that decide whether the buyer may cancel the order. */
export function paySignsOf(order: Order) {
  const { attempts, receipts, paid, refunded } = order;
  return {
    // Also if not all of it came in, or some went back.
    mayHoldMoney: receipts.length > 0 || paid > refunded,
    isBeingConfirmed: describeShown(attempts)?.state === 'unknown',
  };
}

/** Returns the pesos of an order's own payment whose refund the provider has not confirmed. */
export function refundingOf(attempts: readonly PaymentAttempt[]): number {
  return attempts
    .filter(({ paidOrder }) => paidOrder)
    .reduce((sum, { refunding }) => sum + refunding, 0);
}

/** Returns the pesos of an order's own payments that the provider can still give back. */
export function refundableOf(attempts: readonly PaymentAttempt[]): number {
  return attempts
    .filter(({ paidOrder }) => paidOrder)
    .reduce((sum, attempt) => sum + refundable(attempt), 0);
}

/**
 * Returns the state of an order's online payment; null before the first attempt.
 * @param attempts oldest first
 */
export function describeShown(attempts: readonly PaymentAttempt[]) {
  const shown = shownAttempt(attempts);
  if (!shown) return null;
  const paysNothing = hasMoney(shown) && !shown.paidOrder;
  const isSecond = paysNothing && attempts.some(({ paidOrder }) => paidOrder);
  const left = refundableOf(attempts);
  return {
    ...describeAttempt(shown),
    ...(isSecond && { isSecond }),
    ...(!paysNothing && left !== refundable(shown) && { left }),
  };
}

/** Returns an attempt for the panel. */
export function describeAttempt({ state, ...attempt }: PaymentAttempt) {
  const { amount, refunded, provider, providerId, reference, ...how } = attempt;
  return {
    ...{ state: shownState(state), amount, refunded, provider, providerId, reference },
    ...{ method: how.method, authorizationCode: how.authorizationCode, fee: how.fee },
  };
}
