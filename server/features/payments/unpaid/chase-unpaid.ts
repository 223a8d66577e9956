import { DAY_MS, dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { isOnItsWay } from '#domain/delivery/business-days.ts';
import { factsOf } from '#domain/orders/derive.ts';
import type { Order } from '#domain/orders/order.ts';
import { hasDeadline, lacksPayment } from '#domain/orders/order-money.ts';
import { isBeingPaid, paySignsOf } from '#domain/payments/online-payment.ts';
import {
  isOverdue,
  MAX_PAY_DAYS,
  remindersDue,
  type UnpaidRules,
} from '#domain/payments/unpaid.ts';
import type { Context } from '#server/context.ts';
import { hasNone } from '#server/db/has-none.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Tx } from '#server/db/types.ts';
import { mailsToBuyer } from '#server/features/mail/count-mail.ts';
import { changeOrder, mayHaveLeftUnpaid, type OrderChange } from '#server/features/orders/order.ts';
import { setCancelled } from '#server/features/orders/set-status.ts';

/** Orders per query. */
const BATCH = 500;
const MAX_AGE_MS = MAX_PAY_DAYS * DAY_MS;
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

/** Selects orders with pictures but no payment, part of it, receipt or request to cancel, oldest first. */
function selectUnpaid(queries: Context['db']['queries']) {
  return queries
    .selectFrom('orders')
    .where('deleted_at', 'is', null)
    .where('orders.pins', '>', 0)
    .where('paid_on', 'is', null)
    .whereRef('paid_amount', '=', 'refunded_amount')
    .where(hasNone('order_receipts', 'order_id', 'orders.id'))
    .where('cancel_requested_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
}

async function remind(context: Context): Promise<number> {
  const { queries } = context.db;
  const today = dayOf(context.clock());
  let count = 0;
  // When reminders are turned on, they must not be sent for very old orders.
  let after = { created_at: context.clock() - MAX_AGE_MS, id: '' };
  for (;;) {
    const orders = await selectUnpaid(queries)
      .where(({ or, eb }) => or([eb('waits_for', 'is not', null), mayHaveLeftUnpaid]))
      .leftJoin('payment_reminders as reminder', 'reminder.order_id', 'orders.id')
      .select(['orders.id', 'created_at', 'complete_since'])
      .select(({ fn }) => [
        fn.max('reminder.number').as('number'),
        fn.max('reminder.reminded_on').as('on'),
      ])
      .groupBy(['orders.id', 'created_at', 'complete_since'])
      .where(isPast(['created_at', 'id'], '>', [after.created_at, after.id]))
      .limit(BATCH)
      .execute();
    const { unpaid } = (await context.settings.current()).settings;
    const due = orders.filter(
      ({ complete_since, number, on }) =>
        countDue(complete_since, { number: number ?? 0, on }, today, unpaid) !== null,
    );
    for (const { id } of due) if (await remindOf(context, id)) count += 1;
    const last = orders.at(-1);
    if (!last || orders.length < BATCH) return count;
    after = last;
  }
}

/** Checks again under the lock: another process may have sent it, or the buyer paid. */
function remindOf(context: Context, id: string): Promise<boolean> {
  const { clock, settings } = context;
  return changeLive(context, id, async (order, tx) => {
    const isAsked = lacksPayment(order) && order.cost.pins > 0 && order.cancelRequestedAt === null;
    if (!isAsked || paySignsOf(order).isBeingConfirmed) return null;
    const now = clock();
    const today = dayOf(now);
    const { unpaid, delivery } = (await settings.read(tx)).settings;
    // Its buyer pays when it arrives.
    const promise = { ...order.promise, closures: delivery.closures };
    const isPickedUp = order.delivery.way === 'pickup';
    if (isOnItsWay(factsOf(order), { today, promise, isPickedUp })) return null;
    const last = order.reminders.at(-1) ?? { number: 0, on: null };
    const number = countDue(order.completeSince, last, today, unpaid);
    if (number === null) return null;
    const mails = await mailsToBuyer(context, tx, order, { kind: 'payment_reminder', now });
    const reminders = [...order.reminders, { number, on: today }];
    return { set: { reminders }, action: null, changes: [], mails };
  });
}

/** Changes an order unless it was deleted or anything else refuses it. @returns whether it did */
async function changeLive(
  context: Context,
  id: string,
  decide: (order: Order, tx: Tx) => OrderChange | null | Promise<OrderChange | null>,
): Promise<boolean> {
  let isChanged = false;
  try {
    await changeOrder(context, { id, by: null, version: null }, async (order, tx) => {
      const change = await decide(order, tx);
      isChanged = change !== null;
      return change;
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return false;
  }
  return isChanged;
}

/** Returns how many reminders are due so far; null: none is due today. */
function countDue(
  since: number,
  last: { number: number; on: string | null },
  today: string,
  rules: UnpaidRules,
): number | null {
  if (last.on === today) return null;
  const due = remindersDue(since, today, rules);
  return due > last.number ? due : null;
}

async function cancelOverdue(context: Context): Promise<number> {
  const today = dayOf(context.clock());
  const orders = await selectUnpaid(context.db.queries)
    .select('id')
    .where('waits_for', 'is not', null)
    .where('pay_by', '<', today)
    .limit(BATCH)
    .execute();
  let count = 0;
  for (const { id } of orders) {
    const isCancelled = await changeLive(context, id, async (order, tx) => {
      if (!hasDeadline(order) || !isOverdue(order.payBy, today) || isBeingPaid(order)) return null;
      // The shop has begun to make it all the same.
      if (order.startedAt !== null) return null;
      // The owner may just have turned it off.
      const { cancels } = (await context.settings.read(tx)).settings.unpaid;
      return cancels ? setCancelled(context, order, OVERDUE) : null;
    });
    if (isCancelled) count += 1;
  }
  return count;
}
