import {
  hasMoney,
  isBeingConfirmed,
  mayConfirm,
  type PaymentEvent,
  type ProviderWord,
} from '#domain/payments/attempt.ts';
import type { Context } from '#server/context.ts';
import { toAttempt } from '#server/features/orders/order.ts';
import { type Payments, ProviderFailure } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { findPayment, isToldOf, type PaymentRow, toRef } from './repo.ts';

/** Maximum time to create an attempt at the provider; older ones in that state were interrupted. */
export const BEGIN_MS = 12_000;
/** Maximum time of a confirmation (four calls); an older one was interrupted. */
const CLAIM_MS = 35_000;
/** A refund that is pending for longer counts as failed. */
const REFUND_MS = 10 * 60_000;

type Settled = {
  /** The buyer returned from the provider's page: confirm it. */
  isReturned?: boolean;
  /** The payment's id, sent by the browser or a notice: it is not trusted. */
  providerId?: string | null;
};

/**
 * Reads the state of an attempt at the provider, and confirms it if its buyer returned and its
 * order still waits for it. No lock is held during calls to the provider. Only one request at a
 * time confirms an attempt, which it first claims under the order's lock; the order cannot end
 * meanwhile.
 * @returns the attempt after the call, and why the provider did not answer; null: no such attempt
 */
export async function settlePayment(
  context: Context,
  payments: Payments,
  id: string,
  { isReturned = false, providerId = null }: Settled = {},
): Promise<{ payment: PaymentRow; failure: ProviderFailure | null } | null> {
  const found = await findPayment(context.db.queries, { id });
  if (!found || found.provider !== payments.provider) return null;
  if (!isToldOf(found)) return giveUpBeginning(context, found);
  const { row, isClaimed } =
    isReturned || isBeingConfirmed(found)
      ? await claim(context, id, isReturned)
      : { row: found, isClaimed: false };
  if (!row) return null;
  const named = hasMoney(row) ? row.provider_id : (providerId ?? row.provider_id);
  const ref = { ...toRef(row), providerId: named };
  const release = isClaimed ? { set: { claimed_at: null } } : {};
  try {
    const told = await (isClaimed ? payments.settle(ref) : payments.read(ref));
    const decide: Decide = (now, _order, own) => {
      const mayEnd = isClaimed || isUnconfirmed(context, row, now);
      return { event: own && eventOf(context, payments, now, own.word, mayEnd), ...release };
    };
    const payment = await changePayment(context, id, decide, told);
    return payment && { payment, failure: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const step = { event: { type: 'silent' }, ...release } as const;
    const payment = await changePayment(context, id, () => step);
    return payment && { payment, failure: error };
  }
}

/** Claims an attempt for its confirmation, unless another request has claimed it. */
async function claim(context: Context, id: string, isReturned: boolean) {
  let isClaimed = false;
  const row = await changePayment(context, id, (payment, order) => {
    const now = context.clock();
    const isFree = !isClaimedNow(payment, now);
    isClaimed = isFree && order !== null && mayConfirm(toAttempt(payment), order);
    if (!isClaimed) return null;
    return { event: { type: 'returned' }, set: { claimed_at: now }, readsSoon: isReturned };
  });
  return { row, isClaimed };
}

function isClaimedNow({ claimed_at }: PaymentRow, now: number): boolean {
  return claimed_at !== null && Math.abs(now - claimed_at) < CLAIM_MS;
}

/** Returns whether no request confirmed it while it was read, except one interrupted before. */
function isUnconfirmed({ clock }: Context, before: PaymentRow, now: PaymentRow): boolean {
  if (!isBeingConfirmed(now)) return true;
  return isBeingConfirmed(before) && ![before, now].some((row) => isClaimedNow(row, clock()));
}

/** Returns whether a payment's request to the provider was answered or cut off, also if the clock was set back. */
export function isBeginningOver({ created_at }: PaymentRow, now: number): boolean {
  return Math.abs(now - created_at) >= BEGIN_MS;
}

async function giveUpBeginning(context: Context, found: PaymentRow) {
  const payment = isBeginningOver(found, context.clock())
    ? await changePayment(context, found.id, () => ({ event: { type: 'begin_failed' } }))
    : found;
  return payment && { payment, failure: null };
}

/**
 * Returns the event for the provider's report; open attempts and pending refunds end after a time.
 */
function eventOf(
  { clock }: Context,
  { lifeMs }: Payments,
  payment: PaymentRow,
  word: ProviderWord,
  mayEnd: boolean,
): PaymentEvent | null {
  const now = clock();
  // It may have been read before another request confirmed it, which then gets the result.
  if (word.state === 'open' && !mayEnd) return null;
  if (word.state === 'open' && now - payment.created_at > lifeMs) {
    return { type: 'told', word: { state: 'expired' } };
  }
  const since = payment.refunding_since ?? now;
  const isUnmade = word.state === 'paid' && word.refunded <= payment.refunded;
  if (payment.refunding > 0 && isUnmade && now - since > REFUND_MS) {
    return { type: 'refund_failed' };
  }
  return { type: 'told', word };
}
