import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withBackup } from './features/backup/open-backup.ts';
import { lookForDamage } from './features/health/look-for-damage.ts';
import { firstToken } from './features/orders/order-link.ts';
import { readSquares } from './features/uploads/read-squares.ts';
import { fileKeys, pictureId } from './features/uploads/urls.ts';
import { createDamageLog } from './lib/damage-log.ts';
import { startJobs } from './start-shop.ts';
import { type AdminShop, openAdminShop } from './testing/admin-shop.ts';
import { takeBackup } from './testing/backups.ts';
import { uploaded } from './testing/client.ts';
import { createRandom, flipByte, withFlippedByte } from './testing/flip.ts';
import { silent, until } from './testing/jobs.ts';
import { makeOrder, placed } from './testing/orders.ts';
import { LONG, report, SEED } from './testing/seed.ts';
import { anyDatabase } from './testing/shop.ts';

const ROUNDS = LONG ? 400 : 2;
const COPIES = LONG ? 1000 : 8;
const PDF = new Uint8Array(Buffer.from(`%PDF-1.4\n${'%boleta electronica\n'.repeat(40)}`));

describe.each(anyDatabase)('one byte that changes on the disk of a shop on %s', (kind) => {
  const random = createRandom(SEED);
  report(`rotten files: TEST_SEED=${SEED}`);
  let admin: AdminShop;
  let stopJobs: () => Promise<void>;
  let damaged: object[] = [];
  let orderId = '';
  let sheetId = '';
  let picture = { imageUrl: '', thumbnailUrl: '' };

  const pathOf = (key: string) => join(admin.shop.dataDir, 'files', key.slice(0, 2), key);
  /** Starts to record the damage that is logged. */
  const listen = () => {
    damaged = [];
    const { context } = admin.shop;
    Object.assign(context.damage, createDamageLog());
    context.damage.writeTo({ error: (facts) => void damaged.push(facts) });
  };

  beforeAll(async () => {
    admin = await openAdminShop(kind);
    const { shop, ask } = admin;
    stopJobs = startJobs(shop.context, silent);
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const create = { width: 500, height: 500, channels: 3, background: '#fff', noise } as const;
    picture = uploaded(await shop.upload(await sharp({ create }).jpeg().toBuffer()));
    orderId = placed(await shop.placeOrder(makeOrder({ images: [picture.imageUrl] }))).id;
    await sendForm('/api/orders/receipt', 'POST', {
      receipt: new Blob([PDF]),
      token: firstToken(shop.context, orderId),
    });
    const boleta = { number: '4711', issuedOn: '2026-03-09', file: new Blob([PDF]) };
    const raw = formOf(boleta);
    expect((await ask(`/orders/${orderId}/document`, { method: 'PUT', raw })).status).toBe(200);
    const sheet = await ask('/sheets', { method: 'POST', json: { orderIds: [orderId] } });
    sheetId = String(Object(sheet.body.sheet).id);
    await until(async () => {
      const { body } = await ask(`/sheets/${sheetId}`);
      return Object(body.sheet).state === 'done';
    });
  });
  afterAll(async () => {
    await stopJobs();
    await admin.shop.close();
  });

  const formOf = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  async function sendForm(path: string, method: string, fields: Record<string, string | Blob>) {
    const answer = await admin.shop.call(path, { method, raw: formOf(fields), headers: {} });
    expect(answer.status).toBeLessThan(300);
  }
  async function keyOf(part: 'order_receipts' | 'order_documents'): Promise<string> {
    const { queries } = admin.shop.context.db;
    const { file } = await queries
      .selectFrom(part)
      .select('file')
      .where('order_id', '=', orderId)
      .orderBy('n', 'desc')
      .executeTakeFirstOrThrow();
    return file ?? '';
  }

  const files = [
    ['an original', () => keys().original, () => admin.fetchFile(`/orders/${orderId}/pictures/1`)],
    ['a shown picture', () => keys().image, () => admin.shop.fetch(picture.imageUrl)],
    ['a thumbnail', () => keys().thumbnail, () => admin.shop.fetch(picture.thumbnailUrl)],
    [
      'a proof of transfer',
      () => keyOf('order_receipts'),
      () => admin.fetchFile(`/orders/${orderId}/receipt`),
    ],
    [
      'a boleta',
      () => keyOf('order_documents'),
      () => admin.fetchFile(`/orders/${orderId}/document`),
    ],
    ['a press sheet', () => `${sheetId}.pdf`, () => admin.fetchFile(`/sheets/${sheetId}/file`)],
  ] as const;
  const keys = () => fileKeys(pictureId(picture.imageUrl) ?? '');

  test.each(files)(
    '%s is refused and named, and served again once it is mended',
    async (_, keyOf, open) => {
      listen();
      const key = await keyOf();
      const whole = Buffer.from(await (await open()).arrayBuffer());
      expect(whole.length).toBeGreaterThan(0);
      for (let round = 0; round < ROUNDS; round += 1) {
        await withFlippedByte(pathOf(key), random, async (at) => {
          expect([at, (await open()).status]).toEqual([at, 404]);
          // Everything else still works.
          expect((await admin.ask(`/orders/${orderId}`)).status).toBe(200);
        });
      }
      expect(damaged).toEqual([{ file: key }]);
      const again = await open();
      expect(again.status).toBe(200);
      expect(whole.equals(Buffer.from(await again.arrayBuffer()))).toBe(true);
    },
  );

  test('a file that was cut short or swapped is refused too', async () => {
    const { original, image } = keys();
    const bytes = await readFile(pathOf(original));
    for (const wrong of [bytes.subarray(0, -1), Buffer.alloc(0), await readFile(pathOf(image))]) {
      await writeFile(pathOf(original), wrong);
      expect((await admin.fetchFile(`/orders/${orderId}/pictures/1`)).status).toBe(404);
    }
    await writeFile(pathOf(original), bytes);
  });

  test('a damaged picture is in no mail, and named on the press sheet', async () => {
    const { square, original } = keys();
    const { context } = admin.shop;
    const row = await admin.ask(`/orders/${orderId}`);
    const [item] = Object(row.body.order).items;
    await withFlippedByte(pathOf(square), random, async () => {
      const [shown] = await readSquares(context, [
        { ...item, press: { faceMm: 58, cutMm: 70, safeMm: 51 } },
      ]);
      // The square is drawn again from the copy, or left out.
      expect(Buffer.from(shown ?? []).equals(await readFile(pathOf(square)))).toBe(false);
    });
    await withFlippedByte(pathOf(original), random, async () => {
      const json = { orderIds: [orderId], paper: 'a3' };
      const { id } = Object((await admin.ask('/sheets', { method: 'POST', json })).body.sheet);
      await until(async () => {
        const { body } = await admin.ask(`/sheets/${id}`);
        return ['done', 'failed'].includes(Object(body.sheet).state);
      });
      const { missing } = Object((await admin.ask(`/sheets/${id}`)).body.sheet);
      expect(missing).toMatchObject([{ orderId, picture: 1, reason: 'lost' }]);
    });
  });

  test('the nightly check logs damaged files and mails', async () => {
    const { context, dataDir } = admin.shop;
    const [mail = ''] = (await readdir(join(dataDir, 'mail'))).filter((name) =>
      name.endsWith('.eml'),
    );
    const { thumbnail } = keys();
    listen();
    await lookForDamage(context);
    expect(damaged).toEqual([]);
    for (let round = 0; round < ROUNDS / 4; round += 1) {
      listen();
      await withFlippedByte(join(dataDir, 'mail', mail), random, () =>
        withFlippedByte(pathOf(thumbnail), random, () => lookForDamage(context)),
      );
      expect(damaged).toEqual([{ file: mail }, { file: thumbnail }]);
    }
  });

  test('a copy of the shop leaves damaged files out, and is refused once it is damaged itself', async () => {
    listen();
    const { original } = keys();
    const copy = await withFlippedByte(pathOf(original), random, () =>
      takeBackup(admin, { pictures: true }),
    );
    expect(damaged).toEqual([{ file: original }]);
    const path = join(admin.shop.dataDir, 'copy.zip');
    await writeFile(path, copy);
    const whole = await readCopy(path);
    expect(whole['manifest.json']).toMatch(/"missing":1/);
    expect(Object.keys(whole)).not.toContain(`files/${original}`);
    let refused = 0;
    for (let round = 0; round < COPIES; round += 1) {
      const { flipped, at } = flipByte(copy, random);
      await writeFile(path, flipped);
      const read = await readCopy(path).catch(() => null);
      if (read === null) refused += 1;
      // Bytes that do not belong to an entry's content, such as its time, may differ.
      else expect([at, read]).toEqual([at, whole]);
    }
    report(`copies: ${refused} of ${COPIES} refused, the others the same`);
    expect(refused).toBeGreaterThan(COPIES / 2);
  });

  function readCopy(path: string): Promise<Record<string, string>> {
    const { scratchDir } = admin.shop.context;
    return withBackup(path, scratchDir, {}, async ({ manifest, openDatabase, unpackFile }) => {
      await openDatabase();
      const parts: Record<string, string> = { 'manifest.json': JSON.stringify(manifest) };
      for (const key of Object.keys(manifest.files)) {
        parts[`files/${key}`] = await readFile(await unpackFile(key), 'latin1');
      }
      return parts;
    });
  }
});
