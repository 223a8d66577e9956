import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import type { Crop } from '#domain/pins/crops.ts';
import { findOrderEvenDeleted } from '#server/features/orders/order.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { presentAdminOrder, presentOrder } from '#server/features/orders/present-order.ts';
import { addPerson } from '#server/testing/accounts.ts';
import { uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makePhonePhoto, makePng } from '#server/testing/pictures.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';
import { placeOrder } from './place-order.ts';

const CROP: Crop = { x: 1 / 3, y: 0.2, diameter: 0.7, rotation: -12.5, background: '#1a2B3c' };
const PRESS = { faceMm: 58, cutMm: 70, safeMm: 51 };

const NOW = Date.now();

describe.each(anyDatabase)('the crops of an order on %s', (kind) => {
  const shop = useShop(kind);

  const cropsOf = ({ items }: Order) => items.map(({ crop }) => crop);

  async function stored(id: string) {
    const order = await findOrderEvenDeleted(shop.context.db.queries, id);
    if (!order) throw new Error(`no order ${id}`);
    return order;
  }

  test('are those that were sent, or where each upload starts', async () => {
    const { imageUrl, crop: start } = uploaded(await shop.upload(await makePhonePhoto()));
    const [second = '', third = ''] = await shop.uploadMany(2);
    const { crop: _, ...bare } = makeOrder({ images: [imageUrl] }).images[0] ?? {};
    const body = makeOrder({ images: [imageUrl, second, { imageUrl: third, crop: CROP }] });
    const order = placed(
      await shop.placeOrder({ ...body, images: [bare, ...body.images.slice(1)] }),
    );
    expect(start).toMatchObject({ x: 0.5, diameter: 1, rotation: 0, background: null });
    expect(order.items[0]?.crop).toEqual(start);
    expect(order.items[1]?.crop).not.toBeNull();
    expect(order.items[2]?.crop).toEqual(CROP);
    expect(order.items.map(({ press }) => press)).toEqual([PRESS, PRESS, PRESS]);
  });

  test('are shown alike to the buyer, the shop and the holder of the mail', async () => {
    const [imageUrl = ''] = await shop.uploadMany(1);
    const order = placed(await shop.placeOrder(makeOrder({ images: [{ imageUrl, crop: CROP }] })));
    const token = firstToken(shop.context, order.id);
    const mailed = await shop.call('/api/orders/view', { json: { token } });
    expect(mailed.body).toMatchObject({ order: { items: [{ crop: CROP, press: PRESS }] } });
    const row = await stored(order.id);
    for (const shown of [
      presentOrder(row, NOW),
      presentAdminOrder(row, { config: { payments: null }, clock: () => NOW }),
    ]) {
      expect(shown.items).toEqual(order.items);
    }
  });

  test('stay when the same pictures are ordered again, or take others', async () => {
    const buyer = await addPerson(shop.context, 'rosa');
    const { imageUrl, crop: start } = uploaded(await shop.upload(await makePng()));
    const order = async (crop: Crop | null) => {
      const body = makeOrder({ images: [{ imageUrl, crop }] });
      const request = { body, buyer, key: null, address: '127.0.0.1' };
      return (await placeOrder(shop.context, request)).order;
    };
    const first = await order(CROP);
    const again = await order({ ...CROP, x: 1 });
    const started = await order(null);
    expect(cropsOf(presentOrder(await stored(first.id), NOW))).toEqual([CROP]);
    expect(cropsOf(again)).toEqual([{ ...CROP, x: 1 }]);
    expect(cropsOf(started)).toEqual([start]);
  });

  test('keep their press when the shop gets another', async () => {
    const [first = '', second = ''] = await shop.uploadMany(2);
    const { id } = placed(await shop.placeOrder(makeOrder({ images: [first] })));
    await shop.restart({ env: { PIN_FACE_MM: '44', PIN_CUT_MM: '54.5', PIN_SAFE_MM: '38' } });
    const config = await shop.call('/api/config');
    const press = { faceMm: 44, cutMm: 54.5, safeMm: 38 };
    expect(config.body).toMatchObject({ press });
    const later = placed(await shop.placeOrder(makeOrder({ images: [second] })));
    expect(later.items[0]?.press).toEqual(press);
    expect(presentOrder(await stored(id), NOW).items[0]?.press).toEqual(PRESS);
  });
});
