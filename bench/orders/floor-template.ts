import type { StartConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { placeOrder } from '#server/features/orders/place/place-order.ts';
import { newJobId, newOrderId } from '#server/lib/ids.ts';
import { roof } from '#server/start-shop.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { PICTURES } from './load.ts';

type Value = string | number | null;
export type New = { pictures: readonly string[]; key: string };
type Names = New & { id: string; now: number };

/** The rows of one order in a table: columns, and a function for each value. */
export type TableRows = { table: string; columns: string[]; rows: ((names: Names) => Value)[][] };
export type Template = TableRows[];

const KEY = 'a key of the benchmark';
/** The order's tables, after those that are checked against it. */
const TABLES = ['idempotency_keys', 'order_items', 'orders', 'order_search', 'jobs'] as const;

/** Places one order in an empty shop. @returns its rows, to be written again with new ids */
export async function readTemplate(config: StartConfig): Promise<Template> {
  const context = await createContext(config, roof);
  const images = await addPictures(context, PICTURES);
  const body = makeOrder({ images });
  const request = { body, buyer: null, key: KEY, address: '127.0.0.1' };
  const { order } = await placeOrder(context, request);
  const pictures = images.map((url) => url.slice('/files/'.length, -'.webp'.length));
  const old = { id: order.id, key: KEY, pictures, now: Date.parse(order.createdAt) };
  const template: Template = [];
  for (const table of TABLES) {
    const rows: Record<string, Value>[] = await context.db.queries
      .selectFrom(table)
      .selectAll()
      .execute();
    const columns = Object.keys(rows[0] ?? {}).filter((column) => isWritten(table, column));
    const makers = rows.map((row) =>
      columns.map((column) => makerOf(table, column, row[column] ?? null, old)),
    );
    template.push({ table, columns, rows: makers });
  }
  await context.close();
  return template;
}

/** SQLite numbers the search texts itself. */
function isWritten(table: string, column: string): boolean {
  return !(table === 'order_search' && column === 'key');
}

function makerOf(table: string, column: string, value: Value, old: Names): (names: Names) => Value {
  if (table === 'jobs' && column === 'id') return ({ now }) => newJobId(now);
  if (value === old.key) return ({ key }) => key;
  if (value === old.now) return ({ now }) => now;
  if (typeof value !== 'string') return () => value;
  const picture = old.pictures.indexOf(value);
  if (picture >= 0) return ({ pictures }) => pictures[picture] ?? '';
  for (const [known, spell] of [
    [old.id, (id: string) => id],
    [old.id.toLowerCase(), (id: string) => id.toLowerCase()],
  ] as const) {
    const [before, after] = value.split(known);
    if (after !== undefined) return ({ id }) => `${before}${spell(id)}${after}`;
  }
  return () => value;
}

/** Returns the values of all rows of a table for a new order. */
export function valuesOf({ rows }: TableRows, names: Names): Value[] {
  return rows.flatMap((makers) => makers.map((make) => make(names)));
}

export function nameOrder(fresh: New): Names {
  return { ...fresh, id: newOrderId(), now: Date.now() };
}
