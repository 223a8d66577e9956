import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { countRows, makeOrder } from '#server/testing/orders.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('a wrong order on %s', (kind) => {
  let picture = '';
  let valid: CreateOrderBody;
  const shop = useShop(kind);
  beforeAll(async () => {
    [picture = ''] = await shop.uploadMany(1);
    valid = makeOrder({ images: [picture] });
  });
  afterEach(async () => {
    expect(Object.values(await countRows(shop.context))).toEqual([0, 0, 0, 0]);
  });

  const sendRaw = (raw: string | Uint8Array) =>
    shop.call('/api/orders', {
      method: 'POST',
      raw,
      headers: { 'content-type': 'application/json' },
    });

  test('is told everything that is wrong in all its parts in one answer', async () => {
    const delivery = { ...valid.deliveryData, email: null, phone: 'x', region: 7 };
    const images = [{ quantity: 0, text: { ...FIRST_STYLE, value: '😀' } }];
    const { status, headers, body } = await shop.placeOrder({ images, deliveryData: delivery });
    const fields = {
      'images.0.imageUrl': 'Falta este dato',
      'images.0.originalName': 'Falta este dato',
      'images.0.quantity': 'La cantidad debe ser un número entero entre 1 y 99',
      'images.0.text.value': 'No tenemos letras para esto: 😀',
      'deliveryData.phone': 'El teléfono debe ser válido (8-9 dígitos)',
      'deliveryData.email': 'El email es obligatorio para recibir confirmación del pedido',
      'deliveryData.region': 'Debe ser un texto',
    };
    const message = [...new Set(Object.values(fields))].join('. ');
    expect(body).toEqual({ ...{ success: false, code: 'validation_failed', message }, fields });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
  });

  test.each([
    ['__proto__ as a name', '{"__proto__":{"isAdmin":true},"images":[]}'],
    ['a constructor with a prototype', '{"constructor":{"prototype":{"x":1}}}'],
    ['broken JSON', '{"images":['],
    ['an empty body', ''],
    ['a hundred thousand lists in each other', '['.repeat(100_000)],
    ['text that is no UTF-8 and no JSON', new Uint8Array([0xff, 0xfe, 0x00])],
  ])('of %s: 400 in the frame', async (_name, raw) => {
    const { status, body } = await sendRaw(raw);
    expect([status, body.success]).toEqual([400, false]);
    expect(JSON.stringify(body)).not.toMatch(/\bat \w|node_modules|\.ts\b/);
  });

  test('of lists nested in an unknown field does no harm', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const raw = JSON.stringify({ ...valid, images: [] }).replace(/^\{/, `{"deep":${deep},`);
    const { status, body } = await sendRaw(raw);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  test.each([
    ['of nobody', `/files/${'A'.repeat(24)}.webp`],
    ['with a host', 'http://127.0.0.1/files/AAAAAAAAAAAAAAAAAAAAAAAA.webp'],
    ['with nothing', ''],
    ['with a query', `/files/${'A'.repeat(24)}.webp?x=1`],
  ])('of a picture %s, which is none of ours: 400', async (_name, imageUrl) => {
    const { status, body } = await shop.placeOrder(makeOrder({ images: [picture, imageUrl] }));
    expect([status, body]).toEqual([
      400,
      {
        success: false,
        code: 'image_not_found',
        message: 'Una imagen ya no está disponible: vuelve a subirla',
        fields: { 'images.1.imageUrl': 'Esta imagen ya no está disponible' },
      },
    ]);
  });

  test('of the thumbnail of a picture, which is no picture: 400', async () => {
    const images = [picture.replace('.webp', '-mini.webp')];
    const { status, body } = await shop.placeOrder(makeOrder({ images }));
    expect([status, body.code]).toEqual([400, 'image_not_found']);
  });

  test('of the same picture twice: 409 naming the second', async () => {
    const { status, body } = await shop.placeOrder(makeOrder({ images: [picture, picture] }));
    expect([status, body.code, body.fields]).toEqual([
      409,
      'image_already_ordered',
      { 'images.1.imageUrl': 'Esta imagen ya es parte de un pedido' },
    ]);
  });

  test.each([
    'imagesCount',
    'uniqueImages',
    'pricePerImage',
    'imagesTotal',
    'discountAmount',
    'subtotalAfterDiscount',
    'shippingCost',
    'totalAmount',
  ] as const)('with a price tampered with in %s: 409 with the right one', async (figure) => {
    const { pricing } = valid.deliveryData;
    for (const wrong of [pricing[figure] - 1, -1, 0.5, 1e308]) {
      const deliveryData = { ...valid.deliveryData, pricing: { ...pricing, [figure]: wrong } };
      const { status, body } = await shop.placeOrder({ ...valid, deliveryData });
      expect([status, body]).toEqual([
        409,
        {
          success: false,
          code: 'price_changed',
          message: 'El precio cambió. Revisa el nuevo total antes de confirmar',
          pricing,
        },
      ]);
    }
  });

  test('with a figure that JSON cannot hold: 400', async () => {
    const raw = JSON.stringify(valid).replace(/"totalAmount":\d+/, '"totalAmount":1e999');
    expect((await sendRaw(raw)).status).toBe(400);
  });
});
