import type { Compilable } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { countMail } from '../../mail/count-mail.ts';
import { insertMails, type Mail } from '../../mail/enqueue-mail.ts';
import type { StoredOrder } from '../repo.ts';

type Placed = Pick<StoredOrder, 'order'> & {
  /** Of the client that placed it. */
  address: string;
  /** The shop's own mailbox; empty: it has none. */
  shopEmail: string;
};

/**
 * Counts the mail to the buyer of a new order; one beyond the limits is not sent.
 * @returns the statements that write the mails to buyer and shop, to be run behind the order's own
 */
export async function planOrderMails(
  context: Context,
  tx: Tx,
  { order, address, shopEmail }: Placed,
  now: number,
): Promise<Compilable<unknown>[]> {
  const { id: orderId, buyer_verified } = order;
  const to = order.user_email ?? order.email;
  const isTold =
    to !== null &&
    (buyer_verified === 1 ||
      (await countMail(context, tx, { kind: 'order_received', to, address, now })));
  const mails: Mail[] = [
    ...(shopEmail ? [{ kind: 'new_order', orderId } as const] : []),
    ...(isTold ? [{ kind: 'order_received', orderId } as const] : []),
  ];
  return insertMails(tx, mails, now);
}
