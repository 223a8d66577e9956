import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { openAdminShop } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { addCode } from '#server/testing/orders.ts';
import { databases } from '#server/testing/shop.ts';

/** Responses of the shop before it had several products; `TEST_RECORD=1` records them again. */
const RECORD = join(import.meta.dirname, 'default-shop.json');
const NOW = Date.parse('2026-11-24T15:00:00Z');

/** Fields that differ in each run, and their replacements. */
const OTHER_EACH_TIME: Record<string, string> = { termsVersion: 'VERSION', token: 'TOKEN' };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Replaces what differs in each run: ids, tokens and URLs of pictures. */
function tidy(value: Json): Json {
  if (typeof value === 'string') {
    return value
      .replace(/\/files\/[\w-]{24}/g, '/files/PICTURE')
      .replace(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/, 'ORDER');
  }
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== 'requestId');
  return Object.fromEntries(
    entries.map(([name, part]) => [name, OTHER_EACH_TIME[name] ?? tidy(part)]),
  );
}

/** Removes the fields that the record does not have: they are new. */
function withoutNew(value: Json, recorded: Json | undefined): Json {
  if (Array.isArray(value)) {
    const list = Array.isArray(recorded) ? recorded : [];
    return value.map((part, at) => withoutNew(part, list[at]));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (typeof recorded !== 'object' || recorded === null || Array.isArray(recorded)) return value;
  const known = Object.entries(value).filter(([name]) => name in recorded);
  return Object.fromEntries(known.map(([name, part]) => [name, withoutNew(part, recorded[name])]));
}

const recipient = {
  fullName: 'Rosa Ñanculef',
  phone: '+56 9 1234 5678',
  region: 'XVI',
  city: 'Chillán',
  address: 'Av. Libertad 123',
};
const figures = {
  imagesCount: 3,
  uniqueImages: 2,
  pricePerImage: 1700,
  imagesTotal: 5100,
  discountAmount: 0,
  subtotalAfterDiscount: 5100,
  shippingCost: 2500,
  totalAmount: 7600,
};
const reduced = {
  ...figures,
  discountCode: 'DIEZ',
  discountAmount: 510,
  subtotalAfterDiscount: 4590,
  totalAmount: 7090,
};

/** Makes the calls of a buyer and of an owner. @returns the responses by the calls' names */
async function makeCalls(kind: Parameters<typeof openAdminShop>[0]) {
  let now = NOW;
  const { shop, ask } = await openAdminShop(kind, { clock: () => now });
  await addCode(shop.context, 'DIEZ');
  const answers: Record<string, Json> = {};
  const keep = async (name: string, calling: Promise<Answer>) => {
    const { status, body } = await calling;
    now += 60_000;
    answers[name] = tidy(JSON.parse(JSON.stringify({ status, body })));
    return body;
  };
  const orderOf = (pictures: string[], pricing: object, email?: string) => ({
    images: pictures.map((imageUrl, at) => ({
      imageUrl,
      originalName: `foto ${at + 1}.jpg`,
      quantity: at + 1,
    })),
    deliveryData: { ...recipient, ...(email ? { email } : {}), pricing },
  });
  const [a = '', b = '', c = '', d = ''] = await addPictures(shop.context, 4);
  const post = (path: string, json: object) => shop.call(path, { json });
  await keep('config', shop.call('/api/config'));
  await keep('validate', post('/api/discount-codes/validate', { code: 'diez', orderTotal: 5100 }));
  const guest = orderOf([a, b], figures, 'rosa@correo.cl');
  const { token } = await keep('order', post('/api/orders', guest));
  await keep('view', post('/api/orders/view', { token }));
  const wrong = { ...figures, totalAmount: 7601 };
  await keep('wrong price', post('/api/orders', orderOf([c, d], wrong, 'rosa@correo.cl')));
  await keep('twice', post('/api/orders', orderOf([c, c], figures, 'rosa@correo.cl')));
  await keep('again', post('/api/orders', guest));
  await keep('no picture', post('/api/orders', orderOf([], figures, 'rosa@correo.cl')));
  const tooMany = orderOf(Array(101).fill(c), figures, 'rosa@correo.cl');
  await keep(
    'too many',
    post('/api/orders', { ...tooMany, images: tooMany.images.map(quantityOne) }),
  );
  const buyer = await openAccount(shop, 'ana@correo.cl');
  await keep('own order', buyer.call('/api/orders', { json: orderOf([c, d], reduced) }));
  await keep('own orders', buyer.call('/api/orders'));
  await keep('addresses', buyer.call('/api/orders/addresses'));
  await keep('all orders', ask('/orders'));
  await shop.close();
  return answers;
}

const quantityOne = <Image extends object>(image: Image) => ({ ...image, quantity: 1 });

test.each(databases)(
  'a shop with one pin answers on %s what it did before it knew of others',
  async (kind) => {
    const answers = await makeCalls(kind);
    if (process.env.TEST_RECORD === '1') {
      await writeFile(RECORD, `${JSON.stringify(answers, null, 2)}\n`);
    }
    const recorded: Record<string, Json> = JSON.parse(await readFile(RECORD, 'utf8'));
    expect(Object.keys(answers)).toEqual(Object.keys(recorded));
    // Delivery to the door is the default, which no response mentions.
    expect(JSON.stringify(answers)).not.toMatch(/"(way|branch|payShipping)"/);
    for (const [name, answer] of Object.entries(recorded)) {
      // Compared as text, because the order of the fields must stay, too.
      expect(JSON.stringify(withoutNew(answers[name] ?? null, answer), null, 2)).toBe(
        JSON.stringify(answer, null, 2),
      );
    }
  },
);
