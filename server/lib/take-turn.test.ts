import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Context } from '#server/context.ts';
import { exportOrders } from '#server/features/orders/download/export-orders.ts';
import { listBin, listOrders, listOwnOrders } from '#server/features/orders/read/list-orders.ts';
import { exportPerson } from '#server/features/privacy/export-person.ts';
import { drawLabels } from '#server/features/production/papers/draw-labels.ts';
import { drawSlips } from '#server/features/production/papers/draw-slips.ts';
import { addPerson } from '#server/testing/accounts.ts';
import type { TestShop } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { useShop } from '#server/testing/use-shop.ts';
import { createPacer, takeTurn } from './take-turn.ts';

/** Counts turns of the event loop until it is stopped. */
function countTurns(): { now: () => number; stop: () => void } {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  return { now: () => turns, stop: () => clearImmediate(next) };
}

test('of many callers one continues in each turn of the event loop', async () => {
  const turns = countTurns();
  const callers = Array.from({ length: 5 }, async () => {
    await takeTurn();
    return turns.now();
  });
  expect(new Set(await Promise.all(callers)).size).toBe(5);
  turns.stop();
});

const drawAllLabels = (context: Context, ids: readonly string[]) =>
  drawLabels(context, { ids, format: 'a4' });

test('a pacer takes a turn when the work since the last one took some milliseconds', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const turns = countTurns();
  const pace = createPacer();
  for (let part = 0; part < 50; part += 1) await pace();
  expect(turns.now()).toBe(0);
  now += 10;
  await pace();
  expect(turns.now()).toBeGreaterThan(0);
  turns.stop();
  clock.mockRestore();
});

// With PostgreSQL the wait for the server already lets other requests run.
describe('a long history on SQLite', () => {
  const ORDERS = 12;
  const shop = useShop('sqlite');
  beforeAll(async () => {
    const buyer = await addPerson(shop.context, 'ana', { emailVerified: true });
    await storeOrders(shop.context, { count: ORDERS, buyer, pictures: 100 });
  });

  async function turnsOf(work: () => Promise<unknown>): Promise<number> {
    const turns = countTurns();
    await work();
    turns.stop();
    return turns.now();
  }

  test('lets other requests run after each order of an export', async () => {
    const turns = await turnsOf(async () => {
      const { content } = await exportPerson(shop.context, { uid: 'ana' }, 'person');
      expect((await content.toArray()).length).toBeGreaterThan(ORDERS);
    });
    expect(turns).toBeGreaterThanOrEqual(ORDERS);
  });

  test('lets other requests run after each hundred pictures of a spreadsheet', async () => {
    const turns = await turnsOf(() => exportOrders(shop.context, {}).content.toArray());
    expect(turns).toBeGreaterThanOrEqual(ORDERS);
  });

  test.each([
    ['row of a slip', drawSlips, { count: 1, pictures: 100 }],
    ['label', drawAllLabels, { count: 100, pictures: 1 }],
  ] as const)(
    'looks at the clock before each %s, to let other requests run',
    async (_name, draw, wanted) => {
      const ids = await storeOrders(shop.context, wanted);
      const clock = vi.spyOn(performance, 'now');
      const { content } = await draw(shop.context, ids);
      await content.toArray();
      const looks = clock.mock.calls.length;
      clock.mockRestore();
      expect(looks).toBeGreaterThanOrEqual(100);
    },
  );

  test.each<[string, (shop: TestShop) => Promise<unknown>]>([
    ["the panel's list", ({ context }) => listOrders(context, {}, { limit: 100 })],
    ['the bin', ({ context }) => listBin(context, { limit: 100 })],
    [
      'its own list',
      ({ context }) => listOwnOrders(context, { uid: 'ana', guestEmail: null }, { limit: 50 }),
    ],
  ])('lets other requests run before and after a page of %s is read', async (_name, list) => {
    expect(await turnsOf(() => list(shop))).toBeGreaterThanOrEqual(2);
  });
});
