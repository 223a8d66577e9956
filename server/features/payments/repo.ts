import type { Selectable } from 'kysely';
import { type Payment, refundable } from '#domain/payments/attempt.ts';
import type { Database } from '#server/db/database.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { speakableLetters } from '#server/lib/ids.ts';
import type { AttemptRef } from '#server/ports/payments/payments.ts';

export type PaymentRow = Selectable<Schema['payments']>;

const RANDOM_LETTERS = 14;
const ORDER_LETTERS = 11;

/**
 * Returns a new attempt's id, which is the order number at the provider (at most 26 characters):
 * the order's id, by which the owner finds it there, and random letters (68 bits).
 */
export function newPaymentId(orderId: string): string {
  return `${orderId.slice(0, ORDER_LETTERS)}-${speakableLetters(RANDOM_LETTERS)}`;
}

/** Initial values of a new attempt's columns. */
export const NEW_COLUMNS = {
  token: null,
  redirect_url: null,
  provider_id: null,
  state: 'created',
  refunded: 0,
  refunding: 0,
  refund_key: null,
  refund_reason: null,
  refunding_since: null,
  claimed_at: null,
  reading_job: null,
  method: null,
  authorization_code: null,
  fee: null,
  is_superseded: 0,
  paid_order: 0,
  number: 1,
  paid_at: null,
} as const satisfies Partial<PaymentRow>;

export function toPayment(row: PaymentRow): Payment {
  const { state, amount, refunded, refunding } = row;
  return { state, amount, refunded, refunding, isSuperseded: row.is_superseded === 1 };
}

/** Returns an order's attempts, oldest first. */
export function findAttempts(db: Queries | Tx, orderId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function toRef(row: PaymentRow): AttemptRef {
  const { reference, token, provider_id: providerId, amount } = row;
  return { id: reference, token: token ?? '', providerId, amount };
}

/** Returns whether the attempt was created at its provider: otherwise it cannot be paid. */
export function isToldOf({ token, provider_id }: PaymentRow): boolean {
  return token !== null || provider_id !== null;
}

export async function findPayment(db: Queries, id: string): Promise<PaymentRow | null> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns an attempt by its id or by the provider's token; null: there is none. */
export async function findReturned(
  db: Queries,
  provider: PaymentRow['provider'],
  by: { id: string } | { token: string },
): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('id' in by ? 'id' : 'token', '=', 'id' in by ? by.id : by.token)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the paid attempt with the provider's payment id; null: the shop has not seen it. */
export async function findTaken(
  db: Queries,
  provider: PaymentRow['provider'],
  providerId: string,
): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .where('paid_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks an attempt until the transaction ends; null when it does not exist. */
export async function lockPayment(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Tx,
  id: string,
): Promise<PaymentRow | null> {
  const row = await lockRows(
    tx.selectFrom('payments').selectAll().where('id', '=', id),
  ).executeTakeFirst();
  return row ?? null;
}

/** Returns the pesos of an attempt that can still be refunded. */
export function leftOf(row: PaymentRow): number {
  return refundable(toPayment(row));
}
