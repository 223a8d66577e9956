import type { Order } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { mailsToBuyer } from '#server/features/mail/count-mail.ts';
import type { ChangeMail } from '#server/features/mail/enqueue-mail.ts';

type Placed = {
  order: Order;
  /** IP address of the client that placed it. */
  address: string;
  now: number;
};

/**
 * Returns the mails about a new order; counts the one to its buyer, which is left out above the rate
 * limit.
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  { order, ...cause }: Placed,
): Promise<ChangeMail[]> {
  const toBuyer = await mailsToBuyer(context, tx, order, { kind: 'order_received', ...cause });
  return [{ kind: 'new_order' }, ...toBuyer];
}
