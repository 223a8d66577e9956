import { dayOf } from '#domain/dates.ts';
import { ShopError } from '#domain/errors.ts';
import { isOverdue, MAX_PAY_DAYS, remindersDue, type UnpaidRules } from '#domain/unpaid.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail } from '#server/features/mail/count-mail.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { setCancelled } from '#server/features/orders/cancel/cancel-order.ts';
import { changeOrder } from '#server/features/orders/change-order.ts';
import { isBeingPaid, paySignsOf } from '#server/features/orders/online-payment.ts';
import { lacksPayment } from '#server/features/orders/present-order.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';

/** Orders per query. */
const BATCH = 500;
const MAX_AGE_MS = MAX_PAY_DAYS * 86_400_000;
const OVERDUE = 'Venció el plazo para pagarlo';

/**
 * Reminds the buyers of unpaid orders on the days that the owner set, at most once a day, and
 * cancels overdue orders if the owner has enabled it. Several missed reminders are sent as one.
 * @returns the number of reminded and cancelled orders
 */
export async function chaseUnpaid(context: Context): Promise<number> {
  const { reminders, cancels } = (await context.settings.current()).settings.unpaid;
  const reminded = reminders.length === 0 ? 0 : await remind(context);
  const cancelled = cancels ? await cancelOverdue(context) : 0;
  return reminded + cancelled;
}

/** Selects orders with pictures but no payment, receipt or request to cancel, oldest first. */
function selectUnpaid(queries: Context['db']['queries'] | Tx) {
  return queries
    .selectFrom('orders')
    .where('waits_for', 'is not', null)
    .where('images_count', '>', 0)
    .where('paid_on', 'is', null)
    .where('receipt_at', 'is', null)
    .where('cancel_requested_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
}

async function remind(context: Context): Promise<number> {
  const today = dayOf(context.clock());
  let count = 0;
  // When reminders are turned on, they must not be sent for very old orders.
  let after = { created_at: context.clock() - MAX_AGE_MS, id: '' };
  for (;;) {
    const orders = await selectUnpaid(context.db.queries)
      .select(['id', 'created_at', 'completed_at', 'reminders_sent', 'reminded_on'])
      .where(isPast(['created_at', 'id'], '>', [after.created_at, after.id]))
      .limit(BATCH)
      .execute();
    const { unpaid } = (await context.settings.current()).settings;
    const due = orders.filter((order) => countDue(order, today, unpaid) !== null);
    for (const { id } of due) {
      if (await context.db.transaction((tx) => remindOf(context, tx, id))) count += 1;
    }
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return count;
    after = last;
  }
}

/** Checks again under the lock: another process may have sent it, or the buyer paid. */
async function remindOf(context: Context, tx: Tx, id: string): Promise<boolean> {
  const { db, clock, settings } = context;
  const order = await db
    .lockRows(selectUnpaid(tx).selectAll().where('id', '=', id))
    .executeTakeFirst();
  if (!order || paySignsOf(order).isBeingConfirmed) return false;
  const now = clock();
  const today = dayOf(now);
  const due = countDue(order, today, (await settings.read(tx)).settings.unpaid);
  if (due === null) return false;
  await tx
    .updateTable('orders')
    .set({ reminders_sent: due, reminded_on: today })
    .where('id', '=', id)
    .execute();
  if (!(await mayWrite(context, tx, order, now))) return false;
  await enqueueMail(tx, { kind: 'payment_reminder', orderId: id }, now);
  return true;
}

type Reminded = Pick<OrderRow, 'created_at' | 'completed_at' | 'reminders_sent' | 'reminded_on'>;

/** Returns how many reminders are due so far; null: none is due today. */
function countDue(order: Reminded, today: string, rules: UnpaidRules): number | null {
  if (order.reminded_on === today) return null;
  const due = remindersDue(order.completed_at ?? order.created_at, today, rules);
  return due > (order.reminders_sent ?? 0) ? due : null;
}

async function mayWrite(context: Context, tx: Tx, order: OrderRow, now: number): Promise<boolean> {
  const to = order.user_email ?? order.email;
  if (to === null) return false;
  if (order.buyer_verified === 1) return true;
  return countMail(context, tx, { kind: 'payment_reminder', to, now });
}

async function cancelOverdue(context: Context): Promise<number> {
  const today = dayOf(context.clock());
  const orders = await selectUnpaid(context.db.queries)
    .select('id')
    .where('pay_by', '<', today)
    .limit(BATCH)
    .execute();
  let count = 0;
  for (const { id } of orders) {
    try {
      await changeOrder(context, { id, by: null, version: null }, (order) => {
        if (!lacksPayment(order) || !isOverdue(order.pay_by, today)) return null;
        if (isBeingPaid(order)) return null;
        count += 1;
        return setCancelled(context, order, OVERDUE);
      });
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
    }
  }
  return count;
}
