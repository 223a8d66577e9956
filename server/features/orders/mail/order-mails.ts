import type { Context } from '../../../context.ts';
import type { Write } from '../../../db/engine.ts';
import type { Tx } from '../../../db/types.ts';
import { type CountedMail, countMails, uncountMail } from '../../mail/count-mail.ts';
import { insertMails, type Mail } from '../../mail/enqueue-mail.ts';
import { Apart, type OrderRequest } from '../place/order-request.ts';
import type { StoredOrder } from '../repo.ts';
import { delayOrderNews } from './delayed-news.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  request: OrderRequest;
  /** The shop's own mailbox; empty: it has none. */
  shopEmail: string;
};

/**
 * Counts the mails to the buyers of new orders.
 * @returns what writes the mails to buyers and shop, behind the orders' own rows
 * @throws Apart naming those of several whose mails are beyond the limits: they are put off one at a
 *   time
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  placed: readonly Placed[],
  now: number,
): Promise<Write[]> {
  const late = await countStrangers(context, tx, placed, now);
  if (late.length > 0 && placed.length > 1) throw new Apart(late.map(({ request }) => request));
  const [only] = late;
  const delayed = only ? await putOff(tx, only, now) : [];
  const mails = placed.flatMap((each) => [...toShop(each), ...(only ? [] : toBuyer(each))]);
  return [...delayed, ...insertMails(tx, mails, now)];
}

type Late = CountedMail & { freeAt: number; orderId: string; request: OrderRequest };

/** Counts mails to mailboxes that nobody has proved; @returns those beyond the limits */
async function countStrangers(
  context: Context,
  tx: Tx,
  placed: readonly Placed[],
  now: number,
): Promise<Late[]> {
  const strangers = placed.flatMap(({ order, request }) => {
    const to = mailboxOf(order);
    return to && order.buyer_verified === 0 ? [{ to, orderId: order.id, request }] : [];
  });
  const mails = strangers.map(({ to, request: { address } }) => ({ to, address }));
  const counted = await countMails(context, tx, { kind: 'order_received', mails, now });
  return strangers.flatMap(({ orderId, request }, at) => {
    const count = counted[at];
    return count && count.freeAt !== null
      ? [{ ...count, freeAt: count.freeAt, orderId, request }]
      : [];
  });
}

function toShop({ order: { id: orderId }, shopEmail }: Placed): Mail[] {
  return shopEmail ? [{ kind: 'new_order', orderId }] : [];
}

function toBuyer({ order }: Placed): Mail[] {
  return mailboxOf(order) ? [{ kind: 'order_received', orderId: order.id }] : [];
}

function mailboxOf({ user_email, email }: StoredOrder['order']): string | null {
  return user_email ?? email;
}

async function putOff(tx: Tx, late: Late, now: number): Promise<Write[]> {
  const { orderId, recipient, freeAt, isClientSpent } = late;
  const delayed = { orderId, recipient, freeAt, mayAddMail: !isClientSpent };
  const { writes, addsMail } = await delayOrderNews(tx, delayed, now);
  await uncountMail(tx, late, { causedLater: addsMail });
  return writes;
}
