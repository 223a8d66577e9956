import type { Selectable } from 'kysely';
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

/** Returns the attempt with these columns; null: there is none. */
export async function findPayment(
  db: Queries | Tx,
  columns: Partial<PaymentRow>,
): Promise<PaymentRow | null> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where(({ and }) => and(columns))
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
