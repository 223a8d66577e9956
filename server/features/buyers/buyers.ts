import { sql } from 'kysely';
import { type Buyer, MAX_BUYER_ORDERS } from '#contract/buyers/buyers.ts';
import { ShopError } from '#domain/base/errors.ts';
import { searchTerms } from '#domain/base/folding.ts';
import type { Order } from '#domain/orders/order.ts';
import { amountDueOf } from '#domain/orders/order-money.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { isVoid } from '#domain/orders/status.ts';
import { tidyPhone, whatsappNumber } from '#domain/people/phones.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { findLiveOrder, findOrders, lockOrder, orderIdsOf } from '#server/features/orders/order.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { forgetNotes, readNotes } from './notes.ts';

/** Orders per query. */
const BATCH = 100;

/** @throws ShopError `not_found` */
export async function readBuyer({ db }: Pick<Context, 'db'>, orderId: string): Promise<Buyer> {
  const orders = await ordersOfBuyer({ db }, db.queries, orderId);
  const order = orders.find(({ id }) => id === orderId);
  if (!order) throw new ShopError('not_found');
  const { owner, delivery } = order;
  return {
    ...{ fullName: delivery.fullName, phone: delivery.phone },
    email: owner.email ?? delivery.email,
    orders: orders.map(present),
    total: orders
      .filter((each) => !isVoid(each.status) && !openQuoteOf(each))
      .reduce((sum, { cost }) => sum + cost.totalAmount, 0),
    complaints: orders.flatMap(({ id, complaints }) =>
      complaints
        .toReversed()
        .map(({ at, words, closedAt, answer }) => ({
          ...{ orderId: id, at: new Date(at).toISOString(), words },
          ...{ isOpen: closedAt === null, answer },
        })),
    ),
    notes: await readNotes(
      db.queries,
      orders.map(({ id }) => id),
    ),
  };
}

function present(order: Order): Buyer['orders'][number] {
  const quote = openQuoteOf(order);
  const { pins, totalAmount } = (quote ?? order).cost;
  return {
    id: order.id,
    createdAt: new Date(order.createdAt).toISOString(),
    ...{ status: order.status, waitsFor: order.waitsFor },
    ...(quote && { isQuote: true }),
    ...{ fullName: order.delivery.fullName, pins, totalAmount, amountDue: amountDueOf(order) },
  };
}

/**
 * Replaces the shop's notes about the buyer behind an order. They are stored with that order, and
 * go with it: so nothing of a person outlives the orders.
 * @throws ShopError `not_found`
 */
export async function editNotes(
  context: Context,
  by: string,
  { orderId, notes }: { orderId: string; notes: string | null },
): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    await lockOrder(db, tx, orderId);
    const ids = (await ordersOfBuyer(context, tx, orderId)).map(({ id }) => id);
    const text = notes || null;
    if ((await readNotes(tx, ids)) === text) return;
    await forgetNotes(tx, ids);
    const row = { order_id: orderId, noted_at: clock() };
    if (text !== null)
      await tx
        .insertInto('buyer_notes')
        .values({ ...row, notes: text })
        .execute();
    const changes = [{ field: 'buyerNotes' }];
    const entry = { by, entity: 'order', entityId: orderId } as const;
    await writeAudit(tx, { ...entry, action: 'internal_notes_changed', changes }, clock());
  });
}

/**
 * Returns the orders with the account, an e-mail or the phone of an order, this one always among them,
 * newest first, without the bin; none when it does not exist.
 */
async function ordersOfBuyer(
  { db }: Pick<Context, 'db'>,
  handle: Queries | Tx,
  orderId: string,
): Promise<Order[]> {
  const order = await findLiveOrder(handle, orderId);
  if (!order) return [];
  const who = identityOf(order);
  const ids = new Set(await orderIdsOf(handle, { uid: who.uid, guestEmail: null }));
  for (const typed of [...who.emails, order.delivery.phone]) {
    const terms = searchTerms(typed);
    if (terms.length === 0) continue;
    const anyTime = { after: null, from: null, until: null };
    const filter = sql`orders.deleted_at is null`;
    const search = { terms, limit: MAX_BUYER_ORDERS, filter, ...anyTime };
    for (const { id } of await db.findOrders(handle, search)) ids.add(id);
  }
  // The index finds parts of e-mails and numbers, too.
  const others: Order[] = [];
  for (const batch of inBatches([...ids], BATCH)) {
    await takeTurn();
    const found = await findOrders(handle, batch);
    others.push(...found.filter((each) => each.id !== orderId && isOf(each, who)));
  }
  const newest = others.sort(byNewest).slice(0, MAX_BUYER_ORDERS - 1);
  return [order, ...newest].sort(byNewest);
}

const byNewest = (one: Order, other: Order) => other.createdAt - one.createdAt;

type Identity = { uid: string | null; emails: string[]; phone: string };

function identityOf({ owner, delivery }: Order): Identity {
  const emails = [owner.email, owner.guestEmail, delivery.email];
  return {
    uid: owner.kind === 'account' ? owner.uid : null,
    emails: [...new Set(emails.flatMap((email) => (email ? [emailKey(email)] : [])))],
    phone: whatsappNumber(delivery.phone) ?? tidyPhone(delivery.phone),
  };
}

function isOf(order: Order, who: Identity): boolean {
  if (order.deletedAt !== null) return false;
  const { uid, emails, phone } = identityOf(order);
  return (
    (uid !== null && uid === who.uid) ||
    emails.some((email) => who.emails.includes(email)) ||
    (phone !== '' && phone === who.phone)
  );
}
