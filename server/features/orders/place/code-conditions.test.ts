import { describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

const USED = 'Ya usaste este código de descuento: vale una vez por persona';

describe.each(databases)("a code's conditions on %s", (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let now = Date.now();
  const adminShop = useAdminShop(kind, { clock: () => now });

  async function orderOf(
    discount: Discount,
    { email, quantity = 1 }: { email?: string | null; quantity?: number } = {},
  ): Promise<CreateOrderBody> {
    const [imageUrl = ''] = await addPictures(adminShop.shop.context, 1);
    const delivery = email === undefined ? {} : { email };
    const body = makeOrder({ images: [{ imageUrl, quantity }], discount, delivery });
    body.deliveryData.pricing.discountCode = discount.code;
    return body;
  }
  const place = async (...order: Parameters<typeof orderOf>) =>
    adminShop.shop.placeOrder(await orderOf(...order));
  const resultOf = ({ status, body }: Answer) => [status, body.code, body.message];

  async function brought(code: string): Promise<[orders: number, pesos: number]> {
    const { current_uses, revenue } = await findRow(adminShop.shop.context, 'discount_codes', {
      code,
    });
    return [current_uses, revenue];
  }

  testAbove('it holds from its start on, to the millisecond', async () => {
    const discount = await addCode(adminShop.shop.context, 'DESDE', { starts_at: now + 1 });
    const early = await place(discount);
    expect(resultOf(early)).toEqual([
      ...[409, 'discount_unavailable'],
      expect.stringMatching(/^El código de descuento aún no vale: empieza el \d+\/\d+\/20\d\d, /),
    ]);
    now += 1;
    placed(await place(discount));
  });

  testAbove('it asks for a minimum in pins, discounts and shipping aside', async () => {
    const discount = await addCode(adminShop.shop.context, 'MINIMO', { min_order_total: 3400 });
    const small = await place(discount);
    expect(resultOf(small)).toEqual([
      ...[409, 'discount_unavailable'],
      'El código de descuento vale desde $3.400 en pines: te faltan $1.700',
    ]);
    expect(small.body.pricing).toMatchObject({ totalAmount: 4200, discountAmount: 0 });
    const { pricing } = placed(await place(discount, { quantity: 2 })).deliveryData;
    expect(pricing).toMatchObject({ discountCode: 'MINIMO', discountAmount: 340 });
    expect(await brought('MINIMO')).toEqual([1, pricing.totalAmount]);
  });

  testAbove('free shipping takes it off, also when the address is corrected', async () => {
    const terms = { type: 'free_shipping', value_hundredths: 0 } as const;
    const discount = await addCode(adminShop.shop.context, 'LLEGA', terms);
    const { id, deliveryData } = placed(await place(discount));
    const { pricing, notes: _, ...address } = deliveryData;
    expect(pricing).toMatchObject({ discountAmount: 0, shippingCost: 0, totalAmount: 1700 });
    const elsewhere = { ...address, region: 'RM', city: 'Santiago', updateShippingCost: true };
    const corrected = await adminShop.change(`${id}/address`, elsewhere);
    expect(corrected.body.order).toMatchObject({ deliveryData: { city: 'Santiago', pricing } });
    const dear = structuredClone(await orderOf(discount));
    dear.deliveryData.pricing = { ...pricing, shippingCost: 2500, totalAmount: 4200 };
    expect(refused(await adminShop.shop.placeOrder(dear))).toBe('409 price_changed');
  });

  testAbove('free shipping is refused, and not used up, where no shipping is paid', async () => {
    const terms = { type: 'free_shipping', value_hundredths: 0 } as const;
    const discount = await addCode(adminShop.shop.context, 'NADA', terms);
    const save = async (freeShippingFrom: number | null) => {
      await adminShop.saveSettings('prices', { freeShippingFrom });
      // Settings are cached for two seconds.
      now += 3000;
    };
    await save(1700);
    expect(resultOf(await place(discount))).toEqual([
      ...[409, 'discount_unavailable'],
      'Este pedido no tiene envío que pagar: guarda el código para otro',
    ]);
    expect(await brought('NADA')).toEqual([0, 0]);
    await save(null);
    placed(await place(discount));
    expect((await brought('NADA'))[0]).toBe(1);
  });

  test('a guest has one use per e-mail, in any case, and the account with that e-mail has no other', async () => {
    const discount = await addCode(adminShop.shop.context, 'UNAPP', { once_per_buyer: 1 });
    placed(await place(discount, { email: 'Rosa@Correo.cl' }));
    const again = await place(discount, { email: ' rosa@correo.CL' });
    expect(resultOf(again)).toEqual([409, 'discount_unavailable', USED]);
    expect(again.body.pricing).toMatchObject({ discountAmount: 0 });
    placed(await place(discount, { email: 'ana@correo.cl' }));
    const rosa = await openAccount(adminShop.shop, 'rosa@correo.cl');
    const json = { code: 'UNAPP', orderTotal: 1700 };
    for (const path of ['validate', 'apply']) {
      const checked = await rosa.call(`/api/discount-codes/${path}`, { json });
      expect(checked.body).toEqual({ success: false, message: USED });
    }
    const order = await orderOf(discount, { email: null });
    expect(resultOf(await rosa.call('/api/orders', { json: order }))[2]).toBe(USED);
    expect((await brought('UNAPP'))[0]).toBe(2);
  });

  testAbove('an account has one use, and a guest with its e-mail none more', async () => {
    const discount = await addCode(adminShop.shop.context, 'CUENTA', { once_per_buyer: 1 });
    const eva = await openAccount(adminShop.shop, 'eva@correo.cl');
    const buy = async () => eva.call('/api/orders', { json: await orderOf(discount) });
    placed(await buy());
    expect(resultOf(await buy())[2]).toBe(USED);
    expect(resultOf(await place(discount, { email: 'EVA@correo.cl' }))[2]).toBe(USED);
  });

  testAbove.each([
    ['r.o.sa@gmail.com', 'rosa+pines@googlemail.com'],
    ['ivan@correo.cl', 'ivan+2@correo.cl'],
  ])('%s has no second use as %s, as a guest or by an account', async (email, spelled) => {
    const code = `MISMO${email.length}`;
    const discount = await addCode(adminShop.shop.context, code, { once_per_buyer: 1 });
    const first = placed(await place(discount, { email }));
    expect(resultOf(await place(discount, { email: spelled }))[2]).toBe(USED);
    const account = await openAccount(adminShop.shop, spelled);
    const buy = async () => account.call('/api/orders', { json: await orderOf(discount) });
    expect(resultOf(await buy())[2]).toBe(USED);
    await adminShop.setStatus(first.id, 'cancelled');
    placed(await buy());
    expect(resultOf(await place(discount, { email }))[2]).toBe(USED);
    expect(resultOf(await adminShop.setStatus(first.id, 'pending'))[1]).toBe(
      'discount_unavailable',
    );
    placed(await place(discount, { email: `otra-${email}` }));
  });

  testAbove("a guest's corrected e-mail takes the use along", async () => {
    const discount = await addCode(adminShop.shop.context, 'CORREGIDO', { once_per_buyer: 1 });
    const { id, deliveryData } = placed(await place(discount, { email: 'antes@gmail.com' }));
    const { pricing: _, notes: __, ...address } = deliveryData;
    const json = { ...address, email: 'despues@gmail.com' };
    expect((await adminShop.change(`${id}/address`, json)).status).toBe(200);
    expect(resultOf(await place(discount, { email: 'des.pues@gmail.com' }))[2]).toBe(USED);
    placed(await place(discount, { email: 'antes@gmail.com' }));
  });

  testRace('of many orders of one buyer at once exactly one goes through', async () => {
    const discount = await addCode(adminShop.shop.context, 'JUNTOS', { once_per_buyer: 1 });
    const bodies = [];
    for (let at = 0; at < 8; at += 1)
      bodies.push(await orderOf(discount, { email: 'x@correo.cl' }));
    const answers = await Promise.all(bodies.map((body) => adminShop.shop.placeOrder(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    for (const answer of answers.filter(({ status }) => status === 409)) {
      expect(resultOf(answer)[2]).toBe(USED);
    }
    expect((await brought('JUNTOS'))[0]).toBe(1);
  });

  test('a cancelled or binned order gives its buyer the use back, and takes it again only while it is free', async () => {
    const discount = await addCode(adminShop.shop.context, 'VUELVE', { once_per_buyer: 1 });
    const email = 'vuelve@correo.cl';
    const first = placed(await place(discount, { email }));
    await adminShop.setStatus(first.id, 'cancelled');
    expect(await brought('VUELVE')).toEqual([0, 0]);
    const second = placed(await place(discount, { email }));
    const reopened = await adminShop.setStatus(first.id, 'pending');
    expect(resultOf(reopened)).toEqual([
      ...[409, 'discount_unavailable'],
      'El código de descuento vale una vez por persona, y esta ya lo usó en otro pedido',
    ]);
    await adminShop.remove(second.id);
    expect((await adminShop.setStatus(first.id, 'pending')).status).toBe(200);
    expect(await brought('VUELVE')).toEqual([1, first.deliveryData.pricing.totalAmount]);
    const restored = await adminShop.restore(second.id);
    expect(refused(restored)).toBe('409 discount_unavailable');
  });

  testAbove('its revenue follows a corrected total, also when its buyer is erased', async () => {
    const discount = await addCode(adminShop.shop.context, 'TRAJO', { once_per_buyer: 1 });
    const email = 'trajo@correo.cl';
    const { id, deliveryData } = placed(await place(discount, { email }));
    const { pricing, notes: _, ...address } = deliveryData;
    const json = { ...address, region: 'RM', city: 'Santiago', updateShippingCost: true };
    await adminShop.change(`${id}/address`, json);
    const total = pricing.totalAmount + 1500;
    expect(await brought('TRAJO')).toEqual([1, total]);
    await adminShop.setStatus(id, 'completed');
    const erased = await adminShop.ask(`/people?email=${email}`, { method: 'DELETE' });
    expect(erased.status).toBe(200);
    expect(await brought('TRAJO')).toEqual([1, total]);
    // The erased buyer's earlier use is unknown now.
    placed(await place(discount, { email }));
  });

  test('all that is kept agrees with the orders', async () => {
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);
  });
});
