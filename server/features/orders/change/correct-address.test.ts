import { describe, expect, test } from 'vitest';
import { EMAIL_REQUIRED } from '#domain/delivery/delivery.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import { firstToken, readToken } from '#server/features/orders/order-link.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { answerProof, lastProofToken, viewProof } from '#server/testing/proofs.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const { notes: _, ...sample } = namedSample;
const corrected = {
  ...sample,
  fullName: 'Rosa Peñaloza',
  phone: '987654321',
  email: 'Rosa.P@correo.cl',
  region: 'RM',
  city: 'Santiago',
  address: 'Av. Matta 456',
  coordinates: { lat: -33.45, lng: -70.65 },
};

describe.each(anyDatabase)('correcting an address on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  const correct = (id: string, json: unknown) => adminShop.change(`${id}/address`, json);

  test('the price stays as agreed, and the trail names fields without values', async () => {
    const { id, deliveryData } = await adminShop.place();
    const order = detailed(await correct(id, corrected));
    const { pricing, notes } = deliveryData;
    expect(order.deliveryData).toEqual({ ...corrected, notes, pricing });
    expect(order.userEmail).toBe('Rosa.P@correo.cl');
    expect(order.history.at(-1)).toMatchObject({
      action: 'address_changed',
      changes: ['fullName', 'phone', 'email', 'region', 'city', 'address', 'coordinates'].map(
        (field) => ({ field }),
      ),
    });
    const activity = JSON.stringify((await adminShop.ask('/dashboard/activity')).body);
    expect(activity).not.toMatch(/Matta|Peñaloza|987654321|Rosa\.P/);
  });

  test('another e-mail ends the links that were mailed to the one before, and gets new ones', async () => {
    const { context, call } = adminShop.shop;
    const { id, deliveryData } = await adminShop.place();
    await adminShop.change(`${id}/proofs`, {}, 'POST');
    const request = { items: [1], words: 'Sale borrosa' };
    await adminShop.change(`${id}/picture-requests`, request, 'POST');
    const before = firstToken(context, id);
    const proof = await lastProofToken(adminShop.shop, id);
    await context.db.queries.deleteFrom('jobs').execute();

    const phone = { ...deliveryData, phone: '911112222' };
    expect((await correct(id, phone)).status).toBe(200);
    expect((await call('/api/orders/view', { json: { token: before } })).status).toBe(200);
    expect((await correct(id, { ...phone, email: 'la-suya@correo.cl' })).status).toBe(200);
    expect(refused(await call('/api/orders/view', { json: { token: before } }))).toBe(
      '404 not_found',
    );
    expect(refused(await call('/api/orders/cancel', { json: { token: before } }))).toBe(
      '404 not_found',
    );
    expect(refused(await viewProof(adminShop.shop, proof))).toBe('404 not_found');

    const mails = await context.db.queries
      .selectFrom('jobs')
      .select(['kind', 'payload'])
      .orderBy('kind')
      .execute();
    expect(mails.map(({ kind: mail }) => mail)).toEqual([
      'mail.mailbox_changed',
      'mail.picture_requested',
      'mail.proof_sent',
    ]);
    const { token } = JSON.parse(mails[1]?.payload ?? '{}');
    const view = await call('/api/orders/picture/view', { json: { token } });
    expect(view.body).toMatchObject({ orderId: id, words: 'Sale borrosa', items: [{ n: 1 }] });
    const now = { token: await readToken(context, id) };
    expect((await call('/api/orders/view', { json: now })).body.order).toMatchObject({ id });
    const answer = await answerProof(adminShop.shop, await lastProofToken(adminShop.shop, id));
    expect(answer.status).toBe(200);
  });

  test('the search follows', async () => {
    const { id } = await adminShop.place({ delivery: { fullName: 'Nombre Viejo' } });
    await correct(id, { ...corrected, fullName: 'Nombre Reciente' });
    const found = async (q: string) => (await adminShop.ask(`/orders?q=${q}`)).body.orders;
    expect(await found('viejo')).toEqual([]);
    expect(await found('reciente')).toMatchObject([{ id }]);
  });

  test('shipping and total follow the new city when told to', async () => {
    const { id } = await adminShop.place();
    const order = detailed(await correct(id, { ...corrected, updateShippingCost: true }));
    expect(order.deliveryData.pricing).toMatchObject({ shippingCost: 4000, totalAmount: 5700 });
    expect(order.history.at(-1)?.changes).toEqual(
      expect.arrayContaining([
        { field: 'shippingCost', from: 2500, to: 4000 },
        { field: 'totalAmount', from: 4200, to: 5700 },
      ]),
    );
    expect(await adminShop.mailed(id)).toContain('order_changed');
  });

  test('another address at the same total mails nobody', async () => {
    const { id } = await adminShop.place();
    const before = await adminShop.mailed(id);
    const moved = { ...corrected, email: namedSample.email, updateShippingCost: false };
    expect((await correct(id, moved)).status).toBe(200);
    expect(await adminShop.mailed(id)).toEqual(before);
  });

  test('an address as it was changes nothing', async () => {
    const { id } = await adminShop.place();
    await correct(id, corrected);
    expect(detailed(await correct(id, corrected)).version).toBe(2);
  });

  test("a guest's order keeps an e-mail, one that the shop opened needs none", async () => {
    const { id } = await adminShop.place();
    const without = { ...corrected, email: null };
    const answer = await correct(id, without);
    expect([refused(answer), answer.body.fields]).toEqual([
      '400 validation_failed',
      { email: EMAIL_REQUIRED },
    ]);
    const { order } = await adminShop.open();
    expect(detailed(await correct(order.id, without)).userEmail).toBeNull();
  });

  test('the promised days follow region and way, as they are set today', async () => {
    const { id } = await adminShop.place();
    const transport = async () => {
      const columns = adminShop.shop.context.db.queries.selectFrom('orders').selectAll();
      const row = await columns.where('id', '=', id).executeTakeFirstOrThrow();
      return row.transport_days;
    };
    expect(await transport()).toBe(0);
    const regionDays = [
      { region: 'RM', days: 2 },
      { region: 'XVI', days: 5 },
    ];
    await adminShop.saveSettings('delivery', { regionDays });
    // Of the same region it keeps what was promised.
    const near = { ...corrected, region: 'XVI', city: 'Chillán' };
    expect((await correct(id, near)).status).toBe(200);
    expect(await transport()).toBe(0);
    expect((await correct(id, corrected)).status).toBe(200);
    expect(await transport()).toBe(2);
    await adminShop.ask('/settings/delivery', { method: 'DELETE' });
  });
});
