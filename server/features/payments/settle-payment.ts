import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { isVoid } from '#domain/orders.ts';
import {
  afterEvent,
  hasMoney,
  isBeingConfirmed,
  isWanted,
  type PayableOrder,
  type PaymentEvent,
  type ProviderWord,
  providerNames,
} from '#domain/payment.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { changeOrder, type OrderChange } from '#server/features/orders/change-order.ts';
import { type PaymentRow, storeShown, toPayment } from '#server/features/orders/online-payment.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { setPayment } from '#server/features/orders/set-payment.ts';
import { type Payments, ProviderFailure, type Told } from '#server/ports/payments/payments.ts';
import { findPayment, lockPayment, NEW_COLUMNS, newPaymentId, toRef } from './repo.ts';

/** How long a provider may take to be told of a new attempt; older ones were cut off. */
export const BEGIN_MS = 12_000;
/** How long a refund may be under way before it counts as not made. */
const REFUND_MS = 10 * 60_000;

/** What an event says, besides the state. */
type Facts = Pick<Told, 'providerId' | 'others'>;
/** Says what happens to an attempt, under the locks of its order and itself. */
type Decide = (payment: PaymentRow, order: PayableOrder | null) => PaymentEvent | null;

const NO_FACTS: Facts = { providerId: null, others: [] };

/**
 * Changes an attempt by an event, and its order with it: the one way in which attempts change. Money
 * that the order waits for pays it, as if the owner had noted it; any other is told to the owner.
 * @returns the attempt as it is now; null when there is none
 */
export async function changePayment(
  context: Context,
  id: string,
  decide: Decide,
  facts: Facts = NO_FACTS,
): Promise<PaymentRow | null> {
  const found = await findPayment(context.db.queries, id);
  if (!found) return null;
  const target = { id: found.order_id, by: null, version: null };
  try {
    await changeOrder(context, target, (order, tx) =>
      applyEvent(context, tx, { id, order, decide, facts }),
    );
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'not_found')) throw error;
    // In the bin or gone: the provider's word counts all the same.
    await context.db.transaction((tx) =>
      applyEvent(context, tx, { id, order: null, decide, facts }),
    );
    context.jobNotifier.notify();
  }
  return findPayment(context.db.queries, id);
}

type Applied = { id: string; order: OrderRow | null; decide: Decide; facts: Facts };

/** @returns what changes of the order */
async function applyEvent(
  context: Context,
  tx: Tx,
  { id, order, decide, facts }: Applied,
): Promise<OrderChange | null> {
  const row = await lockPayment(context.db, tx, id);
  if (!row) return null;
  const payable = order && toPayable(order);
  const event = decide(row, payable);
  const before = toPayment(row);
  const after = event ? afterEvent(before, event) : before;
  const isMoney = hasMoney(after) && !hasMoney(before);
  const paysOrder = isMoney && payable !== null && isWanted(after, payable);
  // The number of what was taken stays; until then it is that of the latest try.
  const provider_id = hasMoney(before) ? row.provider_id : (facts.providerId ?? row.provider_id);
  await insertOthers(context, tx, row, facts);
  if (after !== before || provider_id !== row.provider_id) {
    const { state, amount, refunded, refunding } = after;
    await tx
      .updateTable('payments')
      .set({
        ...{ state, amount, refunded, refunding, provider_id },
        is_superseded: after.isSuperseded ? 1 : 0,
        ...(isMoney ? { paid_at: context.clock(), paid_order: paysOrder ? 1 : 0 } : {}),
      })
      .where('id', '=', id)
      .execute();
  }
  if (isMoney && !paysOrder) await tellOwner(context, tx, row, 'late');
  if (order) await storeShown(tx, order.id);
  if (!order || !paysOrder) return null;
  const how = providerNames[row.provider];
  return setPayment(context, order, { paidAt: dayOf(context.clock()), how });
}

export function toPayable({ total_amount, paid_on, status }: OrderRow): PayableOrder {
  return { total: total_amount, isPaid: paid_on !== null, isCancelled: isVoid(status) };
}

/** Keeps the further payments of one attempt in sight; the order does not wait for them. */
async function insertOthers(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  { others }: Facts,
): Promise<void> {
  for (const { providerId, amount, refunded } of others) {
    const now = context.clock();
    const other: PaymentRow = {
      ...{ ...NEW_COLUMNS, id: newPaymentId(row.order_id), order_id: row.order_id },
      ...{ reference: row.reference, provider: row.provider, provider_id: providerId },
      ...{ amount, refunded, state: refunded === amount ? 'refunded' : 'paid' },
      ...{ is_superseded: 1, created_at: now, paid_at: now },
    };
    const isNew = await tx
      .insertInto('payments')
      .values(other)
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (isNew) await tellOwner(context, tx, other, 'late');
  }
}

/** Mails the owner of money that no order waits for, or of an attempt whose end nobody knows. */
export async function tellOwner(
  { settings, clock }: Context,
  tx: Tx,
  { id: paymentId, order_id: orderId }: Pick<PaymentRow, 'id' | 'order_id'>,
  why: 'late' | 'unknown',
): Promise<void> {
  const { seller } = (await settings.read(tx)).settings;
  if (!seller.email) return;
  await enqueueMail(tx, { kind: 'payment_told', orderId, paymentId, why }, clock());
}

type Settled = {
  /** The browser came back to have it confirmed. */
  isReturned?: boolean;
  /** What the browser or a notice calls the payment, which proves nothing. */
  providerId?: string | null;
};

/**
 * Asks the provider what became of an attempt, and confirms it when its buyer came back and its order
 * still waits for it. Nothing is locked while the provider is asked.
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
  if (found.token === null && found.provider_id === null) return giveUpBeginning(context, found);
  const mayConfirm = isReturned || isBeingConfirmed(found);
  let isClaimed = false;
  const row = mayConfirm
    ? await changePayment(context, id, (payment, order) => {
        isClaimed = order !== null && isWanted(toPayment(payment), order);
        return isClaimed ? { type: 'returned' } : null;
      })
    : found;
  if (!row) return null;
  // Only what was claimed under the order's lock is confirmed; its order cannot end meanwhile.
  const ref = { ...toRef(row), providerId: providerId ?? row.provider_id };
  try {
    const told = await (isClaimed && row.state === 'authorised'
      ? payments.settle(ref)
      : payments.read(ref));
    const decide: Decide = (now) => eventOf(context, payments, now, told.word);
    const payment = await changePayment(context, id, decide, told);
    return payment && { payment, failure: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const payment = await changePayment(context, id, () => ({ type: 'silent' }));
    return payment && { payment, failure: error };
  }
}

async function giveUpBeginning(context: Context, found: PaymentRow) {
  const isOld = context.clock() - found.created_at >= BEGIN_MS;
  const payment = isOld
    ? await changePayment(context, found.id, () => ({ type: 'begin_failed' }))
    : found;
  return payment && { payment, failure: null };
}

/** What the provider's word means now: what nobody pays is over at some time, as is a refund. */
function eventOf(
  { clock }: Context,
  { lifeMs }: Payments,
  payment: PaymentRow,
  word: ProviderWord,
): PaymentEvent {
  const now = clock();
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
