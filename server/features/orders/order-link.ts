import { NO_ORDER } from '#contract/orders/own-order.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { readOrderNumber } from '#domain/orders/order-number.ts';
import { type Buyer, ownerOf } from '#domain/people/buyer.ts';
import { QUOTE_TOKEN_PREFIX } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import { validationError } from '#server/http/errors.ts';
import { createIdSigner, type Linked } from '#server/lib/secrets.ts';
import { findLiveOrder } from './order.ts';

/**
 * Signs the link in an order's mail, which shows the order. It never expires, because buyers look
 * for the mail when a pin breaks a year later; it ends with the order, its e-mail or the shop's
 * secret.
 */
const signer = createIdSigner('order-link');

type Signer = Pick<Context, 'secret'>;

/** Returns the token that shows an order to its holder, until the order's links are revoked. */
export function orderToken(context: Signer, { id, linksEnded }: Linked): string {
  return signer.sign(context, id, linksEnded);
}

export function firstToken(context: Signer, id: string): string {
  return signer.sign(context, id);
}

/** Returns the token's order; null for an invalid signature. The token may be revoked. */
export const readOrderToken = signer.read;

/** The token is in the fragment, which browsers do not send, so it is in no log. */
export function orderUrl(context: Signer & Pick<Context, 'publicUrl'>, order: Linked): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, order)}`;
}

export async function readToken(
  context: Signer & Pick<Context, 'db'>,
  id: string,
): Promise<string> {
  return orderToken(context, await readLinked(context, id));
}

/** Returns what the links of an order are signed with, by its id. */
export async function readLinked({ db }: Pick<Context, 'db'>, id: string): Promise<Linked> {
  const order = await db.queries
    .selectFrom('orders')
    .select(['id', 'links_ended as linksEnded'])
    .where('id', '=', id)
    .executeTakeFirst();
  return order ?? { id, linksEnded: 0 };
}

/** Returns what the links of an order are signed with. */
export function linkedOf({ id, owner }: Order): Linked {
  return { id, linksEnded: owner.linksEnded };
}

/** How a request names an order: by a mailed link's token, or by its id for its account. */
export type OrderOf = { token: string | null; orderId: string | null; buyer: Buyer };

/** Returns the id of the order if its buyer sends the request. @throws like `findOwnOrder` */
export async function findOwnOrderId(context: Context, of: OrderOf): Promise<string> {
  return (await findOwnOrder(context, of)).id;
}

/**
 * Returns the order if the holder of its link, or its account, sends the request.
 * @throws ShopError `validation_failed` if it names none, `unauthenticated`, `not_found` for an
 * invalid token or another buyer's order
 */
export async function findOwnOrder(
  context: Context,
  { token, orderId, buyer }: OrderOf,
): Promise<Order> {
  // Forms are not checked by the contract.
  if (token === null && !orderId) throw validationError({ orderId: NO_ORDER });
  // Checked before the order is read: without a session, guessing must not reveal whether an order exists.
  if (token === null && !buyer) throw new ShopError('unauthenticated');
  const id = token === null ? readOrderNumber(orderId ?? '') : readOrderToken(context, token)?.id;
  const order = await findLiveOrder(context.db.queries, id ?? '');
  if (!order) throw new ShopError('not_found');
  refuseOthers(context, order, { token, buyer });
  return order;
}

/**
 * Refuses a request that neither the holder of an order's link nor its account sends. A change
 * calls it again under the order's lock: since `findOwnOrder` the links may have been ended.
 * @throws ShopError `not_found`
 */
export function refuseOthers(
  context: Signer,
  { id, owner }: Order,
  { token, buyer }: Omit<OrderOf, 'orderId'>,
): void {
  if (token !== null) {
    const linked = readOrderToken(context, token);
    if (linked?.id === id && linked.linksEnded === owner.linksEnded) return;
    throw new ShopError('not_found');
  }
  const { uid, guestEmail } = ownerOf(buyer);
  const isOwn = uid !== null && owner.kind === 'account' && owner.uid === uid;
  const hasJoined = guestEmail !== null && owner.guestEmail === guestEmail;
  if (!isOwn && !hasJoined) throw new ShopError('not_found');
}

/** Signs the links of quotes, which open the quote alone; they end as an order's other links do. */
const quoteSigner = createIdSigner('quote');

export function quoteUrl(context: Pick<Context, 'secret' | 'publicUrl'>, of: Linked): string {
  const token = quoteSigner.sign(context, of.id, of.linksEnded);
  return `${context.publicUrl}/#pedido=${QUOTE_TOKEN_PREFIX}${token}`;
}

/** Returns the token's order; null for an invalid signature. The token may be revoked. */
export const readQuoteToken = quoteSigner.read;
