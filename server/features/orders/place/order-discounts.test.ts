import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { priceByDefault } from '#contract/testing/price-by-default.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('an order with a discount code on %s', (kind) => {
  let now = Date.now();
  const shop = useShop(kind, { context: { clock: () => now } });

  async function orderWith(discount: Discount, quantity = 2): Promise<CreateOrderBody> {
    const [imageUrl = ''] = await addPictures(shop.context, 1);
    return makeOrder({ images: [{ imageUrl, quantity }], discount });
  }

  const uses = async (code: string) =>
    (await findRow(shop.context, 'discount_codes', { code })).current_uses;

  test.each([
    ['PORCENTAJE', 'percentage', 1500, 510],
    ['TODO', 'percentage', 10_000, 3400],
    ['MEDIO', 'percentage', 1250, 425],
    ['CENTAVOS', 'fixed', 9950, 100],
  ] as const)('%s (%s of %i hundredths) takes off %i', async (code, type, hundredths, off) => {
    const discount = await addCode(shop.context, code, { type, value_hundredths: hundredths });
    const { pricing } = placed(await shop.placeOrder(await orderWith(discount))).deliveryData;
    expect(pricing).toEqual({
      imagesCount: 2,
      uniqueImages: 1,
      pricePerImage: 1700,
      imagesTotal: 3400,
      discountCode: code,
      discountAmount: off,
      subtotalAfterDiscount: 3400 - off,
      shippingCost: 2500,
      totalAmount: 3400 - off + 2500,
    });
    expect(await uses(code)).toBe(1);
  });

  test.each([
    ['AÑO2026', '  año2026 '],
    ['PAN10', 'pan 10'],
  ])('knows the code %s typed as "%s"', async (code, typed) => {
    const body = await orderWith(await addCode(shop.context, code));
    body.deliveryData.pricing.discountCode = typed;
    const order = placed(await shop.placeOrder(body));
    expect(order.deliveryData.pricing.discountCode).toBe(code);
    expect(await uses(code)).toBe(1);
  });

  test.each(['', '   ', null])('takes %j for no code', async (discountCode) => {
    const body = makeOrder({ images: await addPictures(shop.context, 1) });
    body.deliveryData.pricing.discountCode = discountCode;
    const order = placed(await shop.placeOrder(body));
    expect(order.deliveryData.pricing).not.toHaveProperty('discountCode');
  });

  test.each([
    ['that nobody made', 'NADIE', null, 'El código de descuento no existe'],
    ['switched off', 'APAGADO', { is_active: 0 }, 'El código de descuento no está activo'],
    [
      'for one use, used',
      'UNICO',
      { multiple_use: 0, current_uses: 1 },
      'El código de descuento ya no tiene usos disponibles',
    ],
  ] as const)('%s is refused, with the price without it', async (_name, code, terms, message) => {
    const discount: Discount = terms
      ? await addCode(shop.context, code, terms)
      : { code, name: code, type: 'percentage', value: 10 };
    const before = terms ? await uses(code) : 0;
    const body = await orderWith(discount);
    const answer = await shop.placeOrder(body);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      success: false,
      code: 'discount_unavailable',
      message,
      pricing: priceByDefault({ images: [{ quantity: 2 }], city: 'Chillán' }),
    });
    if (terms) expect(await uses(code)).toBe(before);

    const { discountCode: _, ...pricing } = priceByDefault({
      images: [{ quantity: 2 }],
      city: 'Chillán',
    });
    body.deliveryData.pricing = pricing;
    placed(await shop.placeOrder(body));
  });

  test('a code that expires in between is refused from that millisecond on', async () => {
    const discount = await addCode(shop.context, 'HASTA', { expires_at: now + 1 });
    placed(await shop.placeOrder(await orderWith(discount)));
    const late = await orderWith(discount);
    now += 1;
    expect((await shop.placeOrder(late)).body).toMatchObject({
      code: 'discount_unavailable',
      message: 'El código de descuento está vencido',
    });
    expect(await uses('HASTA')).toBe(1);
  });

  test('an unusable code is told before a wrong price', async () => {
    const body = await orderWith({ code: 'NADA', name: '', type: 'fixed', value: 5 });
    body.deliveryData.pricing.totalAmount = 1;
    expect((await shop.placeOrder(body)).body).toMatchObject({ code: 'discount_unavailable' });
  });

  test('a wrong price gives the use back and tells the price with the code', async () => {
    const discount = await addCode(shop.context, 'DEVUELTO', { multiple_use: 0 });
    const body = await orderWith(discount);
    const right = body.deliveryData.pricing;
    body.deliveryData.pricing = { ...right, totalAmount: right.totalAmount - 1 };
    const answer = await shop.placeOrder(body);
    expect([answer.status, answer.body.code, answer.body.pricing]).toEqual([
      409,
      'price_changed',
      right,
    ]);
    expect(await uses('DEVUELTO')).toBe(0);
    body.deliveryData.pricing = right;
    placed(await shop.placeOrder(body));
    expect(await uses('DEVUELTO')).toBe(1);
  });

  test('a discount without its code is a wrong price', async () => {
    const discount = await addCode(shop.context, 'CALLADO');
    const body = await orderWith(discount);
    const { discountCode: _, ...pricing } = body.deliveryData.pricing;
    body.deliveryData.pricing = pricing;
    expect((await shop.placeOrder(body)).body).toMatchObject({ code: 'price_changed' });
    expect(await uses('CALLADO')).toBe(0);
  });
});
