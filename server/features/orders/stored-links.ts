import { hash, randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import * as z from 'zod';
import { DAY_MS } from '#domain/base/dates.ts';
import { ADD_TOKEN_PREFIX } from '#domain/pins/images.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { createIdSigner } from '#server/lib/secrets.ts';

/** The single action that a link allows, for one order. */
type LinkPurpose = 'picture' | 'complete';

const LINK_DAYS = 14;
const details = z.object({
  /** Numbers of the items, from 1. */
  items: z.array(z.number()),
  /** The shop's message; null: the buyer requested the link. */
  words: z.string().nullable(),
});
export type LinkDetails = z.infer<typeof details>;

export type OrderLink = LinkDetails & {
  hash: string;
  orderId: string;
  createdAt: number;
  /** Milliseconds since 1970. */
  expiresAt: number;
};

/**
 * Creates a link and returns its token, of which only the hash is stored. An earlier link of the
 * order for the same purpose is revoked.
 * @param link.token by default random
 */
export async function createLink(
  tx: Tx,
  link: LinkDetails & LinkOf & { now: number; days?: number; token?: string },
): Promise<string> {
  const { orderId, purpose, now, days = LINK_DAYS, items, words } = link;
  const { token = randomBytes(24).toString('base64url') } = link;
  await endLinks(tx, orderId, purpose);
  await tx
    .insertInto('order_links')
    .values({
      hash: hashOf(token),
      order_id: orderId,
      purpose,
      created_at: now,
      expires_at: now + days * DAY_MS,
      details: JSON.stringify({ items, words }),
    })
    .execute();
  return token;
}

type LinkOf = { orderId: string; purpose: LinkPurpose };

/** Revokes an order's links, after use or when the buyer's e-mail has changed. */
export async function endLinks(tx: Tx, orderId: string, purpose?: LinkPurpose): Promise<void> {
  let links = tx.deleteFrom('order_links').where('order_id', '=', orderId);
  if (purpose) links = links.where('purpose', '=', purpose);
  await links.execute();
}

/** Returns a token's link; null if it is invalid, used or expired. */
export async function findLink(
  db: Queries,
  token: string,
  { purpose, now }: { purpose: LinkPurpose; now: number },
): Promise<OrderLink | null> {
  const row = await db
    .selectFrom('order_links')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? toLink(row) : null;
}

export async function findOpenLink(
  db: Queries,
  { orderId, purpose }: LinkOf,
): Promise<OrderLink | null> {
  const [link = null] = await findOpenLinks(db, { orderIds: [orderId], purpose });
  return link;
}

async function findOpenLinks(
  db: Queries,
  { orderIds, purpose }: { orderIds: readonly string[]; purpose: LinkPurpose },
): Promise<OrderLink[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('order_links')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('purpose', '=', purpose)
    .execute();
  return rows.map(toLink);
}

/** Stores the remaining items of a link. */
export async function updateLink(tx: Tx, { hash, items, words }: OrderLink): Promise<void> {
  await tx
    .updateTable('order_links')
    .set({ details: JSON.stringify({ items, words }) })
    .where('hash', '=', hash)
    .execute();
}

export async function sweepLinks(db: Queries, now: number): Promise<void> {
  await db.deleteFrom('order_links').where('expires_at', '<=', now).execute();
}

function toLink({
  hash,
  order_id,
  created_at,
  expires_at,
  ...row
}: Selectable<Schema['order_links']>): OrderLink {
  return {
    hash,
    orderId: order_id,
    createdAt: created_at,
    expiresAt: expires_at,
    ...details.parse(JSON.parse(row.details)),
  };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

/**
 * Signs the token of the link by which a buyer adds an order's pictures. Only its hash is stored,
 * but the shop can compute the token again, to show the open link to the owner.
 */
const signer = createIdSigner('complete-order');
const COMPLETE_DAYS = 365;

type Signer = Pick<Context, 'secret' | 'publicUrl'>;

/** Creates the link by which an order's buyer adds its pictures; an earlier one is revoked. */
export async function createCompleteLink(
  context: Signer,
  tx: Tx,
  { orderId, now }: { orderId: string; now: number },
): Promise<string> {
  const token = tokenOf(context, orderId, now);
  const about = { orderId, items: [], words: null };
  await createLink(tx, { ...about, purpose: 'complete', now, days: COMPLETE_DAYS, token });
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
