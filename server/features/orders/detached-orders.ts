import { type SelectQueryBuilder, sql } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import { searchTerms } from '#domain/folding.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { detachUploads } from '#server/features/uploads/repo.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { ERASED_UID } from './erase-buyer.ts';
import { endLinks } from './order-links.ts';
import type { OrderRow } from './repo.ts';
import { updateSearchText } from './search-text.ts';

type OrdersQuery = SelectQueryBuilder<Schema, 'orders', OrderRow>;

const PREFIX = 'former:';
/** Orders per query. */
const BATCH = 100;

/**
 * Detaches an account's orders and their pictures from it: they were placed before its e-mail was
 * verified, perhaps by another person. In the panel they are still orders of an account.
 */
export async function detachOrders(tx: Tx, uid: string): Promise<void> {
  const former = formerUid(uid);
  await tx.updateTable('orders').set({ user_uid: former }).where('user_uid', '=', uid).execute();
  await detachUploads(tx, uid, former);
}

/** Returns the uid of orders that were detached from an account. */
function formerUid(uid: string): string {
  return `${PREFIX}${uid}`;
}

export function isDetached({ user_uid }: { user_uid: string | null }): boolean {
  return user_uid?.startsWith(PREFIX) ?? false;
}

/**
 * Returns the detached orders with an e-mail, oldest first, including the bin: those of its
 * account, and those of deleted accounts with the same e-mail. Their other data may be another
 * person's.
 * @param guestEmail in its canonical spelling
 * @param refine adds to the query, such as a row lock
 */
export async function findDetachedOrders(
  { db }: Pick<Context, 'db'>,
  handle: Queries | Tx,
  { uid, guestEmail }: Owner,
  refine: (orders: OrdersQuery) => OrdersQuery = (orders) => orders,
): Promise<OrderRow[]> {
  const orders = () => refine(handle.selectFrom('orders').selectAll().orderBy('id'));
  const ofAccount =
    uid === null ? [] : await orders().where('user_uid', '=', formerUid(uid)).execute();
  const found = guestEmail === null ? [] : await findByEmail(db, handle, guestEmail);
  const ids = found.map(({ id }) => id).sort();
  const others: OrderRow[] = [];
  for (const batch of inBatches(ids, BATCH)) {
    await takeTurn();
    others.push(...(await orders().where('id', 'in', batch).execute()));
  }
  const known = new Set(ofAccount.map(({ id }) => id));
  return [
    ...ofAccount,
    ...others.filter(
      (order) => !known.has(order.id) && isDetached(order) && hasAddress(order, guestEmail),
    ),
  ].sort((a, b) => a.created_at - b.created_at);
}

/** Finds orders by the search index, which also matches parts of e-mails. */
async function findByEmail({ findOrders }: Context['db'], handle: Queries | Tx, email: string) {
  const terms = searchTerms(email);
  if (terms.length === 0) return [];
  const anyTime = { after: null, from: null, until: null };
  const limit = Number.MAX_SAFE_INTEGER;
  return findOrders(handle, { terms, limit, ...anyTime, filter: sql`1 = 1` });
}

function hasAddress({ user_email, email }: OrderRow, address: string | null): boolean {
  return [user_email, email].some((text) => text !== null && emailKey(text) === address);
}

/**
 * Removes the e-mail and the account's id from a mailbox's detached orders, in progress or not, and
 * revokes the links that were mailed. The delivery data stays: it may be another person's, and the
 * shop may still have to deliver.
 * @param by the uid of the account that requests it
 * @returns how many orders were changed
 */
export async function forgetMailbox(
  context: Pick<Context, 'db' | 'clock'>,
  tx: Tx,
  owner: Owner,
  by: string,
): Promise<number> {
  const { db, clock } = context;
  const orders = await findDetachedOrders(context, tx, owner, (query) => db.lockRows(query));
  for (const order of orders) {
    const changed = await forgetAddress(tx, order, owner);
    await endLinks(tx, order.id);
    await updateSearchText(tx, changed);
    const note = { by, entity: 'order', entityId: order.id, action: 'erased' } as const;
    const changes = [{ field: 'email' }];
    await writeAudit(tx, { ...note, changes, version: changed.version }, clock());
  }
  if (owner.uid !== null) await forgetAccount(tx, owner.uid);
  return orders.length;
}

function forgetAddress(
  tx: Tx,
  { id, version, user_uid, user_email, email, links_ended }: OrderRow,
  { uid, guestEmail }: Owner,
): Promise<OrderRow> {
  const isOfAccount = uid !== null && user_uid === formerUid(uid);
  const theirs = [guestEmail, isOfAccount ? user_email : null];
  const without = (text: string | null) =>
    text !== null && theirs.includes(emailKey(text)) ? null : text;
  return tx
    .updateTable('orders')
    .set({
      version: version + 1,
      user_email: without(user_email),
      email: without(email),
      links_ended: links_ended + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes the account's id from its detached orders and their pictures. */
async function forgetAccount(tx: Tx, uid: string): Promise<void> {
  const former = formerUid(uid);
  await tx
    .updateTable('orders')
    .set({ user_uid: ERASED_UID })
    .where('user_uid', '=', former)
    .execute();
  await detachUploads(tx, former, ERASED_UID);
}
