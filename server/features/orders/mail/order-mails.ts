import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { countMail, uncountMail } from '../../mail/count-mail.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { StoredOrder } from '../repo.ts';
import { delayOrderNews } from './delayed-news.ts';

/**
 * Writes to the buyer and to the shop, within the order's transaction.
 * @param address of the client that placed the order
 */
export async function enqueueOrderMails(
  context: Context,
  tx: Tx,
  { order }: StoredOrder,
  address: string,
): Promise<void> {
  const { id: orderId, created_at } = order;
  const { seller } = (await context.settings.read(tx)).settings;
  if (seller.email) await enqueueMail(tx, { kind: 'new_order', orderId }, created_at);
  const to = order.user_email ?? order.email;
  if (to) await tellBuyer(context, tx, { order, to, address });
}

/** Whoever has not shown that the mailbox is theirs may have it written to only so often. */
async function tellBuyer(
  context: Context,
  tx: Tx,
  { order, to, address }: Pick<StoredOrder, 'order'> & { to: string; address: string },
): Promise<void> {
  const { id: orderId, created_at: now, buyer_verified } = order;
  const kind = 'order_received';
  const counted =
    buyer_verified === 1 ? null : await countMail(context, tx, { kind, to, address, now });
  if (!counted || counted.freeAt === null) return enqueueMail(tx, { kind, orderId }, now);
  const { recipient, freeAt, isClientSpent } = counted;
  const delayed = { orderId, recipient, freeAt, mayAddMail: !isClientSpent };
  await uncountMail(tx, counted, { causedLater: await delayOrderNews(tx, delayed, now) });
}
