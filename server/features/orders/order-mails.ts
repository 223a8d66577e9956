import type { Context } from '../../context.ts';
import type { Tx } from '../../db/types.ts';
import { enqueueMail } from '../mail/index.ts';
import type { StoredOrder } from './repo.ts';

/** Writes to the buyer and to the shop, within the order's transaction. */
export async function enqueueOrderMails(
  { config }: Context,
  tx: Tx,
  { order }: StoredOrder,
): Promise<void> {
  const { id, user_email, email, created_at } = order;
  if (user_email ?? email) {
    await enqueueMail(tx, { kind: 'order_received', orderId: id }, created_at);
  }
  if (config.shop.email) await enqueueMail(tx, { kind: 'new_order', orderId: id }, created_at);
}
