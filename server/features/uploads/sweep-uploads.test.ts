import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { workOff } from '#server/testing/work-off.ts';
import { sweepUploads, WAITING_MS } from './remove-pictures.ts';

describe.each(databases)('the sweep on %s', (kind) => {
  let now = Date.now();
  const shop = useShop(kind, { context: { clock: () => now } });

  test('removes a picture that was not ordered within a day, with all its files', async () => {
    const [url = ''] = await shop.uploadMany(1);
    now += WAITING_MS;
    expect(await sweepUploads(shop.context)).toBe(0);
    expect(await shop.storedFiles()).toHaveLength(4);
    now += 1;
    expect(await sweepUploads(shop.context)).toBe(1);
    expect(await shop.storedFiles()).toHaveLength(4);
    await workOff(shop);
    expect(await shop.storedFiles()).toEqual([]);
    expect((await shop.fetch(url)).status).toBe(404);
    expect((await shop.placeOrder(makeOrder({ images: [url] }))).body).toMatchObject({
      code: 'image_not_found',
    });
  });

  test('never removes the pictures of orders', async () => {
    const [url = ''] = await shop.uploadMany(1);
    placed(await shop.placeOrder(makeOrder({ images: [url] })));
    now += 1000 * WAITING_MS;
    expect(await sweepUploads(shop.context)).toBe(0);
    expect((await shop.fetch(url)).status).toBe(200);
  });

  test('removes files of uploads interrupted an hour ago, and none that still arrives', async () => {
    now = Date.now();
    const left = join(shop.context.scratchDir, 'left');
    await writeFile(left, 'half');
    await writeFile(join(shop.context.scratchDir, 'arriving'), 'half');
    const hours = now / 1000 - 3601;
    await utimes(left, hours, hours);
    await sweepUploads(shop.context);
    await sweepUploads(shop.context);
    expect(await shop.arrivingFiles()).toEqual(['arriving']);
    // The machine's clock is set forward while it arrives.
    now += 2 * 3_600_000;
    await sweepUploads(shop.context);
    expect(await shop.arrivingFiles()).toEqual(['arriving']);
    await sweepUploads(shop.context);
    expect(await shop.arrivingFiles()).toEqual([]);
  });

  test('aborts no file on its way to the storage within a day: a copy of the shop is large', async () => {
    const ended: number[] = [];
    const sweep = async (before: number) => void ended.push(now - before);
    const { context } = shop;
    await sweepUploads({ ...context, storage: { ...context.storage, sweep } });
    expect(ended).toEqual([24 * 3_600_000]);
  });
});
