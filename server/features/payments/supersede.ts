import { ShopError } from '#domain/base/errors.ts';
import type { Order, PaymentAttempt } from '#domain/orders/order.ts';
import { amountDueOf } from '#domain/orders/order-money.ts';
import { isVoid } from '#domain/orders/status.ts';
import { afterEvent, isBeingConfirmed } from '#domain/payments/attempt.ts';
import { CONFIRMING } from '#domain/payments/online-payment.ts';
import type { OrderChanged } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';

/**
 * Supersedes an order's attempts because the order ends or its total changes: they must not be
 * confirmed any more.
 * @throws ShopError `order_under_way` while one is being confirmed
 */
export async function supersedeAttempts(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const hasOtherTotal = after.cost.totalAmount !== before.cost.totalAmount;
  const ends = isGone(after) && !isGone(before);
  const { attempts } = after;
  if (!ends && !hasOtherTotal) {
    // A part was paid otherwise: an attempt begins anew with the rest.
    const due = amountDueOf(after);
    if ((after.paidOn === null || due > 0) && due !== amountDueOf(before)) {
      await supersedeAll(tx, attempts);
    }
    return;
  }
  if (attempts.some((attempt) => !attempt.isSuperseded && isBeingConfirmed(attempt))) {
    throw new ShopError('order_under_way', { message: CONFIRMING });
  }
  await supersedeAll(tx, attempts);
}

/** Supersedes attempts, so that they are never confirmed; one that may be paid is not changed. */
export async function supersedeAll(tx: Tx, attempts: readonly PaymentAttempt[]): Promise<void> {
  const ids = attempts
    .filter((attempt) => !attempt.isSuperseded)
    .filter((attempt) => afterEvent(attempt, { type: 'superseded' }).isSuperseded)
    .map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.updateTable('payments').set({ is_superseded: 1 }).where('id', 'in', ids).execute();
}

function isGone({ status, deletedAt }: Order): boolean {
  return isVoid(status) || deletedAt !== null;
}
