import type { Order } from '#domain/orders/order.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { countMail } from '#server/features/mail/count-mail.ts';
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
  { order, address, now }: Placed,
): Promise<ChangeMail[]> {
  const to = order.owner.email ?? order.delivery.email;
  const isMailAllowed =
    to !== null &&
    (order.owner.isVerified ||
      (await countMail(context, tx, { kind: 'order_received', to, address, now })));
  return [{ kind: 'new_order' }, ...(isMailAllowed ? [{ kind: 'order_received' } as const] : [])];
}
