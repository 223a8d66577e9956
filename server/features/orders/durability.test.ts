import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CreateOrderBody, Order } from '#contract/orders.ts';
import { createClient, type ShopClient } from '../../testing/client.ts';
import { databases, type Home } from '../../testing/database.ts';
import { createHome } from '../../testing/home.ts';
import { makeOrder, placed } from '../../testing/orders.ts';
import { makePng } from '../../testing/pictures.ts';
import { type ShopProcess, spawnShop } from '../../testing/process.ts';

const LONG = process.env.TEST_LONG === '1';
const ROUNDS = LONG ? 15 : 1;
const PATIENCE_MS = LONG ? 300_000 : 60_000;
type Sent = { key: string; body: CreateOrderBody; order: Order | null };

describe.each(databases)('a shop on %s that is killed in the middle of its work', (kind) => {
  let home: Home;
  let shop: ShopProcess;
  let client: ShopClient;
  let answered = 0;
  beforeAll(async () => {
    home = await createHome(kind);
    await start();
  });
  afterAll(async () => {
    await shop.kill();
    await home.remove();
  });

  async function start(): Promise<void> {
    shop = spawnShop(home.env);
    const address = await shop.ready();
    client = createClient(() => address);
  }

  /** Orders until the shop is gone. @returns each order with what was answered before */
  async function orderUntilGone(name: string): Promise<Sent[]> {
    const sent: Sent[] = [];
    try {
      for (let at = 0; ; at += 1) {
        const images = await client.uploadMany(1);
        const attempt: Sent = { key: `${name} ${at}`, body: makeOrder({ images }), order: null };
        sent.push(attempt);
        attempt.order = placed(await client.placeOrder(attempt.body, attempt.key));
        answered += 1;
      }
    } catch (error) {
      return ifGone(error, sent);
    }
  }

  test('loses no order that it answered, no key and no file, and doubles none', {
    timeout: PATIENCE_MS,
  }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const buyers = Array.from({ length: 4 }, (_, buyer) => orderUntilGone(`${round} ${buyer}`));
      const uploading = uploadUntilGone();
      const enough = answered + 10;
      await vi.waitFor(() => expect(answered).toBeGreaterThan(enough), 20_000);
      await sleep(100 * Math.random());
      await shop.kill();
      const sent = (await Promise.all(buyers)).flat();
      const pictures = await uploading;
      expect(sent.filter(({ order }) => order).length).toBeGreaterThan(0);

      await start();
      for (const { key, body, order } of sent) {
        const answer = await client.placeOrder(body, key);
        const again = placed(answer);
        if (order) {
          expect(answer.headers.get('idempotency-replayed')).toBe('true');
          expect(again).toEqual(order);
        }
        for (const { imageUrl, thumbnailUrl } of again.items) {
          expect((await client.fetch(imageUrl)).status).toBe(200);
          expect((await client.fetch(thumbnailUrl)).status).toBe(200);
        }
      }
      for (const url of pictures) placed(await client.placeOrder(makeOrder({ images: [url] })));
    }
  });

  async function uploadUntilGone(): Promise<string[]> {
    const urls: string[] = [];
    const picture = await makePng({ width: 300, height: 300 });
    try {
      while (urls.length < 30) {
        const { status, body } = await client.upload(picture);
        if (status === 201) urls.push(String(body.imageUrl));
      }
      return urls;
    } catch (error) {
      return ifGone(error, urls);
    }
  }
});

/** A lost connection ends the work; a refusal is a failure of the test. */
function ifGone<T>(error: unknown, work: T): T {
  if (error instanceof TypeError) return work;
  throw error;
}
