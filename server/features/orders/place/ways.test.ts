import { describe, expect, test } from 'vitest';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { NO_FURTHER_WAYS } from '#domain/delivery/ways.ts';
import { DEFAULT_COURIERS } from '#domain/production/couriers.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const WAYS = {
  ...NO_FURTHER_WAYS,
  ...{ branch: true, branchPrice: 3100, pickup: true, pickupPrice: 0 },
  ...{ pickupPlace: 'Arauco 5, Chillán', pickupHours: '10 a 18 h', payOnArrival: true },
};
const OFFICE = {
  way: 'branch',
  courier: 'Starken',
  branch: 'Chillán Centro',
  address: '',
} as const;
const PICKUP = { way: 'pickup', region: '', city: '', address: '' } as const;
const NO_OFFICE = { courier: null, branch: null, payShipping: 'now' };
const COST = {
  ...{ imagesCount: 1, uniqueImages: 1, pricePerImage: 1700, imagesTotal: 1700 },
  ...{ discountAmount: 0, subtotalAfterDiscount: 1700 },
};
const pricing = (shippingCost: number) => ({
  ...COST,
  ...{ shippingCost, totalAmount: 1700 + shippingCost },
});

describe.each(anyDatabase)('ways of delivery on %s', (kind) => {
  const admin = useAdminShop(kind);

  async function order(delivery: object, shipping: number) {
    const images = await addPictures(admin.shop.context, 1);
    return admin.shop.placeOrder(
      makeOrder({ images, delivery: { ...delivery, pricing: pricing(shipping) } }),
    );
  }

  test('are none in a new shop, which says nothing of them and takes none', async () => {
    const { ways } = (await admin.shop.call('/api/config')).body;
    expect(ways).toEqual({ home: true, payOnArrival: false });
    for (const [delivery, field] of [
      [PICKUP, 'way'],
      [OFFICE, 'way'],
      [{ payShipping: 'onArrival' }, 'payShipping'],
    ] as const) {
      const { status, body } = await order(delivery, 0);
      expect([status, body.code]).toEqual([409, 'delivery_unavailable']);
      expect(Object.keys(body.fields as object)).toEqual([`deliveryData.${field}`]);
    }
  });

  test('have prices of their own, once they are on offer', async () => {
    await admin.saveSettings('ways', WAYS);
    expect((await admin.shop.call('/api/config')).body.ways).toEqual({
      home: true,
      branch: { price: 3100, couriers: DEFAULT_COURIERS.map(({ name }) => name), branches: [] },
      pickup: { price: 0, place: WAYS.pickupPlace, hours: WAYS.pickupHours },
      payOnArrival: true,
    });
    for (const [delivery, shipping] of [
      [OFFICE, 3100],
      [PICKUP, 0],
      [{}, 2500],
      [{ payShipping: 'onArrival' }, 0],
      [{ ...OFFICE, payShipping: 'onArrival' }, 0],
    ] as const) {
      const { deliveryData } = placed(await order(delivery, shipping));
      expect(deliveryData).toMatchObject({ ...delivery, pricing: pricing(shipping) });
      const { status, body } = await order(delivery, shipping + 1);
      expect([status, body.code]).toEqual([409, 'price_changed']);
    }
    const unknown = await order({ ...OFFICE, courier: 'Don Pepe' }, 3100);
    expect([unknown.status, unknown.body.code]).toEqual([409, 'delivery_unavailable']);
  });

  test('tell who picks up where and when, and count apart from every region', async () => {
    const answer = await order(PICKUP, 0);
    const { pickup, deliveryData } = placed(answer);
    expect(pickup).toEqual({ place: WAYS.pickupPlace, hours: WAYS.pickupHours });
    expect(deliveryData).toMatchObject({ region: '', city: '', address: '', coordinates: null });
    const { regions } = (await admin.ask('/orders/sales?by=week&last=2')).body as {
      regions: { region: string }[];
    };
    expect(regions.map(({ region }) => region)).toContain('Retiro');
  });

  test('lead a pick-up to ready and handed over, each with its mail, and to no courier', async () => {
    const answer = await order(PICKUP, 0);
    const { id } = placed(answer);
    const json = { paidAt: '2026-03-09', how: 'Transferencia' };
    await admin.change(`${id}/payment`, json);
    const mark = (name: string, method: string, sent?: object) =>
      admin.ask(`/orders/${id}/marks/${name}`, { method, ...(sent ? { json: sent } : {}) });
    const look = async () => {
      const { body: today } = await admin.ask('/today');
      const { body: board } = await admin.ask('/workshop?limit=100');
      const rows = [today.late, board.orders].map((all) =>
        (all as { id: string; deliveryData?: object }[]).find((row) => row.id === id),
      );
      const jobs = await admin.shop.context.db.queries
        .selectFrom('jobs')
        .select('kind')
        .where('payload', 'like', `%${id}%`)
        .where('kind', 'in', ['mail.order_ready', 'mail.order_status'])
        .execute();
      return { rows, mails: jobs.map(({ kind }) => kind).sort() };
    };
    const late = await look();
    expect(late.rows).toEqual(
      Array(2).fill(expect.objectContaining({ deliveryData: { ...NO_OFFICE, way: 'pickup' } })),
    );
    await mark('printed', 'PUT', {});
    const parcel = { courier: 'Starken', tracking: '1' };
    const ready = detailed(await mark('packed', 'PUT', {}));
    expect(ready.progress.steps.map(({ step, isDone }) => [step, isDone]).slice(-2)).toEqual([
      ['ready', true],
      ['dispatched', false],
    ]);
    const waiting = await look();
    expect(waiting.rows[0]).toBeUndefined();
    expect(waiting.rows[1]).toMatchObject({ waitsFor: 'dispatch' });
    expect(waiting.mails).toEqual(['mail.order_ready']);
    const gone = detailed(await mark('dispatched', 'PUT', parcel));
    expect(gone).toMatchObject({
      status: 'completed',
      shipping: { courier: null, trackingNumber: null },
    });
    expect((await look()).mails).toEqual(['mail.order_ready', 'mail.order_status']);

    // Its buyer reads the same of a reprint.
    const again = { items: [{ n: 1, quantity: 1 }], reason: 'Se despintó' };
    expect((await admin.change(`${id}/reprints`, again, 'POST')).status).toBe(201);
    const readyOf = async () => {
      const { token } = answer.body;
      const { body } = await admin.shop.call('/api/orders/view', { json: { token } });
      const { pickup, reprint } = body.order as BuyerOrder;
      return [pickup?.place, reprint?.isReady];
    };
    const seen = [await readyOf()];
    for (const name of ['printed', 'packed', 'dispatched']) {
      await mark(name, 'PUT', {});
      seen.push(await readyOf());
    }
    const { pickupPlace } = WAYS;
    expect(seen).toEqual([false, false, true, false].map((isReady) => [pickupPlace, isReady]));
  });

  test('follow a correction, and its price when told to', async () => {
    const { id } = placed(await order(PICKUP, 0));
    const { notes: _, ...sample } = sampleDelivery;
    const json = { ...sample, ...OFFICE, updateShippingCost: true };
    const changed = detailed(await admin.change(`${id}/address`, json));
    expect(changed.deliveryData).toMatchObject({ ...OFFICE, pricing: pricing(3100) });
  });

  test("an own courier's parcel is tracked on its page", async () => {
    await admin.saveSettings('couriers', {
      couriers: [{ name: 'Pullman', page: 'https://go.cl/?n={tracking}' }],
    });
    const answer = await order({}, 2500);
    const { id } = placed(answer);
    const json = { courier: 'Pullman', trackingNumber: 'A/1' };
    await admin.change(`${id}/shipping`, json);
    const { token } = answer.body;
    const { body } = await admin.shop.call('/api/orders/view', { json: { token } });
    expect(body.order).toMatchObject({
      parcel: { courier: 'Pullman', tracking: 'A/1', trackingUrl: 'https://go.cl/?n=A%2F1' },
    });
  });
});
