import { isDeepStrictEqual } from 'node:util';
import { dueOn } from '#domain/business-days.ts';
import type { Database } from '../db/database.ts';
import { stageColumns } from '../features/orders/order-facts.ts';
import { addUp, type TallySum } from '../features/orders/tallies.ts';

/**
 * Counts everything anew that the shop keeps a count of, and looks for orders that are not whole.
 * @returns what does not agree, a line each; empty when the books are right
 */
export async function findWrongBooks({
  queries: db,
}: Pick<Database, 'queries'>): Promise<string[]> {
  const [orders, items, uploads, codes, redemptions, keys, found, tallies] = await Promise.all([
    db.selectFrom('orders').selectAll().execute(),
    db.selectFrom('order_items').selectAll().execute(),
    db.selectFrom('uploads').select(['id', 'claimed_at']).execute(),
    db.selectFrom('discount_codes').selectAll().execute(),
    db.selectFrom('discount_redemptions').selectAll().execute(),
    db.selectFrom('idempotency_keys').select('order_id').execute(),
    db.selectFrom('order_search').select('order_id').execute(),
    db.selectFrom('order_tallies').selectAll().execute(),
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
    if (stage.waits_for !== order.waits_for || dueOn(order.paid_on) !== order.due_on) {
      wrong.push(`order ${order.id} waits for ${order.waits_for} until ${order.due_on}`);
    }
    if (stage.status !== order.status || stage.started_at !== order.started_at) {
      wrong.push(`order ${order.id} is ${order.status} since ${order.started_at}`);
    }
    const free = own.filter(({ upload_id }) => !claimed.get(upload_id));
    if (free.length > 0) wrong.push(`order ${order.id} has pictures that are not its own`);
  }
  for (const { code, current_uses, multiple_use, max_uses, revenue } of codes) {
    const carriers = orders
      .filter(({ discount_code, status }) => discount_code === code && status !== 'cancelled')
      .filter(({ deleted_at }) => deleted_at === null);
    const carried = carriers.length;
    const brought = carriers.reduce((sum, { total_amount }) => sum + total_amount, 0);
    if (revenue !== brought) wrong.push(`code ${code}: ${revenue} pesos kept of ${brought}`);
    const taken = redemptions.filter((each) => each.code === code).length;
    const most = multiple_use === 0 ? 1 : (max_uses ?? Number.POSITIVE_INFINITY);
    if (current_uses !== carried || current_uses !== taken || current_uses > most) {
      wrong.push(
        `code ${code}: ${current_uses} counted, ${carried} carried, ${taken} of ${most} taken`,
      );
    }
  }
  const lost = [...keys, ...found, ...items].filter(({ order_id }) => !ids.has(order_id));
  if (lost.length > 0) wrong.push(`${lost.length} rows of orders that are not there`);
  if (found.length !== orders.length)
    wrong.push(`${orders.length - found.length} orders not found`);

  const kept = addTogether(tallies);
  const counted = addTogether(addUp(orders.map((order) => ({ order, by: 1 }))));
  if (!isDeepStrictEqual(kept, counted)) {
    wrong.push(`sums kept ${JSON.stringify(kept)}, counted ${JSON.stringify(counted)}`);
  }
  return wrong;
}

/** Sums of the same thing as one, those that came to nothing left out. */
function addTogether(sums: readonly TallySum[]): Record<string, number[]> {
  const byKey = Map.groupBy(sums, ({ city, period, region, status, is_guest }) =>
    [city, period, region, status, is_guest].join('|'),
  );
  const totals = [...byKey].map(([key, group]) => {
    const sumOf = (read: (sum: TallySum) => number) =>
      group.reduce((sum, each) => sum + read(each), 0);
    const figures = [
      sumOf(({ orders }) => orders),
      sumOf(({ revenue }) => revenue),
      sumOf(({ pins }) => pins),
      sumOf(({ paid_orders }) => paid_orders),
      sumOf(({ paid_revenue }) => paid_revenue),
      sumOf(({ returning_orders }) => returning_orders),
    ];
    return [key, figures] as const;
  });
  return Object.fromEntries(
    totals
      .filter(([, figures]) => figures.some((figure) => figure !== 0))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
