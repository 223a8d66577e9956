import type { Updateable } from 'kysely';
import { dayOf } from '#domain/base/dates.ts';
import type { Order, OrderPayment } from '#domain/orders/order.ts';
import { amountDueOf, moneyOf, openDepositOf, paymentsOf } from '#domain/orders/order-money.ts';
import { isVoid } from '#domain/orders/status.ts';
import {
  afterEvent,
  hasMoney,
  isWaitingFor,
  type PayableOrder,
  type Payment,
  type PaymentEvent,
  providerNames,
} from '#domain/payments/attempt.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import {
  changeOrder,
  nullIfMissing,
  type OrderChange,
  toAttempt,
} from '#server/features/orders/order.ts';
import { CURRENCY, type Told } from '#server/ports/payments/payments.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { setPayment, without } from './record-payment.ts';
import { addRefund } from './refunds.ts';
import { findPayment, lockPayment, NEW_COLUMNS, newPaymentId, type PaymentRow } from './repo.ts';
import { recordStray } from './stray-payments.ts';

/** A change of an attempt; null: none. */
type Step = {
  event: PaymentEvent | null;
  set?: Partial<Pick<PaymentRow, 'claimed_at' | 'token' | 'redirect_url'>>;
  /** True: restart the polling of its state, with short delays. */
  readsSoon?: boolean;
} | null;

/** Decides what changes in an attempt; called while the order and the attempt are locked. */
export type Decide = (payment: PaymentRow, order: PayableOrder | null, told: Told | null) => Step;

/**
 * Changes an attempt by an event, and its order with it: the only way to change attempts. Money
 * that the order waits for pays the order, as if the owner had recorded it; any other is mailed to
 * the owner.
 * @param told the provider's report; `decide` gets its part about this attempt's own payment
 * @returns the attempt after the change; null when it does not exist
 */
export async function changePayment(
  context: Context,
  id: string,
  decide: Decide,
  told: Told | null = null,
): Promise<PaymentRow | null> {
  const found = await findPayment(context.db.queries, { id });
  if (!found) return null;
  const target = { id: found.order_id, by: null, version: null };
  const changed = await changeOrder(
    context,
    target,
    (order, tx) => applyStep(context, tx, { id, order, decide, told }),
    { inBin: 'either' },
  ).catch(nullIfMissing);
  if (!changed) {
    // The order is deleted: the provider's report is still applied to the attempt.
    await context.db.transaction((tx) => applyStep(context, tx, { id, order: null, decide, told }));
  }
  return findPayment(context.db.queries, { id });
}

type Applied = { id: string; order: Order | null; decide: Decide; told: Told | null };

/** Returns the change of the order; null: none. */
async function applyStep(
  context: Context,
  tx: Tx,
  { id, order, decide, told: report }: Applied,
): Promise<OrderChange | null> {
  const row = await lockPayment(context.db, tx, id);
  if (!row) return null;
  const told = report && ownPart(row, report);
  // An order in the bin expects no money.
  const payable = order?.deletedAt === null ? toPayable(order) : null;
  const step = decide(row, payable, told);
  const before = toAttempt(row);
  const after = step?.event ? afterEvent(before, step.event) : before;
  const isNew = hasMoney(after) && !hasMoney(before);
  // The provider now reports another amount than before.
  const isOther = hasMoney(before) && after.amount !== before.amount;
  const isMoney = isNew || isOther;
  const how = providerNames[row.provider];
  const own = order && paymentsOf(order).find(({ attemptId }) => attemptId === id);
  const paysOrder =
    isMoney &&
    !own &&
    payable !== null &&
    isWaitingFor(payable, after) &&
    !(await findCounted(tx, order, row));
  const isRestated = isOther && row.paid_order === 1 && !!own;
  // Without a refund yet, so that the order can wait for its payment again.
  const isShort = isRestated && order.refunded === 0 && !!payable && after.amount < own.amount;
  const isCounted = paysOrder || (row.paid_order === 1 && !isShort);
  const ofOthers = await storeOthers(context, tx, row, told);
  if (paysOrder) {
    // Those whose payment the owner has removed.
    await tx
      .updateTable('payments')
      .set({ paid_order: 0 })
      .where('order_id', '=', row.order_id)
      .where('id', 'not in', ['', ...countedAttempts(order)])
      .where('paid_order', '=', 1)
      .execute();
  }
  const changed: Updateable<Schema['payments']> = {
    ...(after === before ? {} : columnsOf(after)),
    ...(told ? providerColumns(row, told) : {}),
    ...step?.set,
    ...(isNew ? { paid_at: context.clock() } : {}),
    ...(isMoney ? { paid_order: isCounted ? 1 : 0 } : {}),
  };
  if (Object.keys(changed).length > 0) {
    await tx.updateTable('payments').set(changed).where('id', '=', id).execute();
  }
  await tellRefund(context, tx, row, { before, after });
  const ofOrder = paysOrder || row.paid_order === 1;
  const wentBack = ofOthers + (ofOrder ? after.refunded - before.refunded : 0);
  if (step?.readsSoon) await enqueueReading(tx, row, 0, context.clock());
  if (isMoney && !isCounted && after.state !== 'refunded')
    await tellOwner(context, tx, row, 'late');
  if (step?.event?.type === 'given_up' && after !== before) {
    await tellOwner(context, tx, row, 'unknown');
  }
  if (!order) return null;
  const shop = { by: null };
  const received = { paidAt: dayOf(context.clock()), how, amount: after.amount, attemptId: id };
  const paid = paysOrder
    ? setPayment(context, shop, order, received)
    : isRestated && isShort
      ? without(context, order, [own])
      : isRestated
        ? restate(order, own, after.amount)
        : null;
  return withRefund(context, { ...order, ...paid?.set }, { paid, wentBack, row });
}

/** Returns the ids of the attempts whose money an order counts. */
function countedAttempts(order: Order | null): string[] {
  return order ? paymentsOf(order).flatMap(({ attemptId }) => attemptId ?? []) : [];
}

/** Returns the attempt whose money already counts for what this one was to pay. */
function findCounted(tx: Tx, order: Order | null, { id, number }: PaymentRow) {
  const counted = countedAttempts(order);
  if (counted.length === 0) return undefined;
  return tx
    .selectFrom('payments')
    .select('id')
    .where('id', 'in', counted)
    .where('id', '<>', id)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Returns the change of an order whose payment turned out to be of another amount. */
function restate(order: Order, payment: OrderPayment, amount: number): OrderChange {
  const counted = Math.max(amount, order.refunded);
  const payments = order.payments.map((each) =>
    each === payment ? { ...each, amount: counted } : each,
  );
  const changes = diff('paidAmount', payment.amount, counted);
  return { set: { payments }, action: 'payment_changed', changes, mails: [] };
}

type Back = { paid: OrderChange | null; wentBack: number; row: PaymentRow };

/** Returns the change of the order with the part of its money that the provider gave back. */
function withRefund(
  { clock }: Context,
  order: Order,
  { paid, wentBack, row }: Back,
): OrderChange | null {
  const money = moneyOf(order);
  // The owner may have removed the payment, or given money back in another way before.
  const amount = Math.min(wentBack, money.paid - money.refunded);
  if (amount <= 0) return paid;
  const reason = row.refunding > 0 ? row.refund_reason : null;
  const refund = { amount, reason, how: 'online', doneOn: dayOf(clock()) } as const;
  const refunds = addRefund(order, refund, clock());
  return {
    ...{ action: 'refund_confirmed', mails: [], ...paid },
    set: { ...paid?.set, refunds },
    changes: [
      ...(paid?.changes ?? []),
      ...diff('refunded', money.refunded, money.refunded + amount),
    ],
  };
}

export function toPayable(order: Order): Required<PayableOrder> {
  return {
    due: amountDueOf(order),
    deposit: openDepositOf(order),
    isPaid: order.paidOn !== null && amountDueOf(order) === 0,
    isCancelled: isVoid(order.status),
  };
}

function columnsOf({ state, amount, refunded, refunding, isSuperseded }: Payment) {
  return { state, amount, refunded, refunding, is_superseded: isSuperseded ? 1 : 0 } as const;
}

/** Once money was received, the payment's id stays; before, it is that of the latest try. */
function providerColumns(row: PaymentRow, { providerId, how }: Told) {
  return {
    provider_id: hasMoney(row) ? row.provider_id : (providerId ?? row.provider_id),
    ...(how && {
      method: how.method ?? row.method,
      authorization_code: how.authorizationCode ?? row.authorization_code,
      fee: how.fee ?? row.fee,
    }),
  };
}

/**
 * Returns the provider's report with the first known payment as the attempt's own. If the report
 * has another payment as its main one, that one is moved to `others`.
 */
function ownPart(row: PaymentRow, told: Told): Told {
  const { word, providerId, how, others } = told;
  if (!hasMoney(row) || word.state !== 'paid' || providerId === row.provider_id) return told;
  const own = others.find((other) => other.providerId === row.provider_id);
  const { amount, refunded } = word;
  const paid = { amount, refunded, currency: CURRENCY };
  const named = providerId === null || how === null ? [] : [{ providerId, ...paid, ...how }];
  return {
    word: {
      state: 'paid',
      amount: own?.amount ?? row.amount,
      refunded: own?.refunded ?? row.refunded,
    },
    providerId: row.provider_id,
    how: own ?? null,
    others: [...others.filter((other) => other !== own), ...named],
  };
}

/**
 * Stores further payments within one attempt, for the owner to see; they do not pay the order.
 * @returns the pesos of the order's own payment that went back, if it is one of them
 */
async function storeOthers(
  context: Context,
  tx: Tx,
  row: PaymentRow,
  told: Told | null,
): Promise<number> {
  let wentBack = 0;
  for (const taken of told?.others ?? []) {
    const { providerId, amount, refunded, currency, method, authorizationCode, fee } = taken;
    if (currency !== CURRENCY) {
      const stray = { provider: row.provider, orderId: row.order_id, taken };
      await recordStray(tx, stray, context.clock());
      continue;
    }
    const known = await findPayment(tx, { provider: row.provider, provider_id: providerId });
    if (known && known.reference !== row.reference) continue;
    if (known) {
      const word = { state: 'paid', amount, refunded } as const;
      const before = toAttempt(known);
      const after = afterEvent(before, { type: 'told', word });
      await tx.updateTable('payments').set(columnsOf(after)).where('id', '=', known.id).execute();
      await tellRefund(context, tx, known, { before, after });
      if (known.paid_order === 1) wentBack += after.refunded - known.refunded;
      continue;
    }
    const now = context.clock();
    const other: PaymentRow = {
      ...{ ...NEW_COLUMNS, id: newPaymentId(row.order_id), order_id: row.order_id },
      ...{ reference: row.reference, provider: row.provider, provider_id: providerId },
      links_ended: row.links_ended,
      ...{ amount, refunded, state: refunded === amount ? 'refunded' : 'paid' },
      ...{ method, authorization_code: authorizationCode, fee },
      ...{ is_superseded: 1, created_at: now, paid_at: now },
    };
    const isNew = await tx
      .insertInto('payments')
      .values(other)
      .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!isNew) continue;
    if (other.state === 'paid') await tellOwner(context, tx, other, 'late');
    const after = toAttempt(other);
    await tellRefund(context, tx, other, { before: { ...after, refunded: 0 }, after });
  }
  return wentBack;
}

type Named = Pick<PaymentRow, 'id' | 'order_id'>;

/** Mails a refund to the buyer, and its part that was not requested in the panel to the owner. */
async function tellRefund(
  { settings, clock }: Context,
  tx: Tx,
  { id: paymentId, order_id: orderId }: Named,
  { before, after }: { before: Payment; after: Payment },
): Promise<void> {
  const amount = after.refunded - before.refunded;
  if (amount <= 0) return;
  const news = { orderId, paymentId };
  await enqueueMail(tx, { kind: 'payment_refunded', ...news, amount }, clock());
  const elsewhere = amount - before.refunding;
  const { seller } = (await settings.read(tx)).settings;
  if (elsewhere <= 0 || !seller.email) return;
  await enqueueMail(tx, { kind: 'refund_told', ...news, amount: elsewhere }, clock());
}

/** Mails the owner about money that no order waits for, or an attempt with an unknown result. */
async function tellOwner(
  { settings, clock }: Context,
  tx: Tx,
  { id: paymentId, order_id: orderId }: Named,
  why: 'late' | 'unknown',
): Promise<void> {
  const { seller } = (await settings.read(tx)).settings;
  if (!seller.email) return;
  await enqueueMail(tx, { kind: 'payment_told', orderId, paymentId, why }, clock());
}
