import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ShopError } from '#domain/base/errors.ts';
import { isUnpriced } from '#domain/orders/order-money.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { hasMoney, holdsMoney, isBeingConfirmed } from '#domain/payments/attempt.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { lockOrder } from '#server/features/orders/order.ts';
import { findOwnOrder, type OrderOf } from '#server/features/orders/order-link.ts';
import { within } from '#server/lib/within.ts';
import {
  type Payments,
  ProviderFailure,
  ProviderRefusal,
} from '#server/ports/payments/payments.ts';
import { changePayment, toPayable } from './change-payment.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { findAttempts, NEW_COLUMNS, newPaymentId, type PaymentRow } from './repo.ts';
import { returnUrl } from './return-address.ts';
import { isBeginningOver, settlePayment } from './settle-payment.ts';
import { supersedeAll } from './supersede.ts';

export type BegunPayment = { redirectUrl: string; fields: Record<string, string> };

type AttemptKey = {
  orderId: string;
  linksEnded: number;
  keyHash: string;
  whole?: boolean | undefined;
};
type Plan =
  | { do: 'give' | 'begin' | 'ask'; payment: PaymentRow }
  /** Another request is creating the attempt at the provider. */
  | { do: 'wait' };

type BeginRequest = Pick<AttemptKey, 'whole'> & {
  of: OrderOf;
  key: string;
  fail: (reason: string) => void;
};

/** The request is answered within this time; a call to the provider then continues. */
const PATIENCE_MS = 14_000;
/** Delays between polls while another request works; a provider answers in about 300 ms. */
const FIRST_GAP_MS = 5;
const LONGEST_GAP_MS = 200;

const QUOTED = 'Es una cotización: se acepta antes de pagarla';
const UNCONFIRMED =
  'Estamos confirmando tu pago anterior. No pagues otra vez: en unos minutos verás aquí cómo quedó';

/**
 * Begins an online payment of an order. Only one attempt at a time can be paid; the same key
 * returns the same attempt.
 * @param whole true: of all that is missing; false: of the open deposit alone; omitted: of what is
 *   asked for now
 * @param fail called with the reason when the provider fails or refuses
 * @throws ShopError `not_found`, `unauthenticated`, `already_paid`, `order_cancelled`,
 *   `order_incomplete`, `payment_unavailable`
 */
export async function beginPayment(
  context: Context,
  payments: Payments,
  { of, key, whole, fail }: BeginRequest,
): Promise<BegunPayment> {
  const { id: orderId, owner } = await findOwnOrder(context, of);
  const keyHash = hash('sha256', `${orderId}\n${key}`, 'base64url');
  const attemptKey = { orderId, linksEnded: owner.linksEnded, whole, keyHash };
  const begun = await within(PATIENCE_MS, async (isOver) => {
    let hasSettled = false;
    for (let gap = FIRST_GAP_MS; !isOver(); gap = Math.min(2 * gap, LONGEST_GAP_MS)) {
      const plan = await context.db.transaction((tx) =>
        planPayment(context, payments, tx, attemptKey),
      );
      if (plan.do === 'give') return answerOf(payments, plan.payment);
      if (plan.do === 'begin') return tellProvider(context, payments, plan.payment, fail);
      if (plan.do === 'ask') {
        if (hasSettled) throw new ShopError('payment_unavailable', { message: UNCONFIRMED });
        hasSettled = true;
        await settlePayment(context, payments, plan.payment.id);
      } else {
        await sleep(gap);
      }
    }
    return undefined;
  });
  if (begun === undefined) throw new ShopError('payment_unavailable');
  return begun;
}

function answerOf(
  { fieldsOf }: Payments,
  { token, redirect_url }: Pick<PaymentRow, 'token' | 'redirect_url'>,
): BegunPayment {
  if (token === null || redirect_url === null) throw new ShopError('payment_unavailable');
  return { redirectUrl: redirect_url, fields: fieldsOf(token) };
}

/** Decides under the order's lock; a new attempt is stored before it is created at the provider. */
async function planPayment(
  context: Context,
  payments: Payments,
  tx: Tx,
  { orderId, linksEnded, keyHash, whole }: AttemptKey,
): Promise<Plan> {
  const order = await lockOrder(context.db, tx, orderId);
  // The link was revoked after it was checked.
  if (order.owner.linksEnded !== linksEnded) throw new ShopError('not_found');
  const { isPaid, isCancelled, due, deposit } = toPayable(order);
  if (isCancelled) throw new ShopError('order_cancelled');
  const attempts = await findAttempts(tx, orderId);
  // Money that no order counts has to be looked at first.
  const hasExtra = attempts.some((attempt) => attempt.paid_order === 0 && holdsMoney(attempt));
  const amount = whole === false ? deposit : (!whole && deposit) || due;
  if (isPaid || hasExtra) throw new ShopError('already_paid');
  if (openQuoteOf(order)) throw new ShopError('order_incomplete', { message: QUOTED });
  if (isUnpriced(order)) throw new ShopError('order_incomplete');
  if (amount === 0) throw new ShopError('already_paid');

  const now = context.clock();
  const isCutOff = (row: PaymentRow) => row.state === 'created' && isBeginningOver(row, now);
  const pending = attempts.findLast((row) => isBeingConfirmed(row));
  if (pending) return { do: 'ask', payment: pending };
  const isTaken = (row: PaymentRow) =>
    row.redirect_url !== null &&
    // Only the holder of the links by which it was begun returns to the order.
    row.links_ended === linksEnded &&
    row.is_superseded === 0 &&
    !hasMoney(row) &&
    row.provider === payments.provider &&
    row.amount === amount &&
    now - row.created_at < payments.payableMs;
  const named = await findByKey(tx, attempts, keyHash);
  if (named && isTaken(named)) return { do: 'give', payment: named };
  if (named && named.state === 'created' && !isCutOff(named)) return { do: 'wait' };

  const current = attempts.findLast((row) => row.is_superseded === 0);
  if (current && current.state === 'created' && !isCutOff(current)) return { do: 'wait' };
  const isOpen = current?.state === 'open' || payments.retriesWithinAttempt;
  if (current && isOpen && isTaken(current)) {
    await nameByKey(tx, keyHash, current.id);
    return { do: 'give', payment: current };
  }
  await supersedeAll(tx, order.attempts);
  const id = newPaymentId(orderId);
  const row: PaymentRow = {
    ...{ ...NEW_COLUMNS, id, order_id: orderId, reference: id },
    ...{ provider: payments.provider, amount, created_at: now, links_ended: linksEnded },
    number: 1 + attempts.filter(({ paid_order }) => paid_order === 1).length,
  };
  await tx.insertInto('payments').values(row).execute();
  await nameByKey(tx, keyHash, id);
  await enqueueReading(tx, row, 0, now);
  return { do: 'begin', payment: row };
}

async function findByKey(
  tx: Tx,
  attempts: readonly PaymentRow[],
  key: string,
): Promise<PaymentRow | undefined> {
  const named = await tx
    .selectFrom('payment_keys')
    .select('payment_id')
    .where('key', '=', key)
    .executeTakeFirst();
  return attempts.find(({ id }) => id === named?.payment_id);
}

async function nameByKey(tx: Tx, key: string, payment_id: string): Promise<void> {
  await tx
    .insertInto('payment_keys')
    .values({ key, payment_id })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ payment_id }))
    .execute();
}

async function tellProvider(
  context: Context,
  payments: Payments,
  attempt: PaymentRow,
  fail: (reason: string) => void,
): Promise<BegunPayment> {
  const { id, order_id: orderId, amount, created_at } = attempt;
  try {
    const { token, redirectUrl } = await payments.begin({
      ...{ id, orderId, amount, endsAt: created_at + payments.lifeMs },
      returnUrl: returnUrl(context, payments.provider, attempt),
      noticeUrl: `${context.publicUrl}/api/payments/${payments.provider}/notice`,
    });
    const begun = await changePayment(context, id, () => ({
      event: { type: 'begun' },
      set: { token, redirect_url: redirectUrl },
    }));
    if (begun?.state !== 'open' || begun.is_superseded === 1) {
      throw new ShopError('payment_unavailable');
    }
    return answerOf(payments, begun);
  } catch (error) {
    if (!(error instanceof ProviderFailure || error instanceof ProviderRefusal)) throw error;
    fail(error.message);
    // The key may be used again: an attempt that the provider did not accept cannot be paid.
    await context.db.queries.deleteFrom('payment_keys').where('payment_id', '=', id).execute();
    await changePayment(context, id, () => ({ event: { type: 'begin_failed' } }));
    throw new ShopError('payment_unavailable');
  }
}
