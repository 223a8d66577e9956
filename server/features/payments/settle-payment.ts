import {
  hasMoney,
  isBeingConfirmed,
  mayConfirm,
  type PaymentEvent,
  type ProviderWord,
} from '#domain/payment.ts';
import type { Context } from '#server/context.ts';
import { type PaymentRow, toPayment } from '#server/features/orders/online-payment.ts';
import { type Payments, ProviderFailure } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { findPayment, isToldOf, toRef } from './repo.ts';

/** How long a provider may take to be told of a new attempt; older ones were cut off. */
export const BEGIN_MS = 12_000;
/** How long a confirmation may take: its three calls. Older ones were cut off. */
const CLAIM_MS = 30_000;
/** How long a refund may be under way before it counts as not made. */
const REFUND_MS = 10 * 60_000;

type Settled = {
  /** The browser came back to have it confirmed. */
  isReturned?: boolean;
  /** What the browser or a notice calls the payment, which proves nothing. */
  providerId?: string | null;
};

/**
 * Asks the provider what became of an attempt, and confirms it when its buyer came back and its order
 * still waits for it. Nothing is locked while the provider is asked; only what was claimed under the
 * order's lock is confirmed, by one request at a time, and its order cannot end meanwhile.
 * @returns the attempt as it is now, and why the provider said nothing; null: there is no such attempt
 */
export async function settlePayment(
  context: Context,
  payments: Payments,
  id: string,
  { isReturned = false, providerId = null }: Settled = {},
): Promise<{ payment: PaymentRow; failure: ProviderFailure | null } | null> {
  const found = await findPayment(context.db.queries, id);
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
      const mayEnd = isClaimed || isLeftAlone(context, row, now);
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

/** Claims an attempt so that it can be confirmed, unless somebody does so just now. */
async function claim(context: Context, id: string, isReturned: boolean) {
  let isClaimed = false;
  const row = await changePayment(context, id, (payment, order) => {
    const now = context.clock();
    const isFree = !isClaimedBySome(payment, now);
    isClaimed = isFree && order !== null && mayConfirm(toPayment(payment), order);
    if (!isClaimed) return null;
    return { event: { type: 'returned' }, set: { claimed_at: now }, readsSoon: isReturned };
  });
  return { row, isClaimed };
}

function isClaimedBySome({ claimed_at }: PaymentRow, now: number): boolean {
  return claimed_at !== null && Math.abs(now - claimed_at) < CLAIM_MS;
}

/** Whether nobody confirmed it while it was read, or only somebody who was cut off before. */
function isLeftAlone({ clock }: Context, before: PaymentRow, now: PaymentRow): boolean {
  if (!isBeingConfirmed(now)) return true;
  return isBeingConfirmed(before) && ![before, now].some((row) => isClaimedBySome(row, clock()));
}

async function giveUpBeginning(context: Context, found: PaymentRow) {
  const isOld = context.clock() - found.created_at >= BEGIN_MS;
  const payment = isOld
    ? await changePayment(context, found.id, () => ({ event: { type: 'begin_failed' } }))
    : found;
  return payment && { payment, failure: null };
}

/** What the provider's word means now: what nobody pays is over at some time, as is a refund. */
function eventOf(
  { clock }: Context,
  { lifeMs }: Payments,
  payment: PaymentRow,
  word: ProviderWord,
  mayEnd: boolean,
): PaymentEvent | null {
  const now = clock();
  // It may have been read before another request confirmed it, which hears the end.
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
