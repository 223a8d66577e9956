import { isDeepStrictEqual } from 'node:util';
import { dueOn } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { isCalledOff } from '#domain/order-stage.ts';
import { isVoid } from '#domain/orders.ts';
import { amountToRefund, isRefundedInFull } from '#domain/refunds.ts';
import type { Database } from '#server/db/database.ts';
import { factsOf, moneyOf, stageColumns } from '#server/features/orders/order-facts.ts';
import type { OrderRow, RefundRow } from '#server/features/orders/repo.ts';
import {
  countedPlace,
  type PinStatistics,
  readPinStatistics,
  readStatistics,
  type Statistics,
} from '#server/features/orders/statistics.ts';

/**
 * Recomputes all stored counts and sums, and finds incomplete orders.
 * @returns the differences, a line each; empty when all are right
 */
export async function findWrongSums({ queries: db }: Pick<Database, 'queries'>): Promise<string[]> {
  const [orders, items, uploads, codes, redemptions, keys, found, refunds] = await Promise.all([
    db.selectFrom('orders').selectAll().execute(),
    db.selectFrom('order_items').selectAll().execute(),
    db.selectFrom('uploads').select(['id', 'claimed_at']).execute(),
    db.selectFrom('discount_codes').selectAll().execute(),
    db.selectFrom('discount_redemptions').selectAll().execute(),
    db.selectFrom('idempotency_keys').select('order_id').execute(),
    db.selectFrom('order_search').select('order_id').execute(),
    db.selectFrom('order_refunds').selectAll().execute(),
  ]);
  const wrong: string[] = [];
  const ids = new Set(orders.map(({ id }) => id));
  const claimed = new Map(uploads.map(({ id, claimed_at }) => [id, claimed_at !== null]));
  const itemsOf = Map.groupBy(items, ({ order_id }) => order_id);

  for (const order of orders) {
    const own = itemsOf.get(order.id) ?? [];
    const pins = own.reduce((sum, { quantity }) => sum + quantity, 0);
    if (own.length !== order.unique_images || pins !== order.images_count) {
      wrong.push(`order ${order.id} has ${own.length} pictures of ${order.unique_images}`);
    }
    const price = own.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0);
    if (price !== order.images_total) {
      wrong.push(`order ${order.id} has pins for ${price} of ${order.images_total}`);
    }
    const stage = stageColumns({ config: { proof: 'ask' }, clock: () => 0 }, order);
    const promisedOn = isCalledOff(factsOf(order)) ? null : order.paid_on;
    if (stage.waits_for !== order.waits_for || dueOn(promisedOn) !== order.due_on) {
      wrong.push(`order ${order.id} waits for ${order.waits_for} until ${order.due_on}`);
    }
    if (stage.status !== order.status || stage.started_at !== order.started_at) {
      wrong.push(`order ${order.id} is ${order.status} since ${order.started_at}`);
    }
    const [done, open] = sumRefunds(refunds.filter(({ order_id }) => order_id === order.id));
    const isCancelled = isVoid(order.status);
    const owed = amountToRefund(moneyOf(order), { total: order.total_amount, isCancelled });
    if (done !== order.refunded_amount || open !== owed) {
      wrong.push(`order ${order.id} owes ${open} of ${owed}, gave back ${done}`);
    }
    const free = own.filter(({ upload_id }) => !claimed.get(upload_id));
    if (free.length > 0) wrong.push(`order ${order.id} has pictures that are not its own`);
  }
  for (const { code, current_uses, multiple_use, max_uses, revenue } of codes) {
    const carriers = orders
      .filter(({ discount_code, status }) => discount_code === code && status !== 'cancelled')
      .filter(({ deleted_at }) => deleted_at === null);
    const carried = carriers.length;
    const total = carriers.reduce((sum, { total_amount }) => sum + total_amount, 0);
    if (revenue !== total) wrong.push(`code ${code}: ${revenue} pesos stored of ${total}`);
    const taken = redemptions.filter((each) => each.code === code).length;
    const max = multiple_use === 0 ? 1 : (max_uses ?? Number.POSITIVE_INFINITY);
    if (current_uses !== carried || current_uses !== taken || current_uses > max) {
      wrong.push(
        `code ${code}: ${current_uses} counted, ${carried} carried, ${taken} of ${max} taken`,
      );
    }
  }
  const lost = [...keys, ...found, ...items, ...refunds].filter(
    ({ order_id }) => !ids.has(order_id),
  );
  if (lost.length > 0) wrong.push(`${lost.length} rows of orders that are not there`);
  if (found.length !== orders.length)
    wrong.push(`${orders.length - found.length} orders not found`);

  const by = ['day', 'region', 'city', 'status'] as const;
  const ofRegions = await readStatistics(db, Date.now(), { by, of: 'regions' });
  const ofCities = await readStatistics(db, Date.now(), { by, of: 'cities' });
  const reported = toComparable([...ofRegions, ...ofCities]);
  const counted = toComparable(orders.flatMap(countOrder));
  if (!isDeepStrictEqual(reported, counted)) {
    wrong.push(`sums reported ${JSON.stringify(reported)}, counted ${JSON.stringify(counted)}`);
  }
  const range = { from: '', to: '9999-12-31' };
  const sold = await readPinStatistics(db, Date.now(), { by: ['day', 'region'], ...range });
  const pins = orders.flatMap((order) =>
    order.deleted_at !== null || isVoid(order.status)
      ? []
      : (itemsOf.get(order.id) ?? []).map(({ quantity, unit_price, ...item }) => ({
          ...item,
          day: dayOf(order.created_at),
          region: countedPlace(order).region,
          pins: quantity,
          revenue: quantity * unit_price,
        })),
  );
  if (!isDeepStrictEqual(addPins(sold), addPins(pins))) {
    wrong.push(`pins reported ${JSON.stringify(sold)}, counted ${JSON.stringify(pins)}`);
  }
  return wrong;
}

/** Returns the pesos that went back, and those that still have to. */
function sumRefunds(rows: readonly RefundRow[]): [done: number, open: number] {
  const sum = (isDone: boolean) =>
    rows
      .filter(({ done_on, is_past }) => is_past === 0 && (done_on !== null) === isDone)
      .reduce((total, { amount }) => total + amount, 0);
  return [sum(true), sum(false)];
}

/** Adds up pins of the same day, region and name, in a fixed order. */
function addPins(rows: readonly PinStatistics[]): [key: string, pins: number, revenue: number][] {
  const groups = Map.groupBy(rows, ({ day, region, product_id, product_name, ...row }) =>
    JSON.stringify([day, region, product_id, product_name, row.finish_id, row.finish_name]),
  );
  return [...groups]
    .map(([key, parts]): [string, number, number] => [
      key,
      parts.reduce((sum, { pins }) => sum + pins, 0),
      parts.reduce((sum, { revenue }) => sum + revenue, 0),
    ])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns an order's part of the sums of its region and of its city. */
function countOrder(order: OrderRow): Statistics[] {
  if (order.deleted_at !== null) return [];
  const { status, images_count: pins, total_amount: revenue } = order;
  const { region, city } = countedPlace(order);
  const sums = {
    orders: 1,
    guest_orders: order.user_uid === null ? 1 : 0,
    returning_orders: order.is_returning,
    paid_orders: order.paid_on === null || isRefundedInFull(moneyOf(order)) ? 0 : 1,
    pins,
    revenue,
    paid_revenue: order.paid_amount - order.refunded_amount,
    refunded: Math.max(0, order.refunded_amount - Math.max(0, order.paid_amount - revenue)),
  };
  const day = dayOf(order.created_at);
  return [
    { day, region, city: '', status, ...sums },
    { day, region: '', city, status, ...sums },
  ];
}

/** Adds up sums of the same region or city, without empty ones, in a fixed order. */
function toComparable(rows: readonly Statistics[]): [key: string, sums: number[]][] {
  const groups = Map.groupBy(rows, ({ day, region, city, status }) =>
    [day, region, city, status].join('|'),
  );
  return [...groups]
    .map(([key, group]): [string, number[]] => {
      const sum = (read: (row: Statistics) => number) =>
        group.reduce((total, row) => total + read(row), 0);
      const sums = [
        sum(({ orders }) => orders),
        sum(({ guest_orders }) => guest_orders),
        sum(({ returning_orders }) => returning_orders),
        sum(({ paid_orders }) => paid_orders),
        sum(({ pins }) => pins),
        sum(({ revenue }) => revenue),
        sum(({ paid_revenue }) => paid_revenue),
        sum(({ refunded }) => refunded),
      ];
      return [key, sums];
    })
    .filter(([, sums]) => sums.some((figure) => figure !== 0))
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
