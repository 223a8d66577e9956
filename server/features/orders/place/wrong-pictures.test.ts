import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { databases } from '#server/testing/shop.ts';
import { takeWrongOrders } from '#server/testing/wrong-orders.ts';

type Images = CreateOrderBody['images'];

describe.each(databases)('an order of wrong pictures on %s', (kind) => {
  const adminShop = takeWrongOrders(kind);

  test.each([0, 100, 1.5, -1, 1e308])('a quantity of %d', async (quantity) => {
    await adminShop.expectRefusal(adminShop.withImage({ quantity }), {
      'images.0.quantity': 'La cantidad debe ser un número entero entre 1 y 99',
    });
  });

  test.each(['3', null, [], true])('a quantity of %j is no number', async (quantity) => {
    await adminShop.expectRefusal(adminShop.withImage({ quantity }), {
      'images.0.quantity': 'Debe ser un número',
    });
  });

  test('no picture', async () => {
    await adminShop.expectRefusal(
      { ...adminShop.valid, images: [] },
      { images: 'Se requiere al menos una imagen' },
    );
  });

  test('101 pictures', async () => {
    const images: Images = Array(101).fill(adminShop.valid.images[0]);
    await adminShop.expectRefusal(
      { ...adminShop.valid, images },
      { images: 'Se aceptan hasta 100 imágenes por pedido' },
    );
  });

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
    await adminShop.expectRefusal(adminShop.withImage(change), { [`images.0.${field}`]: message });
  });

  test.each([
    ['of nobody', `/files/${'A'.repeat(24)}.webp`],
    ['with a host', 'http://127.0.0.1/files/AAAAAAAAAAAAAAAAAAAAAAAA.webp'],
    ['with nothing', ''],
    ['with a query', `/files/${'A'.repeat(24)}.webp?x=1`],
  ])('a picture %s is none of ours: 400', async (_name, imageUrl) => {
    const answer = await adminShop.shop.placeOrder(
      makeOrder({ images: [adminShop.picture, imageUrl] }),
    );
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      success: false,
      code: 'image_not_found',
      message: 'Una imagen ya no está disponible: vuelve a subirla',
      fields: { 'images.1.imageUrl': 'Esta imagen ya no está disponible' },
    });
  });

  test('the thumbnail of a picture is no picture', async () => {
    const thumbnail = adminShop.picture.replace('.webp', '-mini.webp');
    const answer = await adminShop.shop.placeOrder(makeOrder({ images: [thumbnail] }));
    expect([answer.status, answer.body.code]).toEqual([400, 'image_not_found']);
  });

  test('the same picture twice in one order: 409 naming the second', async () => {
    const answer = await adminShop.shop.placeOrder(
      makeOrder({ images: [adminShop.picture, adminShop.picture] }),
    );
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: 'image_already_ordered',
      fields: { 'images.1.imageUrl': 'Esta imagen ya es parte de un pedido' },
    });
    expect(answer.body.fields).not.toHaveProperty(['images.0.imageUrl']);
  });
});
