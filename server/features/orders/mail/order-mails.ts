import type { Compilable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { countMail, uncountMail } from '../../mail/count-mail.ts';
import { insertMails, type Mail } from '../../mail/enqueue-mail.ts';
import type { StoredOrder } from '../repo.ts';
import { delayOrderNews } from './delayed-news.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  /** Of the client that placed it. */
  address: string;
  /** The shop's own mailbox; empty: it has none. */
  shopEmail: string;
};

/**
 * Counts the mail to the buyer of a new order; one beyond the limits is delayed.
 * @returns the statements that write the mails to buyer and shop, to be run behind the order's own
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  placed: Placed,
  now: number,
): Promise<Compilable<unknown>[]> {
  const { id: orderId, user_email, email } = placed.order;
  const toShop: Mail[] = placed.shopEmail ? [{ kind: 'new_order', orderId }] : [];
  const mailbox = user_email ?? email;
  if (!mailbox) return insertMails(tx, toShop, now);
  const delayed = await delayBeyondLimits(context, tx, { ...placed, mailbox }, now);
  if (delayed) return [...delayed, ...insertMails(tx, toShop, now)];
  return insertMails(tx, [...toShop, { kind: 'order_received', orderId }], now);
}

/** @returns null when the buyer may be written to: nobody's limit is reached, or the mailbox is proved */
async function delayBeyondLimits(
  context: Context,
  tx: Tx,
  { order, address, mailbox: to }: Placed & { mailbox: string },
  now: number,
): Promise<Compilable<unknown>[] | null> {
  if (order.buyer_verified === 1) return null;
  const counted = await countMail(context, tx, { kind: 'order_received', to, address, now });
  const { recipient, freeAt, isClientSpent } = counted;
  if (freeAt === null) return null;
  const delayed = { orderId: order.id, recipient, freeAt, mayAddMail: !isClientSpent };
  const { queries, addsMail } = await delayOrderNews(tx, delayed, now);
  await uncountMail(tx, counted, { causedLater: addsMail });
  return queries;
}
