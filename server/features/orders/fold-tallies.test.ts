import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminShop, openAdminShop } from '../../testing/admin-shop.ts';
import { findWrongBooks } from '../../testing/books.ts';
import { databases } from '../../testing/shop.ts';
import { foldTallies } from './fold-tallies.ts';

const DAY_MS = 86_400_000;

describe.each(databases)('the slots of sums on %s', (kind) => {
  let adminShop: AdminShop;
  let now = Date.parse('2026-03-09T15:00:00Z');
  beforeAll(async () => {
    adminShop = await openAdminShop(kind, { clock: () => now });
  });
  afterAll(() => adminShop.shop.close());

  const readSlots = async () => {
    const { queries } = adminShop.shop.context.db;
    const rows = await queries.selectFrom('order_tallies').select(['period', 'slot']).execute();
    const slots = Map.groupBy(rows, ({ period }) => period.length);
    const of = (length: number) => [...new Set(slots.get(length)?.map(({ slot }) => slot))];
    return { allTime: of(0), days: of('2026-03-09'.length), months: of('2026-03'.length) };
  };

  /** As if another connection had added them: one that was never this one's. */
  const moveTo = (slot: number) =>
    sql`update order_tallies set slot = ${slot}`.execute(adminShop.shop.context.db.queries);

  test('become one for each week and month that is over, and the sums stay right', async () => {
    const { context } = adminShop.shop;
    const fold = () => foldTallies(context);
    const placed = await adminShop.place({});
    await moveTo(20);
    await adminShop.place({});
    expect((await readSlots()).days).toHaveLength(2);
    expect(await fold()).toBe(0);

    now += 8 * DAY_MS;
    expect(await fold()).toBe(1);
    expect(await fold()).toBe(0);
    const { allTime, days, months } = await readSlots();
    expect([allTime.length, days, months.length]).toEqual([2, [0], 2]);
    expect(await findWrongBooks(context.db)).toEqual([]);

    now += 30 * DAY_MS;
    const change = { method: 'PATCH', json: { status: 'cancelled' } };
    const changing = adminShop.ask(`/orders/${placed.id}/status`, change);
    await Promise.all([fold(), changing, fold()]);
    await fold();
    expect(await readSlots()).toMatchObject({ days: [0], months: [0] });
    expect(await findWrongBooks(context.db)).toEqual([]);
  });
});
