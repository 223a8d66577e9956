import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditAction, AuditChange } from '#contract/base/audit.ts';
import { ShopError } from '#domain/base/errors.ts';
import { UNDO_MS } from '#domain/base/undo.ts';
import { derive, factsOf } from '#domain/orders/derive.ts';
import type { Derived, Order, OrderProof, PaymentAttempt } from '#domain/orders/order.ts';
import { wasCalledOff } from '#domain/orders/order-money.ts';
import { stageOf } from '#domain/orders/order-stage.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { isNew, isUnderWay, isVoid } from '#domain/orders/status.ts';
import type { Owner } from '#domain/people/buyer.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { runAll } from '#server/db/pipeline.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { type ChangeMail, insertMails } from '#server/features/mail/enqueue-mail.ts';
import { newJobId } from '#server/lib/ids.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import type { OrderRow } from './order-rows.ts';
import { readPartRows, toOrder } from './read-rows.ts';
import { updateOrder } from './write-order.ts';

/** Returns the orders of rows with their parts, in the sequence of the rows. */
export async function withParts(db: Queries | Tx, rows: readonly OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const partsOf = await readPartRows(db, ids);
  const proofs = await readProofs(db, ids);
  const attempts = await readAttempts(db, ids);
  return rows.map((row) =>
    toOrder(row, partsOf(row.id), {
      proof: proofs.get(row.id) ?? null,
      attempts: attempts.get(row.id) ?? [],
    }),
  );
}

/** Returns the latest proof of each order that has one. */
async function readProofs(db: Queries | Tx, ids: readonly string[]) {
  const rows = await db
    .selectFrom('proofs')
    .select(['id', 'order_id', 'state', 'state_at', 'words'])
    .where('order_id', 'in', ids)
    .where('state', '<>', 'replaced')
    .execute();
  return new Map(
    rows.map(({ id, order_id, state, state_at: at, words }): [string, OrderProof] => [
      order_id,
      { id, state, at, words },
    ]),
  );
}

async function readAttempts(db: Queries | Tx, ids: readonly string[]) {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id);
  return new Map([...byOrder].map(([id, own]) => [id, own.map(toAttempt)]));
}

export function toAttempt(row: Selectable<Schema['payments']>): PaymentAttempt {
  const { state, amount, refunded, refunding } = row;
  return {
    id: row.id,
    reference: row.reference,
    provider: row.provider,
    providerId: row.provider_id,
    ...{ state, amount, refunded, refunding, isSuperseded: row.is_superseded === 1 },
    paidOrder: row.paid_order === 1,
    number: row.number,
    method: row.method,
    authorizationCode: row.authorization_code,
    fee: row.fee,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  };
}

/** An order, and not a quote that nobody has accepted. */
export const isNoQuote = sql<boolean>`orders.id not in (
  select order_id from order_quotes where accepted_at is null)`;

/**
 * An order that left, and whose total is more than what came in and stayed: `isOwed` is true of it
 * unless the rest went back for another reason. Same expression as in the index `orders_left_unpaid`.
 */
export const mayHaveLeftUnpaid = sql<boolean>`(orders.waits_for is null
  and orders.deleted_at is null and orders.status <> 'cancelled'
  and orders.total_amount > orders.paid_amount - orders.refunded_amount)`;

type OrdersQuery = SelectQueryBuilder<Schema, 'orders', object>;

export async function readOrders(db: Queries | Tx, orders: OrdersQuery): Promise<Order[]> {
  return withParts(db, await orders.selectAll('orders').execute());
}

type Options = {
  /** Whether the order must be in the bin; omitted: outside. */
  inBin?: boolean | 'either';
};

/**
 * Locks an order until the transaction ends.
 * @throws ShopError `not_found`, also for one in the bin, or only outside of it
 */
export async function lockOrder(
  { lockRows }: Pick<Database, 'lockRows'>,
  tx: Tx,
  id: string,
  { inBin = false }: Options = {},
): Promise<Order> {
  const row = await lockRows(
    tx.selectFrom('orders').selectAll().where('id', '=', id),
  ).executeTakeFirst();
  const isThere = inBin === 'either' || (row?.deleted_at !== null) === inBin;
  if (!row || !isThere) throw new ShopError('not_found');
  const [order] = await withParts(tx, [row]);
  if (!order) throw new ShopError('not_found');
  return order;
}

/** Returns null for an order that does not exist, or is in the bin. @throws any other error */
export function nullIfMissing(error: unknown): null {
  if (error instanceof ShopError && error.code === 'not_found') return null;
  throw error;
}

/** Returns null when the order does not exist, or is in the bin. */
export async function findLiveOrder(db: Queries | Tx, id: string): Promise<Order | null> {
  const order = await findOrderEvenDeleted(db, id);
  return order?.deletedAt === null ? order : null;
}

export async function findOrderEvenDeleted(db: Queries | Tx, id: string): Promise<Order | null> {
  const [order = null] = await readOrders(db, db.selectFrom('orders').where('id', '=', id));
  return order;
}

/** Returns the existing orders, even from the bin, in the sequence of `ids`. */
export async function findOrders(db: Queries | Tx, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const orders = await readOrders(db, db.selectFrom('orders').where('id', 'in', ids));
  const byId = new Map(orders.map((order) => [order.id, order]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Returns orders outside the bin, in the sequence of `ids`.
 * @throws ShopError `not_found` with the first missing id
 */
export async function findLiveOrders(db: Queries | Tx, ids: readonly string[]): Promise<Order[]> {
  await refuseUnknown(db, ids);
  return findOrders(db, ids);
}

/** @throws ShopError `not_found` with the first id of no order outside the bin */
export async function refuseUnknown(db: Queries | Tx, ids: readonly string[]): Promise<void> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('orders')
          .select('id')
          .where('id', 'in', ids)
          .where('deleted_at', 'is', null)
          .execute();
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new ShopError('not_found', { message: `No hay un pedido ${unknown}` });
}

/**
 * Returns the queries of an owner's orders, including the bin: one for each index, because a single
 * query would read the whole history.
 */
export function ordersOf(db: Queries | Tx, { uid, guestEmail }: Owner) {
  const orders = db.selectFrom('orders');
  const ofAccount = orders.where('owner_uid', '=', uid).where('owner_kind', '=', 'account');
  const ofGuest = orders.where('guest_email', '=', guestEmail);
  return [...(uid === null ? [] : [ofAccount]), ...(guestEmail === null ? [] : [ofGuest])];
}

/** Returns the ids of all orders of an owner, oldest first, including the bin. */
export async function orderIdsOf(db: Queries, owner: Owner): Promise<string[]> {
  const found = await Promise.all(
    ordersOf(db, owner).map((orders) => orders.select(['id', 'created_at']).execute()),
  );
  const orders = found.flat().sort((a, b) => a.created_at - b.created_at);
  return orders.map(({ id }) => id);
}

/** The text of `order_ended` for an order whose money all went back before anything was made. */
export const CALLED_OFF = 'El dinero de este pedido ya se devolvió: no hay nada que hacer';

/** @throws ShopError `order_ended` for an order of which nothing more will be made */
export function refuseEnded(order: Order): void {
  if (!isUnderWay(order.status)) throw new ShopError('order_ended');
  if (wasCalledOff(order)) throw new ShopError('order_ended', { message: CALLED_OFF });
}

export type ChangeTarget = {
  id: string;
  /** Uid of the account that changes it; null: the buyer by a mailed link, or the shop itself. */
  by: string | null;
  /** The version that the caller has seen: another one is refused. Null: whatever it is now. */
  version: number | null;
};

/** The parts of an order that a change may set; the rest follows from them. */
export type OrderSet = Partial<Omit<Order, keyof Derived | 'id' | 'createdAt' | 'version'>>;

/** What of an order is replaced, and the audit entry. */
export type OrderChange = {
  set: OrderSet;
  /** Null: no entry and the same version, for what no admin could overwrite unseen. */
  action: AuditAction | null;
  changes: readonly AuditChange[];
  reason?: string | null;
  /** The mails about the change; a function is called after everything else was written. */
  mails?: readonly ChangeMail[] | (() => Promise<readonly ChangeMail[]>);
  /** Called after everything was written, such as to remove what is no longer used. */
  after?: (() => Promise<void>) | undefined;
  /** True: the mails wait for a minute, in which `withdrawMails` can take them back. */
  canUndo?: boolean | undefined;
};

/**
 * Changes an order or a part of it, under a row lock; with `applyChange`, which it calls, the only
 * way to do so. Writes what differs, an audit entry and the mails, and lets `context.followers`
 * update what depends on the order.
 * @param decide returns the change; null: no change
 * @returns the order after the change
 * @throws ShopError `not_found`, `order_changed`
 */
export async function changeOrder(
  context: Context,
  target: ChangeTarget,
  decide: (order: Order, tx: Tx) => OrderChange | null | Promise<OrderChange | null>,
  { inBin = false }: Options = {},
): Promise<Order> {
  return context.db.transaction(async (tx) => {
    const before = await lockOrder(context.db, tx, target.id, { inBin });
    if (target.version !== null && target.version !== before.version) {
      throw new ShopError('order_changed');
    }
    const change = await decide(before, tx);
    return change ? applyChange(context, tx, { before, change, by: target.by }) : before;
  });
}

/** Writes the change of an order that the transaction has locked. @returns the order after it */
export async function applyChange(
  context: Context,
  tx: Tx,
  { before, change, by }: { before: Order; change: OrderChange; by: string | null },
): Promise<Order> {
  refuseOfQuote(before, change.set);
  const now = context.clock();
  const { delivery, seller, unpaid } = (await context.settings.read(tx)).settings;
  const { set, mails = [], canUndo = false, after: cleanUp, action, ...note } = change;
  const version = before.version + (action === null ? 0 : 1);
  const newId = () => newJobId(now);
  const rules = { proof: context.config.proof, closures: delivery.closures, unpaid, now, newId };
  const after = derive(before, { ...before, ...set, version }, rules);
  await runAll(tx, updateOrder(tx, before, after));
  for (const follow of context.followers) await follow(tx, { before, after, now });
  const changeId =
    action === null
      ? null
      : await writeAudit(
          tx,
          { ...note, action, by, entity: 'order', entityId: after.id, version },
          now,
        );
  const about = {
    orderId: after.id,
    ...(changeId === null ? {} : { changeId }),
    shopEmail: seller.email,
    delayMs: canUndo ? UNDO_MS : 0,
  };
  const all = typeof mails === 'function' ? await mails() : mails;
  await runAll(tx, insertMails(tx, all, about, now));
  await cleanUp?.();
  return after;
}

/** What only an order has. */
const OF_ORDERS = ['payments', 'refunds', 'rounds', 'receipts', 'documents', 'items'] as const;

/** @throws ShopError `order_incomplete` for a quote that nobody has accepted yet */
function refuseOfQuote(before: Order, set: OrderSet): void {
  if (!openQuoteOf(before) || set.quote) return;
  const { status = null } = set.setByHand ?? {};
  const isWithdrawal = status === null || isNew(status) || isVoid(status);
  if (isWithdrawal && !OF_ORDERS.some((part) => set[part])) return;
  throw new ShopError('order_incomplete', {
    message: 'Es una cotización: primero la tiene que aceptar quien compra',
  });
}

/** Orders per query. */
const BATCH = 100;

/**
 * Updates the stages of the orders on the board, which depend on whether buyers approve a proof.
 * @returns how many orders this call changed
 */
export async function updateStages(context: Context): Promise<number> {
  const { db, config } = context;
  const onBoard = (handle: Queries | Tx) =>
    handle.selectFrom('orders').where('waits_for', 'is not', null).orderBy('id');
  const ids = await onBoard(db.queries).select('id').execute();
  const none = { set: {}, action: null, changes: [] };
  let count = 0;
  for (const batch of inBatches(ids, BATCH)) {
    const orders = await findOrders(
      db.queries,
      batch.map(({ id }) => id),
    );
    const stale = orders.filter(
      (order) => stageOf(factsOf(order), config.proof) !== order.waitsFor,
    );
    for (const { id } of stale) {
      const isChanged = await db.transaction(async (tx) => {
        const [before] = await readOrders(tx, db.lockRows(onBoard(tx).where('id', '=', id)));
        if (!before) return false;
        const after = await applyChange(context, tx, { before, change: none, by: null });
        return after.waitsFor !== before.waitsFor;
      });
      if (isChanged) count += 1;
    }
  }
  return count;
}
