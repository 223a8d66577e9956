import { type Buyer, ownerOf } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { createIdSigner } from '#server/lib/secrets.ts';
import type { OrderRow } from './repo.ts';

/**
 * Signs the link in an order's mail, which shows the order. It is valid as long as the order, its mailbox
 * and the shop's secret: buyers look for their mail when a pin breaks a year later.
 */
const signer = createIdSigner('order-link');

type Linked = Pick<OrderRow, 'id' | 'links_ended'>;
type Signer = Pick<Context, 'secret'>;

/** Returns the token that shows an order to its holder, until the order's links end. */
export function orderToken(context: Signer, { id, links_ended }: Linked): string {
  return signer.sign(context, withLinksEnded(id, links_ended));
}

/** Returns the token of a new order. */
export function firstToken(context: Signer, id: string): string {
  return orderToken(context, { id, links_ended: 0 });
}

/** Returns the token's order; null when this shop did not sign it. It may have ended. */
export function readOrderToken(context: Signer, token: string): Linked | null {
  const signed = signer.read(context, token);
  return signed === null ? null : splitLinksEnded(signed);
}

/** The token is in the fragment, which browsers do not send: it is in no log. */
export function orderUrl(context: Signer & Pick<Context, 'publicUrl'>, order: Linked): string {
  return `${context.publicUrl}/#pedido=${orderToken(context, order)}`;
}

/** Returns the token that shows an order now. */
export async function readToken(
  context: Signer & Pick<Context, 'db'>,
  id: string,
): Promise<string> {
  return orderToken(context, await readLinked(context, id));
}

/** Returns where an order is shown now. */
export async function readOrderUrl(
  context: Signer & Pick<Context, 'db' | 'publicUrl'>,
  id: string,
): Promise<string> {
  return orderUrl(context, await readLinked(context, id));
}

async function readLinked({ db }: Pick<Context, 'db'>, id: string): Promise<Linked> {
  const order = await db.queries
    .selectFrom('orders')
    .select(['id', 'links_ended'])
    .where('id', '=', id)
    .executeTakeFirst();
  return order ?? { id, links_ended: 0 };
}

/** What a link signs: an id, with how often the order's links have ended, if they have. */
export function withLinksEnded(id: string, linksEnded: number): string {
  return linksEnded === 0 ? id : `${id}~${linksEnded}`;
}

/** Reads what `withLinksEnded` wrote. */
export function splitLinksEnded(signed: string): Linked {
  const [id = '', ended = '0'] = signed.split('~');
  return { id, links_ended: Number(ended) };
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
  // First of all: a guess without a session does not tell whether there is such an order.
  if (token === null && !buyer) throw new ShopError('unauthenticated');
  const linked = token === null ? null : readOrderToken(context, token);
  const id = token === null ? orderId : (linked?.id ?? null);
  const order = await context.db.queries
    .selectFrom('orders')
    .select(['user_uid', 'guest_email', 'links_ended'])
    .where('id', '=', id ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!order || id === null) throw new ShopError('not_found');
  if (linked && linked.links_ended !== order.links_ended) throw new ShopError('not_found');
  if (token !== null) return id;
  const { uid, guestEmail } = ownerOf(buyer);
  const isOwn = uid !== null && order.user_uid === uid;
  const hasJoined = guestEmail !== null && order.guest_email === guestEmail;
  if (!isOwn && !hasJoined) throw new ShopError('not_found');
  return id;
}
