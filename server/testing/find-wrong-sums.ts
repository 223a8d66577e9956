import { isDeepStrictEqual } from 'node:util';
import { dayOf } from '#domain/base/dates.ts';
import { dueOn } from '#domain/delivery/business-days.ts';
import { factsOf } from '#domain/orders/derive.ts';
import type { Order } from '#domain/orders/order.ts';
import { isUnpriced, openRefundsOf, paymentsOf, promisesOf } from '#domain/orders/order-money.ts';
import { isCalledOff, stageOf, startOf, statusOf } from '#domain/orders/order-stage.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { isVoid } from '#domain/orders/status.ts';
import { amountToRefund, isRefundedInFull } from '#domain/payments/refunds.ts';
import type { Database } from '#server/db/database.ts';
import { readOrders } from '#server/features/orders/order.ts';
import {
  countedPlace,
  type PinStatistics,
  readPinStatistics,
  readStatistics,
  type Statistics,
} from '#server/features/payments/statistics.ts';
import type { TestShop } from './shop.ts';

/**
 * Recomputes all stored counts and sums, and finds incomplete orders.
 * @returns the differences, a line each; empty when all are right
 */
export async function findWrongSums({ queries: db }: Pick<Database, 'queries'>): Promise<string[]> {
  const [orders, items, uploads, codes, redemptions, keys, found, refunds] = await Promise.all([
    readOrders(db, db.selectFrom('orders')),
    db.selectFrom('order_items').selectAll().execute(),
    db.selectFrom('uploads').select(['id', 'claimed_at']).execute(),
    db.selectFrom('discount_codes').selectAll().execute(),
    db.selectFrom('discount_redemptions').selectAll().execute(),
    db.selectFrom('idempotency_keys').select('order_id').execute(),
    db.selectFrom('order_search').select('order_id').execute(),
    db.selectFrom('order_refunds').select('order_id').execute(),
  ]);
  const wrong: string[] = [];
  const ids = new Set(orders.map(({ id }) => id));
  const claimed = new Map(uploads.map(({ id, claimed_at }) => [id, claimed_at !== null]));

  for (const order of orders) {
    const { cost, id } = order;
    const pins = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
    if (pins !== cost.pins) wrong.push(`order ${id} has ${pins} pins of ${cost.pins}`);
    const price = order.items.reduce((sum, each) => sum + each.quantity * each.unitPrice, 0);
    if (price !== cost.imagesTotal) {
      wrong.push(`order ${id} has pins for ${price} of ${cost.imagesTotal}`);
    }
    const facts = factsOf(order);
    const promisedOn = isCalledOff(facts) ? null : (order.depositOn ?? order.paidOn);
    const stage = openQuoteOf(order) ? null : stageOf(facts, 'ask');
    if (stage !== order.waitsFor || dueOn(promisedOn) !== order.dueOn) {
      wrong.push(`order ${id} waits for ${order.waitsFor} until ${order.dueOn}`);
    }
    if (statusOf(facts) !== order.status || startOf(facts, 0) !== order.startedAt) {
      wrong.push(`order ${id} is ${order.status} since ${order.startedAt}`);
    }
    const paid = paymentsOf(order).reduce((sum, { amount }) => sum + amount, 0);
    if (paid !== order.paid) wrong.push(`order ${id} was paid ${paid}, stored ${order.paid}`);
    const [done, open] = sumRefunds(order);
    const isCancelled = isVoid(order.status);
    const promises = promisesOf(order);
    const total = cost.totalAmount;
    const owed =
      isUnpriced(order) && !isCancelled
        ? promises.open
        : promises.open + amountToRefund(order, { total, isCancelled, promises });
    const causes = openRefundsOf(order).map(({ reason }) => reason);
    if (new Set(causes).size < causes.length || open > paid - done) {
      wrong.push(`order ${id} has open refunds ${causes.join()} of ${open}`);
    }
    if (done !== order.refunded || open !== owed) {
      wrong.push(`order ${id} owes ${open} of ${owed}, gave back ${done}`);
    }
    const free = order.items.filter(({ uploadId }) => !claimed.get(uploadId));
    if (free.length > 0) wrong.push(`order ${id} has pictures that are not its own`);
  }
  for (const { code, current_uses, multiple_use, max_uses, revenue } of codes) {
    const carriers = orders
      .filter(({ cost, status }) => cost.discountCode === code && !isVoid(status))
      .filter(({ deletedAt }) => deletedAt === null);
    const carried = carriers.length;
    const total = carriers.reduce((sum, { cost }) => sum + cost.totalAmount, 0);
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
    order.deletedAt !== null || isVoid(order.status)
      ? []
      : order.items.map(({ quantity, unitPrice, product, finish }) => ({
          product_id: product.id,
          product_name: product.name,
          finish_id: finish?.id ?? null,
          finish_name: finish?.name ?? null,
          day: dayOf(order.createdAt),
          region: countedPlace(order.delivery).region,
          pins: quantity,
          revenue: quantity * unitPrice,
        })),
  );
  if (!isDeepStrictEqual(addPins(sold), addPins(pins))) {
    wrong.push(`pins reported ${JSON.stringify(sold)}, counted ${JSON.stringify(pins)}`);
  }
  return wrong;
}

/** Closes a shop at the end of its tests. @throws Error when one of its sums is wrong */
export async function closeChecked({ context, close }: TestShop): Promise<void> {
  const wrong = await findWrongSums(context.db);
  await close();
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

/** Returns the pesos that went back, and those that still have to. */
function sumRefunds({ refunds }: Order): [done: number, open: number] {
  const sum = (isDone: boolean) =>
    refunds
      .filter(({ doneOn }) => (doneOn !== null) === isDone)
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
function countOrder(order: Order): Statistics[] {
  if (order.deletedAt !== null || openQuoteOf(order)) return [];
  const { status, cost, owner, paid, refunded } = order;
  const { region, city } = countedPlace(order.delivery);
  const sums = {
    orders: 1,
    guest_orders: owner.isGuest ? 1 : 0,
    returning_orders: owner.isReturning ? 1 : 0,
    paid_orders: order.paidOn === null || isRefundedInFull(order) ? 0 : 1,
    pins: cost.pins,
    revenue: cost.totalAmount,
    paid_revenue: paid - refunded,
    refunded: Math.max(0, refunded - Math.max(0, paid - cost.totalAmount)),
  };
  const day = dayOf(order.createdAt);
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
