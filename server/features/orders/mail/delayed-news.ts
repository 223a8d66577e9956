import type { Compilable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { insertMails } from '../../mail/enqueue-mail.ts';

/** Longer than a transaction lasts: one that joins a mail must be over before the mail is written. */
const MARGIN_MS = 60_000;
const KEPT_MS = 30 * 86_400_000;

type Delayed = {
  orderId: string;
  /** Keyed hash of the mailbox. */
  recipient: string;
  /** When its next mail would be within the limits. */
  freeAt: number;
  /** False: no further mail may be caused, but one that is due anyway may tell of this order too. */
  mayAddMail: boolean;
};

/**
 * Puts an order into the mail that tells a recipient of several later. The caller holds the
 * recipient's count, so nobody else adds one for the same recipient meanwhile.
 * @returns the statements that do so, and whether they add a mail; else another tells of it, or none
 */
export async function delayOrderNews(
  tx: Tx,
  { orderId, recipient, freeAt, mayAddMail }: Delayed,
  now: number,
): Promise<{ queries: Compilable<unknown>[]; addsMail: boolean }> {
  const closed = now + MARGIN_MS;
  const waiting = await tx
    .selectFrom('delayed_order_news')
    .select('due_at')
    .where('recipient', '=', recipient)
    .where('due_at', '>', closed)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  if (!waiting && !mayAddMail) return { queries: [], addsMail: false };
  const dueAt = waiting?.due_at ?? Math.max(freeAt, closed + 1);
  const row = { order_id: orderId, recipient, due_at: dueAt };
  const mails = waiting ? [] : [{ kind: 'more_orders', recipient, dueAt } as const];
  return {
    queries: [tx.insertInto('delayed_order_news').values(row), ...insertMails(tx, mails, dueAt)],
    addsMail: !waiting,
  };
}

export type DelayedOrder = { id: string; total: number; to: string; termsVersion: string | null };

/**
 * Reads what one such mail tells of, oldest first.
 * @returns without orders in the bin, and without those whose address the shop has changed since
 */
export async function readDelayedOrders(
  { db, limits }: Pick<Context, 'db' | 'limits'>,
  { recipient, dueAt }: { recipient: string; dueAt: number },
): Promise<DelayedOrder[]> {
  const rows = await db.queries
    .selectFrom('delayed_order_news as news')
    .innerJoin('orders as order', 'order.id', 'news.order_id')
    .select(['order.id', 'order.total_amount', 'order.terms_version'])
    .select(['order.user_email', 'order.email'])
    .where('news.recipient', '=', recipient)
    .where('news.due_at', '=', dueAt)
    .where('order.deleted_at', 'is', null)
    .orderBy('order.created_at')
    .orderBy('order.id')
    .execute();
  return rows.flatMap(({ id, total_amount, terms_version, user_email, email }) => {
    const to = user_email ?? email;
    if (!to || limits.hashRecipient(to) !== recipient) return [];
    return [{ id, total: total_amount, to, termsVersion: terms_version }];
  });
}

/** Forgets what was told long ago. @returns how many orders it was about */
export async function sweepDelayedNews({ db, clock }: Context): Promise<number> {
  const { numDeletedRows } = await db.queries
    .deleteFrom('delayed_order_news')
    .where('due_at', '<', clock() - KEPT_MS)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
