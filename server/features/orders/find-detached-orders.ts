import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import { searchTerms } from '#domain/folding.ts';
import type { Context } from '#server/context.ts';
import type { OrdersTable, Queries, Schema, Tx } from '#server/db/types.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { formerUid, isDetached } from './change/detach-orders.ts';

type OrderRow = Selectable<OrdersTable>;
type OrdersQuery = SelectQueryBuilder<Schema, 'orders', OrderRow>;

/**
 * Finds the detached orders that hold a mailbox's address: those of its account, and those of
 * accounts with the same e-mail that are gone. Apart from the address they tell of a stranger.
 * @param guestEmail in its canonical spelling
 * @param refine such as a lock on the rows
 * @returns oldest first, those in the bin too
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
  for (let at = 0; at < ids.length; at += BATCH) {
    await takeTurn();
    others.push(
      ...(await orders()
        .where('id', 'in', ids.slice(at, at + BATCH))
        .execute()),
    );
  }
  const known = new Set(ofAccount.map(({ id }) => id));
  return [
    ...ofAccount,
    ...others.filter(
      (order) => !known.has(order.id) && isDetached(order) && holdsAddress(order, guestEmail),
    ),
  ].sort((a, b) => a.created_at - b.created_at);
}

/** Orders that are read at once. */
const BATCH = 100;

/** The index finds parts of addresses, too; all that it finds are looked at. */
async function findByEmail({ findOrders }: Context['db'], handle: Queries | Tx, email: string) {
  const terms = searchTerms(email);
  if (terms.length === 0) return [];
  const anyTime = { after: null, from: null, until: null };
  const limit = Number.MAX_SAFE_INTEGER;
  return findOrders(handle, { terms, limit, ...anyTime, filter: sql`1 = 1` });
}

function holdsAddress({ user_email, email }: OrderRow, address: string | null): boolean {
  return [user_email, email].some((text) => text !== null && emailKey(text) === address);
}
