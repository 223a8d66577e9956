import { ADD_TOKEN_PREFIX } from '#domain/images.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { createIdSigner } from '#server/lib/secrets.ts';
import { createLink, findOpenLinks, hashOf } from './order-links.ts';

/**
 * Signs the token of the link by which a buyer adds an order's pictures. Its hash alone is stored; but the
 * shop can make it again, to show the link to the owner as long as it is open.
 */
const signer = createIdSigner('complete-order');
const LINK_DAYS = 365;

type Signer = Pick<Context, 'secret' | 'publicUrl'>;

/** Makes the link by which an order's buyer adds its pictures; an earlier one ends. */
export async function createCompleteLink(
  context: Signer,
  tx: Tx,
  { orderId, now }: { orderId: string; now: number },
): Promise<string> {
  const token = tokenOf(context, orderId, now);
  const about = { orderId, items: [], words: null };
  await createLink(tx, { ...about, purpose: 'complete', now, days: LINK_DAYS, token });
  return urlOf(context, token);
}

/** Returns where the buyers of orders add the pictures, by order; orders without an open link are left out. */
export async function readCompleteLinks(
  context: Signer,
  db: Queries,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const links = await findOpenLinks(db, { orderIds, purpose: 'complete' });
  return new Map(
    links.flatMap(({ orderId, createdAt, hash }) => {
      const token = tokenOf(context, orderId, createdAt);
      // Another secret of the shop makes another token.
      return hashOf(token) === hash ? [[orderId, urlOf(context, token)]] : [];
    }),
  );
}

/** Returns where an order's buyer adds the pictures; null: it has them, or the link is too old. */
export async function readCompleteLink(
  context: Signer,
  db: Queries,
  orderId: string,
): Promise<string | null> {
  return (await readCompleteLinks(context, db, [orderId])).get(orderId) ?? null;
}

/** With the time, so that a link that has ended is not valid again with the next. */
function tokenOf(context: Signer, orderId: string, createdAt: number): string {
  return signer.sign(context, `${orderId}-${createdAt.toString(36)}`);
}

/** The token is in the fragment, which browsers do not send: it is in no log. */
function urlOf({ publicUrl }: Signer, token: string): string {
  return `${publicUrl}/#pedido=${ADD_TOKEN_PREFIX}${token}`;
}
