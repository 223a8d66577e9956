import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders.ts';
import { countRows, type Delivery, makeOrder } from '../../testing/orders.ts';
import { databases, openShop, type TestShop } from '../../testing/shop.ts';

type Images = CreateOrderBody['images'];

describe.each(databases)('a wrong order on %s', (kind) => {
  let shop: TestShop;
  let picture = '';
  let valid: CreateOrderBody;
  beforeAll(async () => {
    shop = await openShop(kind);
    [picture = ''] = await shop.uploadMany(1);
    valid = makeOrder({ images: [picture] });
  });
  afterAll(() => shop.close());

  /** Whatever was wrong, nothing was written. */
  afterEach(async () => {
    expect(Object.values(await countRows(shop.context))).toEqual([0, 0, 0, 0]);
  });

  async function expectRefusal(body: unknown, fields: Record<string, string>): Promise<void> {
    const answer = await shop.placeOrder(body);
    expect(answer.body).toEqual({
      success: false,
      code: 'validation_failed',
      message: [...new Set(Object.values(fields))].join('. '),
      fields,
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }

  const withDelivery = (change: Record<string, unknown>) => ({
    ...valid,
    deliveryData: { ...valid.deliveryData, ...change },
  });
  const withImage = (change: Record<string, unknown>) => ({
    ...valid,
    images: valid.images.map((image) => ({ ...image, ...change })),
  });

  test('an empty object names everything that is missing', async () => {
    await expectRefusal({}, { images: 'Falta este dato', deliveryData: 'Falta este dato' });
  });

  test.each([
    ['null', null],
    ['a list', []],
    ['a text', 'hola'],
    ['a number', 5],
    ['true', true],
  ])('%s instead of an object', async (_name, body) => {
    await expectRefusal(body, { body: 'Debe ser un objeto JSON' });
  });

  test('a guest who filled in nothing reads every message at once', async () => {
    const nothing = {
      fullName: ' ',
      phone: '',
      email: null,
      region: '',
      city: '',
      address: '\n',
    };
    await expectRefusal(withDelivery(nothing), {
      'deliveryData.fullName': 'El nombre del destinatario es obligatorio',
      'deliveryData.phone': 'El teléfono es obligatorio',
      'deliveryData.email': 'El email es obligatorio para recibir confirmación del pedido',
      'deliveryData.region': 'La región es obligatoria',
      'deliveryData.city': 'La ciudad es obligatoria',
      'deliveryData.address': 'La dirección es obligatoria',
    });
  });

  test('wrong types are named one by one', async () => {
    const types = { fullName: 5, phone: [], email: {}, region: true, city: null, address: 1 };
    await expectRefusal(
      withDelivery(types),
      Object.fromEntries(
        Object.keys(types).map((name) => [`deliveryData.${name}`, 'Debe ser un texto']),
      ),
    );
    await expectRefusal({ ...valid, images: {} }, { images: 'Debe ser una lista de imágenes' });
    await expectRefusal({ ...valid, images: ['x'] }, { 'images.0': 'Debe ser una imagen' });
    await expectRefusal(withDelivery({ pricing: 'gratis' }), {
      'deliveryData.pricing': 'Debe ser el detalle del precio',
    });
    await expectRefusal(withDelivery({ coordinates: 'aquí' }), {
      'deliveryData.coordinates': 'Debe ser un punto',
    });
  });

  test.each([0, 100, 1.5, -1, 1e308])('a quantity of %d', async (quantity) => {
    await expectRefusal(withImage({ quantity }), {
      'images.0.quantity': 'La cantidad debe ser un número entero entre 1 y 99',
    });
  });

  test.each(['3', null, [], true])('a quantity of %j is no number', async (quantity) => {
    await expectRefusal(withImage({ quantity }), { 'images.0.quantity': 'Debe ser un número' });
  });

  test('no picture', async () => {
    await expectRefusal({ ...valid, images: [] }, { images: 'Se requiere al menos una imagen' });
  });

  test('101 pictures', async () => {
    const images: Images = Array(101).fill(valid.images[0]);
    await expectRefusal(
      { ...valid, images },
      { images: 'Se aceptan hasta 100 imágenes por pedido' },
    );
  });

  test.each<[string, Partial<Record<keyof Delivery, unknown>>, string]>([
    ['an unknown region', { region: 'XX' }, 'La región no es válida'],
    ['a region named like a prototype', { region: '__proto__' }, 'La región no es válida'],
    ['a city of another region', { city: 'Arica' }, 'La ciudad no es de esa región'],
    ['a phone of letters', { phone: 'llámame' }, 'El teléfono debe ser válido (8-9 dígitos)'],
    ['a phone of 7 digits', { phone: '1234567' }, 'El teléfono debe ser válido (8-9 dígitos)'],
    ['an e-mail without a point', { email: 'a@b' }, 'El email debe tener un formato válido'],
    [
      'an e-mail of two people',
      { email: 'a@b.cl,c@d.cl' },
      'El email debe tener un formato válido',
    ],
    [
      'an e-mail with a header',
      { email: 'a@b.cl\r\nBcc: c@d.cl' },
      'El texto debe ir en una sola línea',
    ],
    ['an e-mail with a name', { email: 'Ana <a@b.cl>' }, 'El email debe tener un formato válido'],
    [
      'a latitude out of the world',
      { coordinates: { lat: 91, lng: 0 } },
      'El punto del mapa no es válido',
    ],
    [
      'a longitude out of the world',
      { coordinates: { lat: 0, lng: 1e308 } },
      'El punto del mapa no es válido',
    ],
    [
      '200 kB of notes',
      { notes: 'a'.repeat(200_000) },
      'El texto es demasiado largo (máximo 1000 caracteres)',
    ],
    [
      '1001 characters of notes',
      { notes: 'a'.repeat(1001) },
      'El texto es demasiado largo (máximo 1000 caracteres)',
    ],
    [
      'a name of 121 characters',
      { fullName: 'a'.repeat(121) },
      'El texto es demasiado largo (máximo 120 caracteres)',
    ],
    [
      'an address of 201 characters',
      { address: 'a'.repeat(201) },
      'El texto es demasiado largo (máximo 200 caracteres)',
    ],
    ['a null character', { fullName: 'Ana\u0000' }, 'El texto tiene caracteres no permitidos'],
    [
      'an escape character',
      { address: 'Calle \u001b[2J 1' },
      'El texto tiene caracteres no permitidos',
    ],
    ['half an emoji', { notes: '\ud83d' }, 'El texto tiene caracteres no permitidos'],
  ])('%s', async (_name, change, message) => {
    const [field = ''] = Object.keys(change);
    await expectRefusal(withDelivery(change), { [`deliveryData.${field}`]: message });
  });

  test.each(['fullName', 'phone', 'region', 'city', 'address'])(
    'a line break in %s, which could start a header of a mail',
    async (field) => {
      await expectRefusal(withDelivery({ [field]: 'Ana\r\nBcc: x@y.cl' }), {
        [`deliveryData.${field}`]: 'El texto debe ir en una sola línea',
      });
    },
  );

  test.each([
    [
      'a file name of 256 characters',
      { originalName: 'a'.repeat(256) },
      'El texto es demasiado largo (máximo 255 caracteres)',
    ],
    [
      'a file name with a null character',
      { originalName: 'a\u0000' },
      'El texto tiene caracteres no permitidos',
    ],
    [
      'a note on a picture of 1001 characters',
      { notes: 'a'.repeat(1001) },
      'El texto es demasiado largo (máximo 1000 caracteres)',
    ],
    ['a picture without its address', { imageUrl: undefined }, 'Falta este dato'],
  ])('%s', async (_name, change, message) => {
    const [field = ''] = Object.keys(change);
    await expectRefusal(withImage(change), { [`images.0.${field}`]: message });
  });

  test('figures that are no numbers', async () => {
    const { pricing } = valid.deliveryData;
    const body = withDelivery({
      pricing: { ...pricing, totalAmount: Number.NaN, imagesTotal: '1' },
    });
    await expectRefusal(body, {
      'deliveryData.pricing.imagesTotal': 'Debe ser un número',
      'deliveryData.pricing.totalAmount': 'Debe ser un número',
    });
    const raw = JSON.stringify(valid).replace(/"totalAmount":\d+/, '"totalAmount":1e999');
    const answer = await shop.call('/api/orders', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
  });

  test('no pricing', async () => {
    await expectRefusal(withDelivery({ pricing: undefined }), {
      'deliveryData.pricing': 'Falta este dato',
    });
  });

  test('everything wrong in all its parts is told in one answer', async () => {
    const body = { ...withDelivery({ phone: 'x', region: 7 }), images: [{ quantity: 0 }] };
    const { body: answer } = await shop.placeOrder(body);
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
    const answer = await shop.call('/api/orders', {
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
    const raw = JSON.stringify({ ...valid, images: [] }).replace(/^\{/, `{"deep":${deep},`);
    const answer = await shop.call('/api/orders', {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
  });

  test('2 MB of body: 413 in the frame', async () => {
    const answer = await shop.placeOrder(withDelivery({ notes: 'a'.repeat(2_000_000) }));
    expect([answer.status, answer.body.code]).toEqual([413, 'body_too_large']);
  });

  test.each([
    ['of nobody', `/files/${'A'.repeat(24)}.webp`],
    ['with a host', 'http://127.0.0.1/files/AAAAAAAAAAAAAAAAAAAAAAAA.webp'],
    ['with nothing', ''],
    ['with a query', `/files/${'A'.repeat(24)}.webp?x=1`],
  ])('a picture %s is none of ours: 400', async (_name, imageUrl) => {
    const answer = await shop.placeOrder(makeOrder({ images: [picture, imageUrl] }));
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      code: 'image_not_found',
      message: 'Una imagen ya no está disponible: vuelve a subirla',
      fields: { 'images.1.imageUrl': 'Esta imagen ya no está disponible' },
    });
  });

  test('the thumbnail of a picture is no picture', async () => {
    const thumbnail = picture.replace('.webp', '-mini.webp');
    const answer = await shop.placeOrder(makeOrder({ images: [thumbnail] }));
    expect([answer.status, answer.body.code]).toEqual([400, 'image_not_found']);
  });

  test('the same picture twice in one order: 409 naming the second', async () => {
    const answer = await shop.placeOrder(makeOrder({ images: [picture, picture] }));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'image_already_ordered',
      fields: { 'images.1.imageUrl': 'Esta imagen ya es parte de un pedido' },
    });
    expect(answer.body.fields).not.toHaveProperty(['images.0.imageUrl']);
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
  ] as const)('a price tampered with in %s: 409 with the right one', async (figure) => {
    const { pricing } = valid.deliveryData;
    for (const wrong of [pricing[figure] - 1, -1, 0.5, 1e308]) {
      const answer = await shop.placeOrder(
        withDelivery({ pricing: { ...pricing, [figure]: wrong } }),
      );
      expect(answer.status).toBe(409);
      expect(answer.body).toEqual({
        success: false,
        code: 'price_changed',
        message: 'El precio cambió. Revisa el nuevo total antes de confirmar',
        pricing,
      });
    }
  });
});
