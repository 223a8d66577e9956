import type { Context } from '../../../context.ts';
import type { Write } from '../../../db/engine.ts';
import type { Tx } from '../../../db/types.ts';
import { type CountedMail, countMails, type NewMail, uncountMail } from '../../mail/count-mail.ts';
import { insertMails, type Mail } from '../../mail/enqueue-mail.ts';
import type { StoredOrder } from '../repo.ts';
import { delayOrderNews } from './delayed-news.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  /** Of the client that placed the order. */
  address: string;
  /** The shop's own mailbox; empty: it has none. */
  shopEmail: string;
};

/**
 * Counts the mails to the buyers of new orders.
 * @returns what writes the mails to buyers and shop, behind the orders' own rows
 * @throws Error when one of several is beyond the limits: such mails are put off one at a time
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  placed: readonly Placed[],
): Promise<Write[]> {
  const [first] = placed;
  if (!first) return [];
  const counted = await countMails(context, tx, placed.flatMap(toStranger));
  const late = counted.find(isLate);
  if (late && placed.length > 1) throw new Error('one of several mails is beyond the limits');
  const mails = placed.flatMap((each) => [...toShop(each), ...(late ? [] : toBuyer(each))]);
  const delayed = late ? await putOff(tx, first.order, late) : [];
  return [...delayed, ...insertMails(tx, mails, first.order.created_at)];
}

/** A mail to a mailbox that nobody has proved. */
function toStranger({ order, address }: Placed): NewMail[] {
  const to = mailboxOf(order);
  if (!to || order.buyer_verified === 1) return [];
  return [{ kind: 'order_received', to, address, now: order.created_at }];
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

type Late = CountedMail & { freeAt: number };

function isLate(counted: CountedMail): counted is Late {
  return counted.freeAt !== null;
}

async function putOff(
  tx: Tx,
  { id, created_at }: StoredOrder['order'],
  late: Late,
): Promise<Write[]> {
  const { recipient, freeAt, isClientSpent } = late;
  const delayed = { orderId: id, recipient, freeAt, mayAddMail: !isClientSpent };
  const { writes, addsMail } = await delayOrderNews(tx, delayed, created_at);
  await uncountMail(tx, late, { causedLater: addsMail });
  return writes;
}
