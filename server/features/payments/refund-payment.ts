import { randomUUID } from 'node:crypto';
import type { RefundBody } from '#contract/payments/refunds-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { Order, PaymentAttempt } from '#domain/orders/order.ts';
import { openRefundsOf } from '#domain/orders/order-money.ts';
import { holdsMoney, providerNames, refundable } from '#domain/payments/attempt.ts';
import { type RefundWay, sumAmounts } from '#domain/payments/refunds.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { type ChangeTarget, changeOrder, findLiveOrder } from '#server/features/orders/order.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import { changePayment, type Decide } from './change-payment.ts';
import { enqueueReading } from './enqueue-reading.ts';
import { cancelToo, findRefundKeys, isRefundedOnline, notedWith, refundKey } from './refunds.ts';
import { type PaymentRow, toRef } from './repo.ts';

/**
 * Returns how an order is refunded by default: by transfer if only the owner recorded a payment. A
 * repeated request is answered as before.
 */
export async function usualWay(
  db: Queries,
  orderId: string,
  key: string | null = null,
): Promise<RefundWay> {
  const order = await findLiveOrder(db, orderId);
  if (key !== null && (await isRefundedOnline(db, orderId, key))) return 'online';
  const [noted] = order && key !== null ? notedWith(order, key) : [];
  if (noted?.how) return noted.how;
  return order?.paid && refundableAttempts(order).length === 0 ? 'transfer' : 'online';
}

/**
 * Returns the attempts that give money of an order back, the last one first: the one whose money it
 * does not count, else all that it counts.
 */
function refundableAttempts({ attempts }: Order): PaymentAttempt[] {
  const held = attempts.filter(holdsMoney).toReversed();
  const extra = held.find(({ paidOrder }) => !paidOrder);
  return extra ? [extra] : held;
}

/** Returns what is stored of a request's key: the key, and the key with what was requested. */
function requestKeys(orderId: string, key: string, { amount, reason }: RefundBody): string[] {
  return [refundKey(orderId, key), refundKey(orderId, JSON.stringify([key, amount, reason]))];
}

/**
 * Refunds an order's online payments, or part of them. Without an answer from the provider the refund
 * is pending until a job has read its result.
 * @param key of a request that may be repeated: it refunds once, unless the provider refused it
 * @returns the order after the refund
 * @throws ShopError `not_found`, `order_changed`, `refund_too_large`, `payment_unavailable` when the
 *   provider refuses, `idempotency_key_reused`
 */
export async function refundPayment(
  context: Context,
  target: ChangeTarget,
  refund: Omit<RefundBody, 'how'>,
  key: string | null = null,
): Promise<Order> {
  const { payments, db } = context;
  if (!payments) throw await whyNot(db.queries, target.id);
  const keys = key === null ? [] : requestKeys(target.id, key, refund);
  const requested = await requestRefund(context, target, { refund, key, keys });
  for (const [at, { row, amount }] of requested.entries()) {
    try {
      const key = row.refund_key ?? row.id;
      const told = await payments.refund(toRef(row), { amount, key });
      const decide: Decide = (_row, _order, own) => ({
        event: own && { type: 'told', word: own.word },
      });
      await changePayment(context, row.id, decide, told);
    } catch (error) {
      if (error instanceof ProviderRefusal) {
        const [done, left] = [requested.slice(0, at), requested.slice(at)];
        for (const { row: refused } of left) {
          await changePayment(context, refused.id, () => ({ event: { type: 'refund_failed' } }));
        }
        if (done.length === 0 && keys.length > 0) {
          await db.queries.deleteFrom('payment_keys').where('key', 'in', keys).execute();
        }
        throw refusedBy(row, sumAmounts(done));
      }
      if (!(error instanceof ProviderFailure)) throw error;
    }
  }
  const { id, by } = target;
  return changeOrder(context, { id, by, version: null }, (order) =>
    refund.cancels ? cancelToo(context, order) : null,
  );
}

/** Returns why an order is not refunded online without a provider. */
async function whyNot(db: Queries, orderId: string): Promise<ShopError> {
  const order = await findLiveOrder(db, orderId);
  const [attempt] = order ? refundableAttempts(order) : [];
  return attempt ? isOff(attempt) : new ShopError('not_found');
}

/** A refund that began before may have reached its provider. */
function isOff({ provider, state }: PaymentAttempt): ShopError {
  const name = providerNames[provider];
  const advice =
    state === 'refunding' ? `Mira en ${name} si ya se devolvió` : 'Devuélvelo por otro medio';
  return new ShopError('payment_unavailable', {
    message: `Este pago es de ${name}, que está desactivado. ${advice} y anótalo aquí`,
  });
}

type Requested = { row: PaymentRow; amount: number };

/** @param done pesos that another payment of the order gave back before */
function refusedBy({ provider }: PaymentRow, done: number): ShopError {
  const rest = done > 0 ? `solo se devolvieron ${formatPesos(done)}` : 'no se devolvió nada';
  return new ShopError('payment_unavailable', {
    message: `${providerNames[provider]} no aceptó la devolución: ${rest}`,
  });
}

/** Stores the refund under the order's lock, before it is requested at the provider. */
async function requestRefund(
  context: Context,
  target: ChangeTarget,
  { refund, key, keys }: { refund: Omit<RefundBody, 'how'>; key: string | null; keys: string[] },
): Promise<Requested[]> {
  const requested: Requested[] = [];
  await changeOrder(context, target, async (order, tx) => {
    const known = keys.length === 0 ? [] : await findRefundKeys(tx, keys);
    const isNoted = key !== null && notedWith(order, key).length > 0;
    if (isNoted || (known.length > 0 && known.length < keys.length)) {
      throw new ShopError('idempotency_key_reused');
    }
    if (known.length > 0) return null;
    requested.push(...(await storeRefund(context, tx, order, { ...refund, by: target.by })));
    const [first] = requested;
    if (first && keys.length > 0) {
      const rows = keys.map((name) => ({ key: name, payment_id: first.row.id }));
      await tx.insertInto('payment_keys').values(rows).execute();
    }
    return null;
  });
  return requested;
}

async function storeRefund(
  { clock, payments }: Context,
  tx: Tx,
  order: Order,
  { amount: wanted, reason, by }: Omit<RefundBody, 'how'> & { by: string | null },
): Promise<Requested[]> {
  const attempts = refundableAttempts(order);
  const foreign = attempts.find(({ provider }) => provider !== payments?.provider);
  if (foreign) throw isOff(foreign);
  if (attempts.some(({ state }) => state === 'refunding')) {
    throw new ShopError('refund_too_large', {
      message: 'Hay una devolución en curso: espera a que termine',
    });
  }
  const { left, promised } = limitsOf(order, attempts);
  const amount = wanted ?? Math.min(promised ?? left, left);
  if (amount < 1 || amount > left) throw new ShopError('refund_too_large');
  const now = clock();
  const requested: Requested[] = [];
  for (const attempt of attempts) {
    const part = Math.min(refundable(attempt), amount - sumAmounts(requested));
    if (part === 0) continue;
    const row = await tx
      .updateTable('payments')
      .set({
        ...{ state: 'refunding', refunding: part },
        ...{ refund_key: randomUUID(), refund_reason: reason ?? null, refunding_since: now },
      })
      .where('id', '=', attempt.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    requested.push({ row, amount: part });
    await enqueueReading(tx, row, 0, now);
  }
  await writeAudit(
    tx,
    {
      ...{ by, entity: 'order', entityId: order.id, action: 'payment_refunded' },
      changes: [{ field: 'refund', to: amount }],
    },
    now,
  );
  return requested;
}

/**
 * Returns the pesos that attempts can give back, and those that their order was promised. Money of
 * the order may also have gone back in another way; money that no order counts is given back whole.
 */
function limitsOf(order: Order, attempts: readonly PaymentAttempt[]) {
  const left = attempts.reduce((sum, attempt) => sum + refundable(attempt), 0);
  if (attempts.some(({ paidOrder }) => !paidOrder) || order.paid === 0) {
    return { left, promised: null };
  }
  return {
    left: Math.min(left, order.paid - order.refunded),
    promised: sumAmounts(openRefundsOf(order)) || null,
  };
}
