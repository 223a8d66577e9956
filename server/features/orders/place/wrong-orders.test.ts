import { describe, expect, test } from 'vitest';
import { createOrder } from '#contract/orders/orders.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { takeWrongOrders } from '#server/testing/wrong-orders.ts';

describe.each(anyDatabase)('a wrong order on %s', (kind) => {
  const adminShop = takeWrongOrders(kind);

  test('an empty object names everything that is missing', async () => {
    await adminShop.expectRefusal(
      {},
      { images: 'Falta este dato', deliveryData: 'Falta este dato' },
    );
  });

  test.each([
    ['null', null],
    ['a list', []],
    ['a text', 'hola'],
    ['a number', 5],
    ['true', true],
  ])('%s instead of an object', async (_name, body) => {
    await adminShop.expectRefusal(body, { body: 'Debe ser un objeto JSON' });
  });

  test('wrong types are named one by one', async () => {
    const types = { fullName: 5, phone: [], email: {}, region: true, city: null, address: 1 };
    await adminShop.expectRefusal(
      adminShop.withDelivery(types),
      Object.fromEntries(
        Object.keys(types).map((name) => [`deliveryData.${name}`, 'Debe ser un texto']),
      ),
    );
    await adminShop.expectRefusal(
      { ...adminShop.valid, images: {} },
      { images: 'Debe ser una lista de imágenes' },
    );
    await adminShop.expectRefusal(
      { ...adminShop.valid, images: ['x'] },
      { 'images.0': 'Debe ser una imagen' },
    );
    await adminShop.expectRefusal(adminShop.withDelivery({ pricing: 'gratis' }), {
      'deliveryData.pricing': 'Debe ser el detalle del precio',
    });
    await adminShop.expectRefusal(adminShop.withDelivery({ coordinates: 'aquí' }), {
      'deliveryData.coordinates': 'Debe ser un punto',
    });
  });

  test('everything wrong in all its parts is told in one answer', async () => {
    const body = {
      ...adminShop.withDelivery({ phone: 'x', region: 7 }),
      images: [{ quantity: 0 }],
    };
    const { body: answer } = await adminShop.shop.placeOrder(body);
    expect(Object.keys(answer.fields ?? {}).sort()).toEqual([
      'deliveryData.phone',
      'deliveryData.region',
      'images.0.imageUrl',
      'images.0.originalName',
      'images.0.quantity',
    ]);
  });

  test.each([
    ['__proto__ as a name', '{"__proto__":{"isAdmin":true},"images":[]}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"x":1}}}'],
    ['broken JSON', '{"images":['],
    ['an empty body', ''],
    ['a hundred thousand lists in each other', '['.repeat(100_000)],
    ['text that is no UTF-8 and no JSON', new Uint8Array([0xff, 0xfe, 0x00])],
  ])('%s: 400 in the frame', async (_name, raw) => {
    const answer = await adminShop.shop.call('/api/orders', {
      method: 'POST',
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
    expect(JSON.stringify(answer.body)).not.toMatch(/\bat \w|node_modules|\.ts\b/);
  });

  test('lists nested in an unknown field do no harm', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const raw = JSON.stringify({ ...adminShop.valid, images: [] }).replace(
      /^\{/,
      `{"deep":${deep},`,
    );
    const answer = await adminShop.shop.call('/api/orders', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  test('a body beyond the largest order: 413 in the frame', async () => {
    const answer = await adminShop.shop.placeOrder(
      adminShop.withDelivery({ notes: 'a'.repeat(createOrder.maxBodyBytes) }),
    );
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
  });
});
