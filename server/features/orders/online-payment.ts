import type { Selectable } from 'kysely';
import * as z from 'zod';
import { type AdminOnlinePayment, adminOnlinePayment } from '#contract/online-payment.ts';
import { ShopError } from '#domain/errors.ts';
import {
  afterEvent,
  hasMoney,
  isBeingConfirmed,
  type Payment,
  shownAttempt,
  shownState,
} from '#domain/payment.ts';
import type { Config } from '#server/config.ts';
import type { PaymentsTable, Queries, Tx } from '#server/db/types.ts';
import type { OrderRow } from './repo.ts';

/** Nothing ends an order whose money may have been taken. */
export const CONFIRMING =
  'Estamos confirmando un pago de este pedido. Intenta de nuevo en unos minutos';

export type PaymentRow = Selectable<PaymentsTable>;

type Columns = Pick<OrderRow, 'online_payment' | 'total_amount'>;

/** Returns how an order's payment online stands; null before the first attempt. */
function readOnlinePayment({
  online_payment: stored,
}: Pick<OrderRow, 'online_payment'>): AdminOnlinePayment | null {
  return stored === null ? null : z.parse(adminOnlinePayment, JSON.parse(stored));
}

/** Returns whether its buyer is paying just now, or may have paid. */
export function isBeingPaid(order: Pick<OrderRow, 'online_payment'>): boolean {
  const state = readOnlinePayment(order)?.state;
  return state === 'open' || state === 'unknown';
}

/** Returns what of its payments decides on whether its buyer may cancel an order. */
export function paySignsOf(order: Pick<OrderRow, 'online_payment' | 'receipt_at'>) {
  return {
    hasReceipt: order.receipt_at !== null,
    isBeingConfirmed: readOnlinePayment(order)?.state === 'unknown',
  };
}

/** Returns it as an answer has it: nothing where the shop takes no payments online. */
export function presentOnlinePayment(
  order: Columns,
  { payments }: Pick<Config, 'payments'>,
): { onlinePayment?: AdminOnlinePayment } {
  if (payments === null) return {};
  return { onlinePayment: readOnlinePayment(order) ?? { ...NONE, amount: order.total_amount } };
}

const NONE = {
  state: 'none',
  ...{ refunded: 0, provider: null, providerId: null },
  ...{ reference: null, method: null, authorizationCode: null, fee: null },
} as const;

/** Stores how it stands, beside the order's facts: its version is that of what admins change. */
async function storeOnlinePayment(
  tx: Tx,
  orderId: string,
  payment: AdminOnlinePayment,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ online_payment: JSON.stringify(payment) })
    .where('id', '=', orderId)
    .execute();
}

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

/** Returns the attempt that an order shows. @param attempts oldest first */
export function findShown(attempts: readonly PaymentRow[]): PaymentRow | null {
  const shown = shownAttempt(
    attempts.map((row) => ({ ...toPayment(row), paidOrder: row.paid_order === 1, row })),
  );
  return shown?.row ?? null;
}

/** Stores with the order how its payment online stands, after one of its attempts has changed. */
export async function storeShown(tx: Tx, orderId: string): Promise<void> {
  const shown = describeShown(await findAttempts(tx, orderId));
  if (shown) await storeOnlinePayment(tx, orderId, shown);
}

/** Returns how an order's payment online stands; null before the first attempt. @param attempts oldest first */
export function describeShown(attempts: readonly PaymentRow[]): AdminOnlinePayment | null {
  const shown = findShown(attempts);
  if (!shown) return null;
  const paysNothing = hasMoney(shown) && shown.paid_order === 0;
  const isSecond = paysNothing && attempts.some(({ paid_order }) => paid_order === 1);
  return { ...describeAttempt(shown), ...(isSecond && { isSecond }) };
}

/** Returns an attempt as the owner sees it. */
export function describeAttempt(row: PaymentRow) {
  const { state, amount, refunded, provider, provider_id: providerId, reference, ...how } = row;
  return {
    ...{ state: shownState(state), amount, refunded, provider, providerId, reference },
    ...{ method: how.method, authorizationCode: how.authorization_code, fee: how.fee },
  };
}

/** Sees to it that an attempt is never confirmed; one that may have been paid stays as it is. */
export async function supersede(tx: Tx, row: PaymentRow): Promise<void> {
  if (!afterEvent(toPayment(row), { type: 'superseded' }).isSuperseded) return;
  if (row.is_superseded === 1) return;
  await tx.updateTable('payments').set({ is_superseded: 1 }).where('id', '=', row.id).execute();
}

/** Attempts no longer lead back to their order: its links have ended, by which they were begun. */
export async function endReturns(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ redirect_url: null })
    .where('order_id', '=', orderId)
    .where('redirect_url', 'is not', null)
    .execute();
}

/**
 * Supersedes an order's attempts because the order ends or costs something else.
 * @throws ShopError `order_under_way` while one is being confirmed: the order waits for its end
 */
export async function supersedeAttempts(tx: Tx, orderId: string): Promise<void> {
  const attempts = await findAttempts(tx, orderId);
  const isPending = attempts.some((row) => row.is_superseded === 0 && isBeingConfirmed(row));
  if (isPending) {
    throw new ShopError('order_under_way', { message: CONFIRMING });
  }
  for (const row of attempts) await supersede(tx, row);
  await storeShown(tx, orderId);
}
