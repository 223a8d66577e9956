import { describe, expect, test } from 'vitest';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import type { UploadAnswer } from '#contract/uploads/uploads.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import { uploaded } from '#server/testing/client.ts';
import { countRows, makeOrder, placed } from '#server/testing/orders.ts';
import { makeJpeg, makePng, makeWebp } from '#server/testing/pictures.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';

const PLACED =
  '¡Pedido creado exitosamente! Te contactaremos pronto para coordinar el pago y envío.';

describe.each(databases)('an order on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const shop = useShop(kind);

  test('of three formats is stored whole and answered whole', async () => {
    const pictures = [await makeJpeg(), await makePng(), await makeWebp()];
    const uploads: UploadAnswer[] = [];
    for (const picture of pictures) uploads.push(uploaded(await shop.upload(picture)));
    const [first, second, third] = uploads.map(({ imageUrl }) => imageUrl);
    const answer = await shop.placeOrder(
      makeOrder({
        images: [
          { imageUrl: first ?? '', originalName: 'gato.jpg', quantity: 2, notes: 'Sin fondo' },
          { imageUrl: second ?? '', originalName: 'club.png', quantity: 99 },
          { imageUrl: third ?? '', originalName: 'mar.webp', quantity: 1, notes: '' },
        ],
        delivery: { coordinates: { lat: -36.606_63, lng: -72.103_4 } },
      }),
    );
    const order = placed(answer);
    expect(answer.body).toMatchObject({ success: true, message: PLACED });
    expect(order.id).toMatch(/^[2-9A-HJKMNP-TW-Z]{5}-[2-9A-HJKMNP-TW-Z]{5}$/);
    expect(Math.abs(Date.parse(order.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(order).toEqual({
      ...sampleBuyerOrder,
      id: order.id,
      createdAt: order.createdAt,
      progress: order.progress,
      arrival: order.arrival,
      balance: 175_900,
      amountDue: 175_900,
      images: [first, second, third],
      items: [
        { ...shown(0), originalName: 'gato.jpg', quantity: 2, notes: 'Sin fondo' },
        { ...shown(1), originalName: 'club.png', quantity: 99, notes: null },
        { ...shown(2), originalName: 'mar.webp', quantity: 1, notes: null },
      ],
      userEmail: 'rosa@correo.cl',
      deliveryData: {
        ...namedSample,
        coordinates: { lat: -36.606_63, lng: -72.103_4 },
        pricing: {
          imagesCount: 102,
          uniqueImages: 3,
          pricePerImage: 1700,
          imagesTotal: 173_400,
          discountAmount: 0,
          subtotalAfterDiscount: 173_400,
          shippingCost: 2500,
          totalAmount: 175_900,
        },
      },
    });

    function shown(at: number) {
      const { success: _, width: __, height: ___, ...picture } = uploads[at] ?? {};
      return {
        ...picture,
        press: DEFAULT_PRESS,
        product: { id: 'pin', name: 'Pin' },
        finish: null,
        unitPrice: 1700,
      };
    }
  });

  testAbove.each([
    ['emoji', '🦊 Ana 👩‍👩‍👧‍👦'],
    ['right to left', 'محمد بن سلمان \u200f'.trim()],
    ['Hebrew', 'שָׁלוֹם'],
    ['apostrophes and markup', `O'Higgins "<b>" & \\ %s $1 -- ;`],
    ['composed and decomposed accents', 'José Jose\u0301'],
    ['120 letters', 'ñ'.repeat(120)],
  ])('keeps a name with %s as it is', async (_name, fullName) => {
    const delivery = { fullName, notes: `${fullName}\n\t${fullName}`, address: fullName };
    const [imageUrl = ''] = await shop.uploadMany(1);
    const body = makeOrder({ images: [{ imageUrl, originalName: fullName }], delivery });
    const order = placed(await shop.placeOrder(body));
    expect(order.deliveryData).toMatchObject(delivery);
    expect(order.items[0]?.originalName).toBe(fullName);
  });

  test('is no orphan: one row, its items, and the pictures as taken', async () => {
    const before = await countRows(shop.context);
    const images = await shop.uploadMany(3);
    placed(await shop.placeOrder(makeOrder({ images })));
    const after = await countRows(shop.context);
    expect((after.orders ?? 0) - (before.orders ?? 0)).toBe(1);
    expect((after.order_items ?? 0) - (before.order_items ?? 0)).toBe(3);
    const taken = await shop.context.db.queries
      .selectFrom('uploads')
      .select('source')
      .where('claimed_at', 'is not', null)
      .where('source', 'is not', null)
      .execute();
    expect(taken).toEqual([]);
  });
});
