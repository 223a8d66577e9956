import { ADD_TOKEN_PREFIX } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { createIdSigner } from '#server/lib/secrets.ts';
import { createLink, findOpenLinks, hashOf } from './stored-links.ts';

/**
 * Signs the token of the link by which a buyer adds an order's pictures. Only its hash is stored,
 * but the shop can compute the token again, to show the open link to the owner.
 */
const signer = createIdSigner('complete-order');
const LINK_DAYS = 365;

type Signer = Pick<Context, 'secret' | 'publicUrl'>;

/** Creates the link by which an order's buyer adds its pictures; an earlier one is revoked. */
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

/**
 * Returns the URLs where buyers add the pictures, by order; orders without an open link are left
 * out.
 */
export async function readCompleteLinks(
  context: Signer,
  db: Queries,
  orderIds: readonly string[],
): Promise<Map<string, string>> {
  const links = await findOpenLinks(db, { orderIds, purpose: 'complete' });
  return new Map(
    links.flatMap(({ orderId, createdAt, hash }) => {
      const token = tokenOf(context, orderId, createdAt);
      // After a change of the shop's secret the token is another one.
      return hashOf(token) === hash ? [[orderId, urlOf(context, token)]] : [];
    }),
  );
}

/**
 * Returns the URL where an order's buyer adds the pictures; null: it has them, or the link expired.
 */
export async function readCompleteLink(
  context: Signer,
  db: Queries,
  orderId: string,
): Promise<string | null> {
  return (await readCompleteLinks(context, db, [orderId])).get(orderId) ?? null;
}

/** The time is part of the token, so that a new link does not make a revoked one valid again. */
function tokenOf(context: Signer, orderId: string, createdAt: number): string {
  return signer.sign(context, `${orderId}-${createdAt.toString(36)}`);
}

/** The token is in the fragment, which browsers do not send, so it is in no log. */
function urlOf({ publicUrl }: Signer, token: string): string {
  return `${publicUrl}/#pedido=${ADD_TOKEN_PREFIX}${token}`;
}
