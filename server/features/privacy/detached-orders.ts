import { sql } from 'kysely';
import { searchTerms } from '#domain/base/folding.ts';
import type { Order } from '#domain/orders/order.ts';
import type { Owner } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { applyChange, readOrders } from '#server/features/orders/order.ts';
import { endLinks } from '#server/features/orders/stored-links.ts';
import { detachOrdersOf } from '#server/features/orders/write-order.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

/** Orders per query. */
const BATCH = 100;

/**
 * Detaches an account's orders and their pictures from it: they were placed before its e-mail was
 * verified, perhaps by another person. In the panel they are still orders of an account.
 */
export async function detachOrders(tx: Tx, uid: string): Promise<void> {
  await detachOrdersOf(tx, uid);
  await tx.updateTable('uploads').set({ claimed_by: null }).where('claimed_by', '=', uid).execute();
}

/**
 * Returns the detached orders with an e-mail, oldest first, including the bin: those of its
 * account, and those of deleted accounts with the same e-mail. Their other data may be another
 * person's.
 * @param guestEmail in its canonical spelling
 * @param isLocked whether they are locked until the transaction ends
 */
export async function findDetachedOrders(
  { db }: Pick<Context, 'db'>,
  handle: Queries | Tx,
  { uid, guestEmail }: Owner,
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<Order[]> {
  const read = (ids: readonly string[] | null) => {
    const orders = handle
      .selectFrom('orders')
      .where('owner_kind', '=', 'detached')
      .$if(ids === null, (query) => query.where('owner_uid', '=', uid))
      .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
      .orderBy('id');
    return readOrders(handle, isLocked ? db.lockRows(orders) : orders);
  };
  const ofAccount = uid === null ? [] : await read(null);
  const found = guestEmail === null ? [] : await findByEmail(db, handle, guestEmail);
  const others: Order[] = [];
  for (const batch of inBatches(found.map(({ id }) => id).sort(), BATCH)) {
    await takeTurn();
    others.push(...(await read(batch)));
  }
  const known = new Set(ofAccount.map(({ id }) => id));
  return [
    ...ofAccount,
    ...others.filter((order) => !known.has(order.id) && hasAddress(order, guestEmail)),
  ].sort((a, b) => a.createdAt - b.createdAt);
}

/** Finds orders by the search index, which also matches parts of e-mails. */
async function findByEmail({ findOrders }: Context['db'], handle: Queries | Tx, email: string) {
  const terms = searchTerms(email);
  if (terms.length === 0) return [];
  const anyTime = { after: null, from: null, until: null };
  const limit = Number.MAX_SAFE_INTEGER;
  return findOrders(handle, { terms, limit, ...anyTime, filter: sql`1 = 1` });
}

function hasAddress({ owner, delivery }: Order, address: string | null): boolean {
  return [owner.email, delivery.email].some((text) => text !== null && emailKey(text) === address);
}

/**
 * Removes the e-mail and the account's id from a mailbox's detached orders, in progress or not, and
 * revokes the links that were mailed. The delivery data stays: it may be another person's, and the
 * shop may still have to deliver.
 * @param by the uid of the account that requests it
 * @returns how many orders were changed
 */
export async function forgetMailbox(
  context: Context,
  tx: Tx,
  owner: Owner,
  by: string,
): Promise<number> {
  const orders = await findDetachedOrders(context, tx, owner, { isLocked: true });
  for (const order of orders) {
    await endLinks(tx, order.id);
    const change = {
      set: forgetAddress(order, owner),
      action: 'erased',
      changes: [{ field: 'email' }],
    } as const;
    await applyChange(context, tx, { before: order, change, by });
  }
  return orders.length;
}

function forgetAddress(
  { owner, delivery }: Order,
  { uid, guestEmail }: Owner,
): Pick<Order, 'owner' | 'delivery'> {
  const isOfAccount = uid !== null && owner.uid === uid;
  const theirs = [guestEmail, isOfAccount ? owner.email : null];
  const without = (text: string | null) =>
    text !== null && theirs.includes(emailKey(text)) ? null : text;
  return {
    owner: {
      ...owner,
      uid: isOfAccount ? null : owner.uid,
      email: without(owner.email),
      linksEnded: owner.linksEnded + 1,
    },
    delivery: { ...delivery, email: without(delivery.email) },
  };
}
