import { createHash, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { ShopError } from '#domain/errors.ts';
import {
  afterEvent,
  isBeingConfirmed,
  type Payment,
  refundable,
  shownAttempt,
  shownState,
} from '#domain/payment.ts';
import type { Database } from '#server/db/database.ts';
import type { PaymentsTable, Queries, Tx } from '#server/db/types.ts';
import { storeOnlinePayment } from '#server/features/orders/online-payment.ts';
import type { AttemptRef } from '#server/ports/payments/payments.ts';

export type PaymentRow = Selectable<PaymentsTable>;

const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const RANDOM_LETTERS = 14;
const ORDER_LETTERS = 11;

/**
 * Returns what a provider calls an attempt, 26 characters at most: the order's number, by which the owner
 * finds it there, and letters that nobody guesses (68 bits).
 */
export function newPaymentId(orderId: string): string {
  const letters = Array.from({ length: RANDOM_LETTERS }, () =>
    LETTERS.charAt(randomInt(LETTERS.length)),
  ).join('');
  return `${orderId.slice(0, ORDER_LETTERS)}-${letters}`;
}

export function hashKey(orderId: string, key: string): string {
  return createHash('sha256').update(`${orderId}\n${key}`).digest('base64url');
}

/** The columns of an attempt that has just been made. */
export const NEW_COLUMNS = {
  token: null,
  redirect_url: null,
  provider_id: null,
  state: 'created',
  refunded: 0,
  refunding: 0,
  refund_key: null,
  refunding_since: null,
  is_superseded: 0,
  paid_order: 0,
  paid_at: null,
} as const satisfies Partial<PaymentRow>;

export function toPayment(row: PaymentRow): Payment {
  const { state, amount, refunded, refunding } = row;
  return { state, amount, refunded, refunding, isSuperseded: row.is_superseded === 1 };
}

export function toRef(row: PaymentRow): AttemptRef {
  const { reference, token, provider_id: providerId, amount } = row;
  return { id: reference, token: token ?? '', providerId, amount };
}

/** @returns null when there is no such attempt */
export async function findPayment(db: Queries, id: string): Promise<PaymentRow | null> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Returns a provider's attempt by its own id or by the provider's token; null: there is none. */
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

/** @returns null when there is no such attempt */
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

/** Returns the attempt that an order shows. @param attempts oldest first */
export function findShown(attempts: readonly PaymentRow[]): PaymentRow | null {
  const shown = shownAttempt(
    attempts.map((row) => ({ ...toPayment(row), paidOrder: row.paid_order === 1, row })),
  );
  return shown?.row ?? null;
}

/** Stores with the order how its payment online stands, after one of its attempts has changed. */
export async function storeShown(tx: Tx, orderId: string): Promise<void> {
  const shown = findShown(await findAttempts(tx, orderId));
  if (!shown) return;
  const { state, amount, refunded, provider, provider_id: providerId } = shown;
  await storeOnlinePayment(tx, orderId, {
    ...{ state: shownState(state), amount, refunded, provider, providerId },
  });
}

/** Returns the pesos of an attempt that can be sent back. */
export function leftOf(row: PaymentRow): number {
  return refundable(toPayment(row));
}

/** Sees to it that an attempt is never confirmed; one that may have been paid stays as it is. */
export async function supersede(tx: Tx, row: PaymentRow): Promise<void> {
  if (!afterEvent(toPayment(row), { type: 'superseded' }).isSuperseded) return;
  if (row.is_superseded === 1) return;
  await tx.updateTable('payments').set({ is_superseded: 1 }).where('id', '=', row.id).execute();
}

/**
 * Supersedes an order's attempts because the order ends.
 * @throws ShopError `order_under_way` while one is being confirmed: the order waits for its end
 */
export async function supersedeAttempts(tx: Tx, orderId: string): Promise<void> {
  const attempts = await findAttempts(tx, orderId);
  const isPending = attempts.some((row) => row.is_superseded === 0 && isBeingConfirmed(row));
  if (isPending) {
    throw new ShopError('order_under_way', {
      message: 'Estamos confirmando un pago de este pedido. Intenta de nuevo en unos minutos',
    });
  }
  for (const row of attempts) await supersede(tx, row);
  await storeShown(tx, orderId);
}
