import { beforeAll, describe, expect, test } from 'vitest';
import { buyerOrder } from '#contract/orders/orders.ts';
import { type Charge, type Cost, shippingCharge, withShipping } from '#domain/orders/pricing.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { databases, testOnAny, useCheckedAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';
import { changeOrder } from './order.ts';
import { firstToken } from './order-link.ts';

const URGENT = { kind: 'urgent', label: 'Urgente', amount: 3000 };
const REBATE = { kind: 'rebate', label: 'Rebaja por la espera', amount: -500 };
/** Of one pin to Chillán, with both charges. */
const TOTAL = 1700 + 2500 + 3000 - 500;

describe.each(databases)('charges on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let id: string;
  const adminShop = useCheckedAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });
  beforeAll(async () => {
    ({ id } = await adminShop.place());
    await charge(({ cost }) => withShipping({ ...cost, charges: [URGENT, REBATE] }, 2500));
  });

  const read = async (of = id) => detailed(await adminShop.ask(`/orders/${of}`));
  const charge = (change: (order: { cost: Cost }) => Cost, of = id) =>
    changeOrder(adminShop.shop.context, { id: of, by: null, version: null }, ({ cost }) => ({
      set: { cost: { ...change({ cost }), agreedTotal: cost.agreedTotal } },
      action: null,
      changes: [],
    }));

  async function readSlip() {
    const slip = await adminShop.fetchFile(`/slips?ids=${id}`);
    return (await readPdf(new Uint8Array(await slip.arrayBuffer()))).texts.join();
  }

  test('are in the answers of the owner and the buyer, with a total that agrees', async () => {
    const token = firstToken(adminShop.shop.context, id);
    const viewed = await adminShop.shop.call('/api/orders/view', { json: { token } });
    for (const order of [await read(), buyerOrder.parse(viewed.body.order)]) {
      expect(order).toMatchObject({ charges: [URGENT, REBATE], balance: TOTAL });
      expect(order.deliveryData.pricing).toMatchObject({
        ...{ shippingCost: 2500, charges: [URGENT, REBATE], totalAmount: TOTAL },
      });
    }
  });

  testAbove('are in the mails, on the slip without amounts, and in the spreadsheet', async () => {
    const mails = await writeMails(adminShop.shop);
    const own = mails.flatMap(({ text = '' }) => (text.includes(id) ? [text] : []));
    expect(own).toHaveLength(2);
    for (const text of own) {
      const lines = ['Urgente: $3.000', 'Rebaja por la espera: −$500', 'Total: $6.700'];
      for (const line of lines) expect(text).toContain(line);
    }

    const slip = await readSlip();
    expect(slip).toContain('Incluye: Urgente');
    expect(slip).not.toMatch(/Rebaja|3\.000/);

    const [line] = await adminShop.readCsv('/orders/export.csv');
    expect(line).toMatchObject({
      ...{ Subtotal: '1700', Descuento: '0', Envío: '2500', 'Otros cargos': '2500' },
      ...{ Total: String(TOTAL), Abonado: '0', Devuelto: '0', Saldo: String(TOTAL) },
      'Detalle de otros cargos': 'Urgente: $3.000, Rebaja por la espera: −$500',
    });
  });

  testAbove('stay when the shipping is priced anew', async () => {
    const { deliveryData } = await read();
    const { pricing: _, ...address } = deliveryData;
    const json = { ...address, region: 'XV', city: 'Arica', updateShippingCost: true };
    const { deliveryData: moved } = detailed(await adminShop.change(`${id}/address`, json));
    expect(moved.pricing).toMatchObject({ shippingCost: 4000, totalAmount: TOTAL + 1500 });
    expect(moved.pricing.charges).toEqual([URGENT, REBATE]);
  });

  testAbove('stay when the buyer of an order without pictures adds them', async () => {
    const { shop } = adminShop;
    const deliveryData = { ...makeOrder({ images: [] }).deliveryData, pricing: null };
    const { order, token } = await adminShop.open({ deliveryData });
    await charge(({ cost }) => withShipping({ ...cost, charges: [URGENT] }, 0), order.id);
    const [imageUrl] = await addPictures(shop.context, 1);
    const { images } = makeOrder({ images: [imageUrl ?? ''] });
    const json = { token, images };
    expect((await shop.call('/api/orders/pictures', { json })).status).toBe(200);
    const { charges, balance } = await read(order.id);
    expect([charges, balance]).toEqual([[URGENT], 1700 + 2500 + 3000]);
  });

  test('are rejected by the database if the total is not their sum', async () => {
    const before = await read();
    const wrong: ((cost: Cost) => Cost)[] = [
      (cost) => ({ ...cost, charges: [...cost.charges, URGENT] }),
      (cost) => ({ ...cost, charges: [] }),
      (cost) => ({ ...cost, totalAmount: cost.totalAmount + 1 }),
      (cost) => withShipping({ ...cost, charges: [{ ...URGENT, amount: 0.5 }] }, 4000),
      (cost) => withShipping({ ...cost, charges: [{ ...REBATE, amount: -9000 }] }, 4000),
    ];
    for (const change of wrong) {
      await expect(charge(({ cost }) => change(cost))).rejects.toThrow(/check|integer|bigint/i);
    }
    expect(await read()).toEqual(before);
  });

  testOnAny(kind).each<[string, readonly Partial<Charge>[]]>([
    ['a surcharge', [URGENT]],
    ['a rebate', [REBATE]],
    ['one without a kind', [{ label: 'Urgente', amount: 3000 }]],
    ['the shipping', [shippingCharge(2500)]],
  ])('that the shop does not offer are a changed price: %s', async (_what, charges) => {
    const images = await addPictures(adminShop.shop.context, 1);
    const body = makeOrder({ images });
    const { pricing } = body.deliveryData;
    for (const totalAmount of [pricing.totalAmount, pricing.totalAmount + 3000]) {
      const sent = { ...body.deliveryData, pricing: { ...pricing, charges, totalAmount } };
      for (const send of [adminShop.shop.placeOrder, openOrder]) {
        const answer = await send({ ...body, deliveryData: sent });
        expect([refused(answer), answer.body.pricing]).toEqual(['409 price_changed', pricing]);
      }
    }
  });

  testAbove('are not on the slip of a reprint, which has only its pins', async () => {
    await adminShop.change(`${id}/marks/dispatched`, {}, 'PUT');
    const reprint = { items: [{ n: 1, quantity: 1 }], reason: 'Rayado' };
    await adminShop.change(`${id}/reprints`, reprint, 'POST');
    const slip = await readSlip();
    expect(slip).toContain('Reimpresión');
    expect(slip).not.toContain('Incluye');
  });

  const openOrder = (json: object) => adminShop.ask('/orders', { method: 'POST', json });
});
