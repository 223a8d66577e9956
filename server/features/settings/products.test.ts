import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#contract/home/config.ts';
import { listSettingsVersions, readSettings } from '#contract/settings/settings-admin.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import type { Product } from '#domain/pins/products.ts';
import { PRODUCTS } from '#domain/testing/sample-products.ts';
import { removeOldPictures, sweepUploads } from '#server/features/uploads/remove-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';

const PIN: Product = {
  id: 'pin',
  name: 'Pin',
  press: { face: 58, cut: 70, safe: 51 },
  price: 1700,
  steps: [],
  finishes: [],
  retired: false,
};
const [, SMALL] = PRODUCTS;

describe.each(databases)('the products on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind, { isInjected: false });
  afterEach(async () => {
    for (const group of ['products', 'prices', 'press']) {
      await adminShop.ask(`/settings/${group}`, { method: 'DELETE' });
    }
  });

  const read = async () =>
    readSettings.answer.parse((await adminShop.ask('/settings')).body).settings;
  const put = (group: string, values: object, version: number) =>
    adminShop.ask(`/settings/${group}`, { method: 'PUT', json: { values, version } });
  const save = async (...products: object[]) =>
    put('products', { products }, (await read()).products.version);
  const offered = async () => {
    // Reads them without the cache of two seconds.
    const { settings } = await adminShop.shop.context.settings.read(
      adminShop.shop.context.db.queries,
    );
    return settings;
  };

  testAbove("are one pin at the shop's prices and press until there are others", async () => {
    const { products } = await read();
    expect(products).toMatchObject({ isDefault: true, values: { products: [PIN] } });
    const { retired: _, ...pin } = PIN;
    const { body } = await adminShop.shop.call('/api/config');
    expect(readConfig.answer.parse(body).products).toEqual([pin]);
  });

  testAbove('keep their order, and the first follows the groups of prices and press', async () => {
    expect((await save(PIN, SMALL)).status).toBe(200);
    const { prices, press } = await read();
    expect([prices.isDefault, press.isDefault]).toEqual([true, true]);
    await put('prices', { ...DEFAULT_PRICES, pin: 2000 }, prices.version);
    const { face: faceMm, cut: cutMm, safe: safeMm } = SMALL.press;
    await put('press', { ...press.values, faceMm, cutMm, safeMm }, press.version);
    expect((await offered()).products.products).toEqual([
      { ...PIN, price: 2000, press: SMALL.press },
      SMALL,
    ]);
  });

  test('that were read before a change of the first cannot overwrite it', async () => {
    await save(PIN, SMALL);
    const { products, prices } = await read();
    await put('prices', { ...DEFAULT_PRICES, pin: 2000 }, prices.version);
    expect((await put('products', products.values, products.version)).status).toBe(409);
    expect((await read()).prices.values.pin).toBe(2000);
  });

  test('alone store price and press of the first, which earlier prices still show', async () => {
    const { prices, products } = await read();
    await put('prices', { ...DEFAULT_PRICES, pin: 2000 }, prices.version);
    expect((await read()).products).toEqual({
      ...{ ...products, values: { products: [{ ...PIN, price: 2000 }] } },
    });
    await save(PIN, { ...SMALL, price: 1 });
    await save({ ...PIN, price: 1800 }, SMALL);
    const { versions } = listSettingsVersions.answer.parse(
      (await adminShop.ask('/settings/prices/versions')).body,
    );
    expect(versions.slice(0, 3).map(({ values }) => values)).toEqual(
      [1800, 1700, 2000].map((pin) => ({ ...DEFAULT_PRICES, pin })),
    );
    const rows = await findRows(adminShop.shop.context, 'settings', {
      group_name: ['prices', 'press'],
    });
    expect(rows.map(({ saved_values }) => saved_values).join()).not.toMatch(
      /"(pin|steps|faceMm|cutMm|safeMm)/,
    );
  });

  test('change the groups when another product becomes the first, and back', async () => {
    await put(
      'prices',
      { ...DEFAULT_PRICES, pin: 2000, shipping: 5000 },
      (await read()).prices.version,
    );
    expect((await save({ ...PIN, price: 2000, retired: true }, SMALL)).status).toBe(200);
    const { prices, press } = await read();
    expect(prices.values).toEqual({
      ...DEFAULT_PRICES,
      ...{ pin: 1200, steps: SMALL.steps, shipping: 5000 },
    });
    expect(press.values).toMatchObject({ faceMm: 32, cutMm: 43, safeMm: 27, paper: 'a4' });
    await adminShop.ask('/settings/products', { method: 'DELETE' });
    const back = await read();
    expect(back.products.values.products).toEqual([{ ...PIN, price: 2000 }]);
    expect(back.prices.values).toEqual({ ...DEFAULT_PRICES, pin: 2000, shipping: 5000 });
  });

  test('are saved from their last version alone', async () => {
    const { version } = (await read()).products;
    const answers = await Promise.all([
      put('products', { products: [PIN, SMALL] }, version),
      put('products', { products: [{ ...PIN, price: 1 }] }, version),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { products, prices } = await read();
    expect(prices.values.pin).toBe(products.values.products[0]?.price);
  });

  // SQLite has one writer at a time.
  test.runIf(kind === 'postgres')(
    'a save that meets another leaves no trace of itself',
    async () => {
      const { context } = adminShop.shop;
      const { version } = (await read()).prices;
      const { default_product } = (await context.settings.read(context.db.queries)).versions;
      const answer = await context.db.transaction(async (tx) => {
        const save = { group_name: 'default_product', version: default_product + 1 } as const;
        await tx
          .insertInto('settings')
          .values({ ...save, saved_values: null, saved_at: Date.now(), saved_by: 'other' })
          .execute();
        const put2000 = put('prices', { ...DEFAULT_PRICES, pin: 2000 }, version);
        await vi.waitFor(async () => {
          const waits = sql`select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
          expect((await waits.execute(tx)).rows).toHaveLength(1);
        }, 10_000);
        return { put2000 };
      });
      const { status, body } = await answer.put2000;
      expect(status).toBe(409);
      expect(body.settings).toMatchObject({ prices: { version, values: DEFAULT_PRICES } });
      expect((await put('prices', { ...DEFAULT_PRICES, shipping: 5000 }, version)).status).toBe(
        200,
      );
      expect((await offered()).prices).toEqual({ ...DEFAULT_PRICES, shipping: 5000 });
    },
  );

  testAbove('have pictures, which cannot be ordered and are kept', async () => {
    const { shop } = adminShop;
    const [imageUrl = '', ordered = ''] = await shop.uploadMany(2);
    placed(await shop.placeOrder(makeOrder({ images: [ordered] })));
    const path = 'values.products.1.imageUrl';
    for (const wrong of [ordered, `/files/${'x'.repeat(24)}.webp`, 'https://pines.cl/pin.webp']) {
      const { status, body } = await save(PIN, { ...SMALL, imageUrl: wrong });
      expect([status, body.fields]).toEqual([
        400,
        { [path]: expect.stringContaining('Elige la imagen otra vez') },
      ]);
    }
    expect((await save(PIN, { ...SMALL, imageUrl })).status).toBe(200);
    expect((await offered()).products.products[1]).toEqual({ ...SMALL, imageUrl });
    expect((await shop.placeOrder(makeOrder({ images: [imageUrl] }))).status).toBe(409);
    expect((await save(PIN, SMALL)).status).toBe(200);
    expect((await save({ ...PIN, imageUrl }, SMALL)).status).toBe(200);
    // Both would be the saved one to a LIKE.
    const key = imageUrl.slice('/files/'.length, -'.webp'.length);
    for (const other of ['_'.repeat(key.length), key.toLowerCase()]) {
      const { status } = await save(PIN, { ...SMALL, imageUrl: `/files/${other}.webp` });
      expect(status).toBe(400);
    }
    const later = { ...shop.context, clock: () => Date.now() + 400 * DAY_MS };
    await sweepUploads(later);
    await removeOldPictures({ ...later, config: { ...later.config, pictureDays: 30 } });
    expect((await shop.fetch(imageUrl)).status).toBe(200);
  });
});
