import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import type { DiskSpace } from '#server/lib/disk-space.ts';
import { uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makeJpeg, makeNoise, makePng, padJpeg } from '#server/testing/pictures.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import { findRows, setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';
import { sweepUploads } from './remove-pictures.ts';

const GIB = 1024 ** 3;

describe.each(databases)('the disk space of pictures, on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now = Date.now();
  let space: DiskSpace = { total: 100e9, free: 50e9 };
  const shop = useShop(kind, {
    env: { TRUST_PROXY: 'on' },
    context: { clock: () => now, diskSpace: async () => space },
  });

  const upload = async (from: string, picture?: Buffer) =>
    shop.upload(picture ?? (await makePng()), { headers: { 'x-forwarded-for': from } });

  async function sumOf(address: string): Promise<number> {
    const source = address === '*' ? '*' : shop.context.limits.hashClient(address).client;
    const rows = await findRows(shop.context, 'upload_sums', { source });
    return rows.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async function setSum(source: string, bytes: number): Promise<void> {
    await setRows(shop.context, 'upload_sums', { source }, { bytes });
  }

  async function storedBytes(): Promise<number> {
    const keys = await shop.storedFiles();
    const sizes = keys.map(async (key) => {
      const file = await shop.context.storage.open(key);
      file?.stream.destroy();
      return file?.bytes ?? 0;
    });
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  }

  test('is summed up with the shown copies, also when many arrive at once', async () => {
    const picture = await makeNoise(300, 200);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => upload(`203.0.113.${at % 2}`, picture)),
    );
    answers.forEach(uploaded);
    const stored = await storedBytes();
    expect(stored).toBeGreaterThan(6 * picture.length);
    expect(await sumOf('*')).toBe(stored);
    expect((await sumOf('203.0.113.0')) + (await sumOf('203.0.113.1'))).toBe(stored);
  });

  testAbove('is limited per client and day, whether they were ordered or not', async () => {
    const { imageUrl } = uploaded(await upload('203.0.113.7'));
    placed(await shop.placeOrder(makeOrder({ images: [imageUrl] })));
    await setSum(shop.context.limits.hashClient('203.0.113.7').client, 4 * GIB);
    const refused = await upload('203.0.113.7');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_pending_uploads']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    uploaded(await upload('203.0.113.8'));

    now += DAY_MS;
    uploaded(await upload('203.0.113.7'));
    await sweepUploads(shop.context);
    expect(await sumOf('203.0.113.8')).toBe(0);
  });

  testAbove('counts the proofs of transfer, too', async () => {
    const { id } = placed(await shop.placeOrder(makeOrder({ images: await shop.uploadMany(1) })));
    const before = await sumOf('127.0.0.1');
    expect((await sendReceipt(shop, id)).status).toBe(201);
    expect(await sumOf('127.0.0.1')).toBeGreaterThan(before);
    const { client } = shop.context.limits.hashClient('127.0.0.1');
    await setSum(client, 4 * GIB);
    expect((await sendReceipt(shop, id)).status).toBe(429);
    await setSum(client, 0);
  });

  testAbove('is limited per IPv6 network, and for all together', async () => {
    uploaded(await upload('2001:db8:1:1::1'));
    const { network } = shop.context.limits.hashClient('2001:db8:1:1::1');
    await setSum(network ?? '', 10 * GIB);
    expect((await upload('2001:db8:1:2::1')).status).toBe(429);
    uploaded(await upload('2001:db8:2:1::1'));
    await setSum('*', 40 * GIB);
    expect((await upload('203.0.113.9')).status).toBe(429);
    await setSum('*', 0);
  });

  testAbove('leaves the space reserved for orders: 503 in Spanish before that', async () => {
    const [image = ''] = await shop.uploadMany(1);
    space = { total: 100e9, free: 2e9 - 1 };
    const { status, body, headers } = await upload('203.0.113.10', await makeJpeg());
    expect([status, body.code]).toEqual([503, 'disk_full']);
    expect(body.message).toMatch(/^Por ahora no podemos recibir más imágenes/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    placed(await shop.placeOrder(makeOrder({ images: [image] })));
    expect((await shop.fetch(image)).status).toBe(200);

    // Arriving bytes use up the space: there is none left for the end of a large upload.
    space = { total: 100e9, free: 2e9 + 400_000 };
    const large = padJpeg(await makeJpeg(), 1_000_000);
    const arrived = await upload('203.0.113.10', large);
    expect([arrived.status, arrived.body.code]).toEqual([503, 'disk_full']);
    expect(await shop.arrivingFiles()).toEqual([]);
    uploaded(await upload('203.0.113.10'));
    space = { total: 100e9, free: 50e9 };
  });
});
