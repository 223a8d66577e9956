import { type Buyer, ownerOf } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { createIdSigner } from '#server/lib/secrets.ts';

/**
 * Signs the link in an order's mail, which shows the order. It is valid as long as the order and the
 * shop's secret: buyers look for their mail when a pin breaks a year later.
 */
const signer = createIdSigner('order-link');

/** Returns the token that shows an order to its holder. */
export function orderToken(context: Pick<Context, 'secret'>, orderId: string): string {
  return signer.sign(context, orderId);
}

/** Returns the token's order id; null when this shop did not sign it. */
export function readOrderToken(context: Pick<Context, 'secret'>, token: string): string | null {
  return signer.read(context, token);
}

/** The token is in the fragment, which browsers do not send: it is in no log. */
export function orderUrl(context: Pick<Context, 'secret' | 'publicUrl'>, orderId: string): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, orderId)}`;
}

/** Whose order it is: that of a mail's link, or the account's own. */
export type OrderOf = { token: string | null; orderId: string | null; buyer: Buyer };

/**
 * Returns the id of an order that its link's holder or its account may do something with.
 * @throws ShopError `unauthenticated`, `not_found` for a wrong token, an unknown order or another's
 */
export async function findOwnOrderId(
  context: Context,
  { token, orderId, buyer }: OrderOf,
): Promise<string> {
  const id = token === null ? orderId : readOrderToken(context, token);
  const order = await context.db.queries
    .selectFrom('orders')
    .select(['user_uid', 'guest_email'])
    .where('id', '=', id ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!order || id === null) throw new ShopError('not_found');
  if (token !== null) return id;
  if (!buyer) throw new ShopError('unauthenticated');
  const { uid, guestEmail } = ownerOf(buyer);
  const isOwn = uid !== null && order.user_uid === uid;
  const hasJoined = guestEmail !== null && order.guest_email === guestEmail;
  if (!isOwn && !hasJoined) throw new ShopError('not_found');
  return id;
}
