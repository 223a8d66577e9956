import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makeNoise, makePhonePhoto, makePng, makeWebp } from '#server/testing/pictures.ts';
import { setRows } from '#server/testing/rows.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

/** Reads a zip with an independent library. */
async function unzip(bytes: ArrayBuffer): Promise<Map<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(Buffer.from(bytes));
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
  }
  return files;
}

describe.each(anyDatabase)("an order's originals on %s", (kind) => {
  let originals: Buffer[];
  let id: string;
  let urls: string[];
  const adminShop = useAdminShop(kind, { isInjected: false });
  beforeAll(async () => {
    originals = [
      await makePhonePhoto(),
      await makePng({ width: 30 }),
      await makeWebp(),
      await makeNoise(900, 900),
    ];
    urls = [];
    for (const bytes of originals) urls.push(uploaded(await adminShop.shop.upload(bytes)).imageUrl);
    const images = urls.map((imageUrl, at) => ({
      imageUrl,
      quantity: at + 1,
      originalName: '../../etc/passwd',
    }));
    ({ id } = placed(await adminShop.shop.placeOrder(makeOrder({ images }))));
  });

  test('come one by one, byte for byte, in their own type, to be saved', async () => {
    const types = ['image/jpeg', 'image/png', 'image/webp', 'image/jpeg'];
    const endings = ['jpg', 'png', 'webp', 'jpg'];
    for (const [at, bytes] of originals.entries()) {
      const response = await adminShop.fetchFile(`/orders/${id}/pictures/${at + 1}`);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
      expect(response.headers.get('content-type')).toBe(types[at]);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(response.headers.get('content-disposition')).toContain(
        `attachment; filename="${id}_imagen-0${at + 1}_x${at + 1}.${endings[at]}"`,
      );
    }
  });

  test('are saved as plain bytes when an edited copy gives them a type of its own', async () => {
    const { queries } = adminShop.shop.context.db;
    const setType = (type: string) =>
      sql`update uploads set mime_type = ${type} where mime_type in ('image/webp', 'text/html')`.execute(
        queries,
      );
    await setType('text/html');
    const response = await adminShop.fetchFile(`/orders/${id}/pictures/3`);
    await setType('image/webp');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
  });

  test('come in one archive, named by order, image and quantity', async () => {
    const response = await adminShop.fetchFile(`/orders/${id}/pictures.zip`);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain(`"${id}.zip"`);
    const files = await unzip(await response.arrayBuffer());
    expect([...files.keys()]).toEqual([
      `${id}_imagen-01_x1.jpg`,
      `${id}_imagen-02_x2.png`,
      `${id}_imagen-03_x3.webp`,
      `${id}_imagen-04_x4.jpg`,
    ]);
    for (const [at, bytes] of [...files.values()].entries()) {
      expect(bytes.equals(originals[at] ?? Buffer.alloc(0))).toBe(true);
    }
  });

  test('are in the archive once, however many names are written on them', async () => {
    const [first = '', second = ''] = [
      uploaded(await adminShop.shop.upload(await makePng({ width: 31 }))).imageUrl,
      uploaded(await adminShop.shop.upload(await makePng({ width: 32 }))).imageUrl,
    ];
    const images = [first, second, first, first].map((imageUrl, at) => ({
      ...{ imageUrl, quantity: at + 1, text: { ...FIRST_STYLE, value: `Ana ${at}` } },
    }));
    const named = placed(await adminShop.shop.placeOrder(makeOrder({ images }))).id;
    const response = await adminShop.fetchFile(`/orders/${named}/pictures.zip`);
    const files = await unzip(await response.arrayBuffer());
    expect([...files.keys()]).toEqual([
      `${named}_imagen-01-y-2-mas_x8.png`,
      `${named}_imagen-02_x2.png`,
    ]);
    const third = await adminShop.fetchFile(`/orders/${named}/pictures/3`);
    expect(third.headers.get('content-disposition')).toContain(`${named}_imagen-03_x3.png`);
    const bytes = Buffer.from(await third.arrayBuffer());
    expect(files.get(`${named}_imagen-01-y-2-mas_x8.png`)?.equals(bytes)).toBe(true);
  });

  test('are named by their pins where the shop has several', async () => {
    const set = { product_name: '32 mm', finish_id: 'iman', finish_name: 'Imán ñandú' };
    const rename = (values: object) =>
      setRows(adminShop.shop.context, 'order_items', { order_id: id, position: 1 }, values);
    await rename(set);
    const response = await adminShop.fetchFile(`/orders/${id}/pictures.zip`);
    const files = await unzip(await response.arrayBuffer());
    expect([...files.keys()].slice(0, 2)).toEqual([
      `${id}_imagen-01_x1.jpg`,
      `${id}_imagen-02_x2_32-mm-con-iman-nandu.png`,
    ]);
    await rename({ product_name: 'Pin', finish_id: null, finish_name: null });
  });

  test.each(['0', '5', '-1', '1.5', 'uno', '01', '9999'])('there is no picture %s', async (n) => {
    expect((await adminShop.fetchFile(`/orders/${id}/pictures/${n}`)).status).toBe(404);
  });

  test('an unknown order has none', async () => {
    expect((await adminShop.fetchFile('/orders/NADIE/pictures.zip')).status).toBe(404);
    expect((await adminShop.fetchFile('/orders/NADIE/pictures/1')).status).toBe(404);
  });

  test('a client that disconnects in the middle does no harm', async () => {
    for (let times = 0; times < 5; times += 1) {
      const leaving = new AbortController();
      const response = await adminShop.shop.fetch(`/api/admin/orders/${id}/pictures.zip`, {
        signal: leaving.signal,
        headers: { authorization: `Bearer ${await adminShop.admin.token()}` },
      });
      const reader = response.body?.getReader();
      await reader?.read();
      leaving.abort();
      await reader?.closed.catch(() => undefined);
    }
    const whole = await adminShop.fetchFile(`/orders/${id}/pictures.zip`);
    expect((await unzip(await whole.arrayBuffer())).size).toBe(4);
  });

  test('a lost one is told, the others are there', async () => {
    const [, second = ''] = urls;
    const lost = second.slice('/files/'.length, -'.webp'.length);
    await adminShop.shop.context.storage.remove(`${lost}.original`);
    expect((await adminShop.fetchFile(`/orders/${id}/pictures/2`)).status).toBe(404);
    const response = await adminShop.fetchFile(`/orders/${id}/pictures.zip`);
    const files = await unzip(await response.arrayBuffer());
    expect(files.size).toBe(4);
    expect(files.get('LEEME.txt')?.toString()).toContain(`${id}_imagen-02_x2.png`);
  });
});
