import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { addPerson, type Browser, openAccount } from '#server/testing/accounts.ts';
import type { Answer } from '#server/testing/client.ts';
import { setRows } from '#server/testing/rows.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';

const START = Date.UTC(2026, 2, 1);
const everySecond = (position: number) => START + position * 1000;

describe.each(databases)('pages of the history on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const shop = useShop(kind);

  async function openBuyer(email: string): Promise<{ browser: Browser; buyer: SignedIn }> {
    const browser = await openAccount(shop, email);
    const { uid } = JSON.parse(JSON.stringify((await browser.call('/api/auth/profile')).body.user));
    return { browser, buyer: await addPerson(shop.context, uid, { email, emailVerified: true }) };
  }
  function ordersOf({ status, body }: Answer): Order[] {
    expect(status).toBe(200);
    return JSON.parse(JSON.stringify(body.orders));
  }
  const idsOf = (answer: Answer) => ordersOf(answer).map(({ id }) => id);

  /** Follows the cursor to the end. @returns the ids of each page */
  async function walk(browser: Browser, limit?: number, between?: () => Promise<void>) {
    const pages: string[][] = [];
    let cursor: unknown = null;
    do {
      const query = new URLSearchParams({
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...(typeof cursor === 'string' ? { cursor } : {}),
      });
      const answer = await browser.call(`/api/orders?${query}`);
      pages.push(idsOf(answer));
      cursor = answer.body.nextCursor;
      await between?.();
    } while (cursor !== null);
    return pages;
  }

  testAbove('hold 20 orders unless told, 50 at most, and end with no cursor', async () => {
    const { browser, buyer } = await openBuyer('ana@correo.cl');
    const ids = (await storeOrders(shop.context, { count: 45, buyer, at: everySecond })).reverse();
    expect(await walk(browser)).toEqual([ids.slice(0, 20), ids.slice(20, 40), ids.slice(40)]);
    expect(await walk(browser, 50)).toEqual([ids]);
    expect((await walk(browser, 15)).map(({ length }) => length)).toEqual([15, 15, 15]);
    for (const query of ['limit=0', 'limit=51', 'limit=x', 'limit=1.5', 'cursor=x', 'cursor=W10']) {
      const { status, body } = await browser.call(`/api/orders?${query}`);
      expect([status, body.code], query).toEqual([400, 'validation_failed']);
      expect(Object.keys(body.fields ?? {})).toEqual([query.split('=')[0]]);
    }
  });

  test('mix joined guest orders in, miss none and show none twice, deleted ones left out', async () => {
    const { browser, buyer } = await openBuyer('bea@correo.cl');
    const delivery = { email: 'Bea@correo.cl' };
    const sameMoment = () => START;
    const ids = [
      ...(await storeOrders(shop.context, { count: 12, buyer, at: sameMoment })),
      ...(await storeOrders(shop.context, { count: 12, delivery, at: sameMoment })),
      ...(await storeOrders(shop.context, { count: 5, delivery, at: everySecond })),
    ];
    await setRows(shop.context, 'orders', { id: ids[0] ?? '' }, { deleted_at: START });
    const walked = (await walk(browser, 3)).flat();
    expect(walked.toSorted()).toEqual(ids.slice(1).toSorted());
    expect(walked.slice(0, 4)).toEqual(ids.slice(-4).reverse());
  });

  test('continue where they were, although more is ordered meanwhile', async () => {
    const { browser, buyer } = await openBuyer('carla@correo.cl');
    const ids = await storeOrders(shop.context, { count: 9, buyer, at: everySecond });
    const walked = await walk(browser, 3, async () => {
      await storeOrders(shop.context, { count: 1, buyer });
    });
    expect(walked.flat()).toEqual(ids.reverse());
  });

  testAbove('stay small, however many pictures the orders have', async () => {
    const { browser, buyer } = await openBuyer('dora@correo.cl');
    const ids = await storeOrders(shop.context, {
      count: 20,
      buyer,
      pictures: 100,
      notes: 'ñ'.repeat(1000),
      at: everySecond,
    });
    const first = await browser.call('/api/orders?limit=50');
    expect(JSON.stringify(first.body).length).toBeLessThan(500_000);
    expect(ordersOf(first).every(({ items }) => items.length === 100)).toBe(true);
    expect((await walk(browser, 50)).flat()).toEqual(ids.reverse());
  });
});
