import type { Context } from '../../../context.ts';
import type { Write } from '../../../db/engine.ts';
import type { Tx } from '../../../db/types.ts';
import { countMail, uncountMail } from '../../mail/count-mail.ts';
import { insertMails } from '../../mail/enqueue-mail.ts';
import type { StoredOrder } from '../repo.ts';
import { delayOrderNews } from './delayed-news.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  /** Of the client that placed the order. */
  address: string;
  /** The shop's own mailbox; empty: it has none. */
  shopEmail: string;
};

/**
 * Counts the mail to the buyer of a new order.
 * @returns what writes the mails to buyer and shop, behind the order's own row
 */
export async function planOrderMails(context: Context, tx: Tx, placed: Placed): Promise<Write[]> {
  const { id: orderId, created_at: now, user_email, email } = placed.order;
  const toShop = placed.shopEmail ? [{ kind: 'new_order', orderId } as const] : [];
  const to = user_email ?? email;
  const delayed = to ? await delayBeyondLimits(context, tx, { ...placed, to }) : [];
  const toBuyer = to && !delayed ? [{ kind: 'order_received', orderId } as const] : [];
  return [...(delayed ?? []), ...insertMails(tx, [...toShop, ...toBuyer], now)];
}

/** Delays mail to a mailbox that nobody has proved; null when the buyer may be written to now. */
async function delayBeyondLimits(
  context: Context,
  tx: Tx,
  { order, to, address }: Placed & { to: string },
): Promise<Write[] | null> {
  const { id: orderId, created_at: now, buyer_verified } = order;
  if (buyer_verified === 1) return null;
  const kind = 'order_received';
  const counted = await countMail(context, tx, { kind, to, address, now });
  const { recipient, freeAt, isClientSpent } = counted;
  if (freeAt === null) return null;
  const delayed = { orderId, recipient, freeAt, mayAddMail: !isClientSpent };
  const { writes, addsMail } = await delayOrderNews(tx, delayed, now);
  await uncountMail(tx, counted, { causedLater: addsMail });
  return writes;
}
