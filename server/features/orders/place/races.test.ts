import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { sweepUploads } from '#server/features/uploads/remove-pictures.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import type { Answer } from '#server/testing/client.ts';
import { countDeadlocks } from '#server/testing/count-deadlocks.ts';
import { addCode, countRows, makeOrder, placed } from '#server/testing/orders.ts';
import { findRow, findRows } from '#server/testing/rows.ts';
import { LONG } from '#server/testing/seed.ts';
import { raceDatabases, useShop } from '#server/testing/use-shop.ts';

/** Orders at the same moment, an even number. */
const MANY = LONG ? 100 : 40;
const isTaken = ({ status }: Answer) => status === 201;

describe.each(raceDatabases)('orders in parallel on %s', (kind) => {
  let now = Date.now();
  const shop = useShop(kind, { context: { clock: () => now } });

  async function codeState(code: string): Promise<{ uses: number; rows: number; orders: number }> {
    const stored = await findRow(shop.context, 'discount_codes', { code });
    const redemptions = await findRows(shop.context, 'discount_redemptions', { code });
    const carrying = await findRows(shop.context, 'orders', { discount_code: code });
    const orders = carrying.filter(({ discount_amount }) => discount_amount > 0);
    return { uses: stored.current_uses, rows: redemptions.length, orders: orders.length };
  }

  test.each([
    ['with uses for half of them', 'MITAD', { max_uses: MANY / 2 }, MANY / 2],
    ['for one use', 'SOLOUNO', { multiple_use: 0 }, 1],
  ] as const)(`${MANY} of them on a code %s`, async (_name, code, terms, uses) => {
    const discount = await addCode(shop.context, code, terms);
    const pictures = await addPictures(shop.context, MANY);
    const answers = await Promise.all(
      pictures.map((imageUrl) => shop.placeOrder(makeOrder({ images: [imageUrl], discount }))),
    );
    expect(answers.filter(isTaken)).toHaveLength(uses);
    const refused = answers.filter((answer) => !isTaken(answer));
    for (const { status, body } of refused) {
      expect([status, body.code, body.message]).toEqual([
        409,
        'discount_unavailable',
        'El código de descuento ya no tiene usos disponibles',
      ]);
    }
    expect(await codeState(code)).toEqual({ uses, rows: uses, orders: uses });
  });

  test(`the same key ${MANY / 2} times: one order, every answer the same`, async () => {
    const body = makeOrder({ images: await addPictures(shop.context, 3) });
    const before = await countRows(shop.context);
    const send = () => Array.from({ length: MANY / 2 }, () => shop.placeOrder(body, 'again'));
    const answers = await Promise.all(send());
    const first = answers.map(placed);
    expect(new Set(first.map((order) => JSON.stringify(order))).size).toBe(1);
    expect(answers.filter(({ headers }) => !headers.has('idempotency-replayed'))).toHaveLength(1);

    await shop.restart();
    const later = (await Promise.all(send())).map(placed);
    expect(new Set([...first, ...later].map(({ id }) => id)).size).toBe(1);
    const after = await countRows(shop.context);
    expect((after.orders ?? 0) - (before.orders ?? 0)).toBe(1);
    expect((after.idempotency_keys ?? 0) - (before.idempotency_keys ?? 0)).toBe(1);
  });

  test('the same key with 20 bodies: one order, the others are told so', async () => {
    const pictures = await addPictures(shop.context, 20);
    const answers = await Promise.all(
      pictures.map((imageUrl) => shop.placeOrder(makeOrder({ images: [imageUrl] }), 'twenty')),
    );
    expect(answers.filter(isTaken)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(19);
  });

  test('overlapping pictures in every order: none waits for ever, none fails', async () => {
    for (let round = 0; round < (LONG ? 4 : 2); round += 1) {
      const pictures = await addPictures(shop.context, 20);
      const bodies = Array.from({ length: 40 }, (_, at) => {
        const turned = [...pictures.slice(at % 20), ...pictures.slice(0, at % 20)];
        const images = (at % 2 ? turned.toReversed() : turned).slice(0, 2 + (at % 13));
        return makeOrder({ images });
      });
      const answers = await Promise.all(bodies.map((body) => shop.placeOrder(body)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
      const ordered = answers.filter(isTaken).flatMap((answer) => placed(answer).images);
      expect(new Set(ordered).size).toBe(ordered.length);
    }
    expect(await countDeadlocks(shop)).toBe(0);
  });

  test('the sweep at the same moment: an order has its files, or there is none', async () => {
    now += DAY_MS + 1;
    await sweepUploads(shop.context);
    const pictures = await addPictures(shop.context, 60);
    now += DAY_MS + 1;
    const bodies = pictures.map((imageUrl) => makeOrder({ images: [imageUrl] }));
    const sweeps = [10, 30].map(async (delay) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      return sweepUploads(shop.context);
    });
    const answers = await Promise.all(bodies.map((body) => shop.placeOrder(body)));
    const swept = (await Promise.all(sweeps)).reduce((sum, count) => sum + count, 0);
    expect(new Set([...answers.map(({ status }) => status), 201, 400])).toEqual(
      new Set([201, 400]),
    );

    const orders = answers.filter(isTaken).map(placed);
    for (const { imageUrl } of orders.flatMap(({ items }) => items)) {
      expect((await shop.fetch(imageUrl)).status).toBe(200);
    }
    expect(swept + orders.length).toBe(60);
  });
});
