import { isDeepStrictEqual } from 'node:util';
import { type Compilable, type RawBuilder, sql, type Updateable } from 'kysely';
import { orderSearchText } from '#domain/base/folding.ts';
import { keysOf } from '#domain/base/keys.ts';
import type { Order } from '#domain/orders/order.ts';
import type { OrderChanged } from '#server/context.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { PART_KEYS, type Part, toOrderRow, toPartRows } from './order-rows.ts';

type Statement = RawBuilder<unknown> | Compilable<unknown>;

/**
 * Returns the statements that insert orders, at least one: items first, against which the database
 * checks them.
 */
export function insertOrders(tx: Tx, orders: readonly Order[]): Statement[] {
  const parts = orders.map(toPartRows);
  const insertParts = (table: Part) =>
    insertRows(
      table,
      parts.flatMap((each): AnyRow[] => each[table]),
    );
  return [
    ...CHECKED.flatMap(insertParts),
    tx.insertInto('orders').values(orders.map(toOrderRow)),
    ...OTHERS.flatMap(insertParts),
    insertSearchTexts(tx, orders),
  ];
}

/** Returns the statements that write what differs between two states of an order. */
export function updateOrder(tx: Tx, before: Order, after: Order): Statement[] {
  const [from, to] = [toOrderRow(before), toOrderRow(after)];
  const [partsFrom, partsTo] = [toPartRows(before), toPartRows(after)];
  const changed = keysOf(to).filter((column) => from[column] !== to[column]);
  const set: Updateable<Schema['orders']> = Object.fromEntries(
    changed.map((column) => [column, to[column]]),
  );
  return [
    ...keysOf(PART_KEYS).flatMap((table) =>
      writePart(table, after.id, partsFrom[table], partsTo[table]),
    ),
    ...(changed.length === 0 ? [] : [tx.updateTable('orders').set(set).where('id', '=', after.id)]),
  ];
}

/** Items and charges are written before their order, which the database checks against them. */
const CHECKED = ['order_items', 'order_charges'] as const;

const isChecked = (table: Part) => CHECKED.some((each) => each === table);
const OTHERS = keysOf(PART_KEYS).filter((table) => !isChecked(table));

type AnyRow = Readonly<Record<string, unknown>>;

function writePart(
  table: Part,
  id: string,
  before: readonly AnyRow[],
  after: readonly AnyRow[],
): Statement[] {
  const key = PART_KEYS[table];
  const keyOf = (row: AnyRow) => key.map((column) => row[column]).join(' ');
  const old = new Map(before.map((row) => [keyOf(row), row]));
  const changed = after.filter((row) => !isDeepStrictEqual(row, old.get(keyOf(row))));
  const left = new Set(after.map(keyOf));
  const removed = before.filter((row) => !left.has(keyOf(row)));
  return [
    ...removed.map((row) => {
      const isRow = key.map((column) => sql`and ${sql.ref(column)} = ${row[column]}`);
      return sql`delete from ${sql.table(table)}
        where order_id = ${id} ${sql.join(isRow, sql` `)}`;
    }),
    ...upsert(table, changed),
  ];
}

/** SQLite takes 32,766 values in a statement. */
const ROWS = 500;

const spell = (columns: readonly string[], each = (name: string) => name) =>
  sql.raw(columns.map((column) => each(`"${column}"`)).join(', '));

function insertRows(
  table: Part,
  rows: readonly AnyRow[],
  onConflict: RawBuilder<unknown> = sql``,
): Statement[] {
  const columns = Object.keys(rows[0] ?? {});
  return inBatches(rows, ROWS).map((batch) => {
    const values = batch.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    return sql`insert into ${sql.table(table)} (${spell(columns)}) values ${sql.join(values)}
      ${onConflict}`;
  });
}

function upsert(table: Part, rows: readonly AnyRow[]): Statement[] {
  const part: readonly string[] = PART_KEYS[table];
  const key = part[0] === 'id' ? part : ['order_id', ...part];
  const others = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column));
  const action =
    others.length === 0
      ? sql`nothing`
      : sql`update set ${spell(others, (name) => `${name} = excluded.${name}`)}`;
  return insertRows(table, rows, sql`on conflict (${spell(key)}) do ${action}`);
}

/** Detaches all orders of an account from it, which does not own its e-mail. */
export async function detachOrdersOf(tx: Tx, uid: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ owner_kind: 'detached' })
    .where('owner_uid', '=', uid)
    .where('owner_kind', '=', 'account')
    .execute();
}

/** Returns the text that an order is found by. */
export function searchTextOf({ id, owner, delivery }: Order): string {
  const { fullName, phone, email } = delivery;
  return orderSearchText({ id, fullName, phone, emails: [owner.email, email] });
}

/** Returns the statement that adds new orders to the search index. */
export function insertSearchTexts(tx: Tx, orders: readonly Order[]) {
  return tx
    .insertInto('order_search')
    .values(
      orders.map((order) => ({
        order_id: order.id,
        created_at: order.createdAt,
        text: searchTextOf(order),
      })),
    );
}

/** Updates the search index after a change of an order's data. */
export async function updateSearchText(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const text = searchTextOf(after);
  if (text === searchTextOf(before)) return;
  await tx.updateTable('order_search').set({ text }).where('order_id', '=', after.id).execute();
}

/** Deletes an order's row, and with it its parts; its audit entries stay. */
export async function deletePermanently(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('orders').where('id', '=', id).execute();
}

/** Deletes the idempotency key that an order was placed with, which may identify its buyer. */
export async function forgetKey(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('order_id', '=', orderId).execute();
}
