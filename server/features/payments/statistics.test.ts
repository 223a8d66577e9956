import { beforeEach, describe, expect, test } from 'vitest';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { databases, useFreshAdminShop } from '#server/testing/use-shop.ts';
import { updateStatistics } from './statistics.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse('2026-03-09T15:00:00Z');

describe.each(databases)('the sums of orders on %s', (kind) => {
  let now: number;
  beforeEach(() => {
    now = NOON;
  });
  const adminShop = useFreshAdminShop(kind, { clock: () => now });

  const update = () => updateStatistics(adminShop.shop.context);
  const cancel = (id: string) => adminShop.setStatus(id, 'cancelled');
  const total = async () => Object((await adminShop.ask('/orders/stats')).body.stats).totalOrders;
  const sold = async () =>
    Object((await adminShop.ask('/orders/sales?by=month&last=2')).body.total).orders;
  const storedDays = async () => {
    const { queries } = adminShop.shop.context.db;
    const rows = await queries.selectFrom('order_statistics').select('day').distinct().execute();
    return rows.map(({ day }) => day).sort();
  };
  const expectRight = async () =>
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);

  test('are stored an hour after the day was over, and not again while nothing changes', async () => {
    await adminShop.place({});
    now = Date.parse('2026-03-10T03:59:00Z');
    await adminShop.place({});
    expect([await update(), await storedDays()]).toEqual([0, []]);
    now += 2 * 60_000;
    expect([await update(), await storedDays()]).toEqual([1, ['2026-03-09']]);
    expect(await update()).toBe(0);
    expect(await total()).toBe(2);
    now += 3 * DAY_MS;
    expect([await update(), await storedDays()]).toEqual([1, ['2026-03-09', '2026-03-10']]);
    expect(await total()).toBe(2);
    await expectRight();
  });

  test('are right in the answer after a change of a stored day, before and after the next update', async () => {
    const placed = [await adminShop.place({}), await adminShop.place({})];
    now += 2 * DAY_MS;
    await adminShop.place({});
    await update();
    expect(await sold()).toBe(3);
    await cancel(placed[0]?.id ?? '');
    expect(await sold()).toBe(2);
    await adminShop.remove(placed[1]?.id ?? '');
    expect([await sold(), await total()]).toEqual([1, 2]);
    await expectRight();
    expect(await update()).toBe(1);
    expect([await sold(), await total()]).toEqual([1, 2]);
    await expectRight();
  });

  test('stay right while several processes store days that admins change', async () => {
    const placed = [];
    for (let day = 0; day < 4; day += 1) {
      for (let each = 0; each < 3; each += 1) placed.push(await adminShop.place({}));
      now += DAY_MS;
    }
    await Promise.all([
      update(),
      update(),
      ...placed.slice(0, 6).map(({ id }) => cancel(id)),
      update(),
    ]);
    await expectRight();
    await Promise.all([update(), ...placed.slice(6).map(({ id }) => cancel(id)), update()]);
    expect([await sold(), await total()]).toEqual([0, 12]);
    await expectRight();
    await update();
    expect([await update(), await sold()]).toEqual([0, 0]);
    await expectRight();
  });

  test('heal after a clock that was days ahead', async () => {
    await adminShop.place({});
    now += 5 * DAY_MS;
    await update();
    now -= 5 * DAY_MS;
    await adminShop.place({});
    expect(await total()).toBe(2);
    await update();
    now += 2 * DAY_MS;
    await update();
    expect([await total(), await storedDays()]).toEqual([2, ['2026-03-09']]);
  });
});
