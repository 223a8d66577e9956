import { describe, expect, test } from 'vitest';
import { openOrder } from '#contract/orders/opened-orders.ts';
import { buyerOrder } from '#contract/orders/orders.ts';
import { dayOf } from '#domain/base/dates.ts';
import { FIRST_CHOICE } from '#domain/pins/choice.ts';
import { readMailedOrder } from '#server/features/orders/mails.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { mailsOf } from '#server/testing/jobs.ts';
import { addCode, makeOrder } from '#server/testing/orders.ts';
import { databases, testOnAny, testRaceOn, useCheckedAdminShop } from '#server/testing/use-shop.ts';

const ROSA = { fullName: 'Rosa Rojas', phone: '912345678' };

describe.each(databases)('orders by the owner on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useCheckedAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  const ask = (path: string, json?: unknown, method = 'POST') =>
    adminShop.ask(path, { method, ...(json === undefined ? {} : { json }) });
  const call = (path: string, json: unknown) =>
    adminShop.shop.call(`/api/orders/${path}`, { json });
  const send = (body: object, headers: Record<string, string> = {}) =>
    adminShop.ask('/orders', {
      method: 'POST',
      json: { images: [], deliveryData: ROSA, ...body },
      headers,
    });

  function opened({ status, body }: Answer) {
    expect([status, body.message]).toEqual([201, expect.any(String)]);
    return openOrder.answer.parse(body);
  }

  async function images(quantities: readonly number[]) {
    const urls = await addPictures(adminShop.shop.context, quantities.length);
    return quantities.map((quantity, at) => ({
      imageUrl: urls[at] ?? '',
      originalName: `foto ${at + 1}.jpg`,
      notes: null,
      ...FIRST_CHOICE,
      quantity,
    }));
  }
  test('wait for their pictures, which the buyer adds by a link that then ends', async () => {
    const { order, link, token } = await adminShop.open();
    const { id } = order;
    expect(link).toContain('/#pedido=agregar-');
    expect(order).toMatchObject({ source: 'panel', waitsFor: 'incomplete', items: [] });
    expect(order.deliveryData.pricing).toMatchObject({ imagesCount: 0, totalAmount: 0 });
    expect((await adminShop.read(id)).picturesUrl).toBe(link);
    const today = (await adminShop.ask('/today')).body;
    expect(today.incomplete).toContainEqual(
      expect.objectContaining({
        id,
        whatsappUrl: expect.stringContaining(encodeURIComponent(link)),
      }),
    );
    expect(today.unpaid).not.toContainEqual(expect.objectContaining({ id }));
    const view = await call('pictures/view', { token });
    expect(view.body).toEqual({ success: true, orderId: id, agreedTotal: null });
    expect(refused(await call('pictures', { token, images: [] }))).toBe('400 validation_failed');
    const [image] = await images([1]);
    const wrong = [
      { quantity: 100 },
      { product: 'taza' },
      { imageUrl: `/files/${'A'.repeat(24)}.webp` },
    ];
    const refusals = wrong.map(async (part) =>
      refused(await call('pictures', { token, images: [{ ...image, ...part }] })),
    );
    expect(await Promise.all(refusals)).toEqual([
      '400 validation_failed',
      '409 product_unavailable',
      '400 image_not_found',
    ]);
    const answer = await call('pictures', { token, images: await images([1, 2]) });
    expect(answer.status).toBe(200);
    const after = await adminShop.read(id);
    expect(after).toMatchObject({ waitsFor: 'payment', picturesUrl: null });
    expect(after.history).toContainEqual(
      expect.objectContaining({
        action: 'pictures_added',
        changes: [
          { field: 'pins', from: 0, to: 3 },
          { field: 'totalAmount', from: 0, to: 9100 },
        ],
      }),
    );
    expect(after.deliveryData.pricing).toMatchObject({
      imagesCount: 3,
      imagesTotal: 5100,
      totalAmount: 9100,
    });
    const again = await call('pictures', { token, images: await images([1]) });
    expect(refused(again)).toBe('404 not_found');
    const seen = await call('view', { token: answer.body.token });
    expect(buyerOrder.parse(seen.body.order).id).toBe(id);
    expect(await mailsOf(adminShop.shop.context.db, id)).toEqual(['mail.new_order']);
  });

  testAbove('of one that is picked up the link says so', async () => {
    await adminShop.saveSettings('ways', { pickup: true, pickupPlace: 'Arauco 5' });
    const { token } = await adminShop.open({ deliveryData: { ...ROSA, way: 'pickup' } });
    const { body } = await call('pictures/view', { token });
    expect(body).toMatchObject({ agreedTotal: null, way: 'pickup', payShipping: 'now' });
    await ask('/settings/ways', undefined, 'DELETE');
  });

  testAbove('of one that has ended the link takes nothing', async () => {
    const { order, token } = await adminShop.open();
    await ask(`/orders/${order.id}/status`, { status: 'cancelled' }, 'PATCH');
    expect(refused(await call('pictures/view', { token }))).toBe('409 order_ended');
    expect(refused(await call('pictures', { token, images: await images([1]) }))).toBe(
      '409 order_ended',
    );
  });

  testRace('two tabs at once add the pictures once', async () => {
    const { order, token } = await adminShop.open();
    const [one, other] = [await images([1]), await images([5])];
    const answers = await Promise.all([
      call('pictures', { token, images: one }),
      call('pictures', { token, images: other }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await adminShop.read(order.id)).items).toHaveLength(1);
  });

  testAbove.each([
    { total: 5000, pricing: { discountAmount: 2600, shippingCost: 2500 } },
    { total: 1000, pricing: { discountAmount: 5100, shippingCost: 1000 } },
    { total: 20_000, pricing: { discountAmount: 0, shippingCost: 14_900 } },
  ])('keep an agreed total of $total, at any price of the pictures', async ({ total, pricing }) => {
    const deliveryData = { ...ROSA, region: 'XVI', city: 'chillan' };
    const { order, token } = await adminShop.open({ deliveryData, agreedTotal: total });
    expect(order).toMatchObject({ agreedTotal: total, waitsFor: 'incomplete' });
    expect(order.deliveryData.pricing.totalAmount).toBe(total);
    await ask(`/orders/${order.id}/payment`, { paidAt: dayOf(Date.now()), how: 'Efectivo' }, 'PUT');
    expect((await call('pictures', { token, images: await images([3]) })).status).toBe(200);
    const after = await adminShop.read(order.id);
    expect(after.deliveryData.pricing).toMatchObject({
      imagesTotal: 5100,
      totalAmount: total,
      ...pricing,
    });
    expect(after.waitsFor).not.toBe('incomplete');
    // Its mails call the shipping one to Chillán only at the price to there.
    const mailed = await readMailedOrder(adminShop.shop.context, { orderId: order.id });
    expect(mailed?.hasOwnShipping).toBe(pricing.shippingCost !== 2500);
    const moved = { ...ROSA, region: 'VIII', city: 'Concepción', address: 'Calle 1' };
    const corrected = await ask(
      `/orders/${order.id}/address`,
      { ...moved, updateShippingCost: true },
      'PUT',
    );
    expect(detailed(corrected).deliveryData.pricing.totalAmount).toBe(total);
  });

  testAbove('with pictures are complete at once, and take the use of a code', async () => {
    const code = `DUE${kind.toUpperCase()}`;
    const discount = await addCode(adminShop.shop.context, code, { multiple_use: 0 });
    const [url = ''] = await addPictures(adminShop.shop.context, 1);
    const { seen: _, ...body } = makeOrder({ images: [url], discount });
    const { order, link } = opened(await ask('/orders', body));
    expect(order).toMatchObject({ waitsFor: 'payment', picturesUrl: null });
    expect(order.deliveryData.pricing).toMatchObject({ discountCode: code });
    expect(link).not.toContain('agregar-');
    expect(await mailsOf(adminShop.shop.context.db, order.id)).toEqual(['mail.order_received']);
    expect((await adminShop.ask('/discounts/')).body.discountCodes).toContainEqual(
      expect.objectContaining({ code, currentUses: 1 }),
    );
    const spent = await ask('/orders', { ...body, images: await images([1]) });
    expect(refused(spent)).toBe('409 discount_unavailable');
    const early = await ask('/orders', { ...body, images: [] });
    expect(Object.keys(early.body.fields ?? {})).toEqual(['deliveryData.pricing.discountCode']);
  });

  test('repeated with their key are the same order and link', async () => {
    const headers = { 'idempotency-key': `feria-${kind}` };
    const first = opened(await send({}, headers));
    const again = opened(await send({}, headers));
    expect([again.order.id, again.link]).toEqual([first.order.id, first.link]);
    const other = await send({ agreedTotal: 5000 }, headers);
    expect(refused(other)).toBe('422 idempotency_key_reused');
  });

  testAbove('are mailed; another e-mail ends the link and gets its own', async () => {
    const deliveryData = { fullName: 'Rosa Rojas', email: 'rosa@correo.cl' };
    const { order, link, token } = await adminShop.open({ deliveryData });
    expect(await mailsOf(adminShop.shop.context.db, order.id)).toEqual(['mail.pictures_wanted']);
    const address = { ...ROSA, region: 'XVI', city: 'Chillán', address: 'Calle 1' };
    await ask(`/orders/${order.id}/address`, { ...address, email: 'otra@correo.cl' }, 'PUT');
    expect(refused(await call('pictures/view', { token }))).toBe('404 not_found');
    const { picturesUrl } = await adminShop.read(order.id);
    expect(picturesUrl).toContain('agregar-');
    expect(picturesUrl).not.toBe(link);
    expect(await mailsOf(adminShop.shop.context.db, order.id)).toEqual([
      'mail.pictures_wanted',
      'mail.pictures_wanted',
    ]);
  });

  testAbove('without pictures have nothing to mark or print, and are in every list', async () => {
    const { order, token } = await adminShop.open();
    const { id } = order;
    const marked = await ask(`/orders/${id}/marks/printed`, {}, 'PUT');
    expect(refused(marked)).toBe('409 order_incomplete');
    expect(refused(await ask(`/orders/${id}/proofs`, {}))).toBe('409 order_incomplete');
    const request = { items: [1], words: 'Borrosa' };
    const asked = await ask(`/orders/${id}/picture-requests`, request);
    expect(refused(asked)).toBe('409 order_incomplete');
    const sheet = await ask('/sheets', { orderIds: [id] });
    expect(JSON.stringify(sheet.body)).toContain('"incomplete"');
    const board = await adminShop.ask('/workshop?waitsFor=incomplete');
    expect(JSON.stringify(board.body.orders)).toContain(id);
    expect(JSON.stringify((await adminShop.ask('/orders?q=rosa')).body.orders)).toContain(id);
    const csv = await (await adminShop.fetchFile('/orders/export.csv')).text();
    expect(csv.split('\r\n').filter((line) => line.includes(id))).toHaveLength(1);
    for (const file of [`/labels?ids=${id}&format=a4`, `/slips?ids=${id}`]) {
      const answer = await adminShop.fetchFile(file);
      expect([file, answer.status]).toEqual([file, 200]);
      await answer.arrayBuffer();
    }
    expect((await adminShop.ask('/dashboard')).status).toBe(200);
    expect((await adminShop.ask('/orders/sales?by=month&last=2')).status).toBe(200);
    expect((await ask(`/orders/${id}/status`, { status: 'cancelled' }, 'PATCH')).status).toBe(200);
    const late = await call('pictures', { token, images: await images([1]) });
    expect(refused(late)).toBe('409 order_ended');
  });
});
