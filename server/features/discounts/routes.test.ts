import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { discountCode } from '#contract/discounts/discounts-admin.ts';
import { sampleCode } from '#contract/testing/samples.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { addCode } from '#server/testing/orders.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

const form = {
  code: ' club10 ',
  name: ' Club de barrio ',
  type: 'percentage',
  value: 10,
  multipleUse: true,
  maxUses: null,
  expiresAt: null,
};

const FUTURE = '2126-01-01T10:00:00.000Z';

describe.each(databases)('discount codes on %s', (kind) => {
  const testRace = testRaceOn(kind);
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind);

  const create = (changes: object = {}) =>
    adminShop.ask('/discounts/', { json: { ...form, ...changes } });
  async function codes() {
    const { body } = await adminShop.ask('/discounts');
    return z.array(discountCode).parse(body.discountCodes);
  }
  /** Clients send the JSON content type even without a body. */
  const send = (method: string, path: string) =>
    adminShop.ask(path, { method, headers: { 'content-type': 'application/json' } });

  test('none at first, under both addresses', async () => {
    for (const path of ['/discounts/', '/discounts']) {
      expect((await adminShop.ask(path)).body).toEqual({ success: true, discountCodes: [] });
    }
  });

  test('a code is created in upper case, and buyers can use it at once', async () => {
    const { status, body } = await create();
    expect([status, body.message]).toEqual([201, 'Código "CLUB10" creado']);
    const link = `${adminShop.shop.context.publicUrl}/?codigo=CLUB10`;
    const made = { ...sampleCode('CLUB10'), name: 'Club de barrio', link };
    expect(body.discountCode).toEqual(made);
    expect(await codes()).toEqual([made]);
    const checked = await adminShop.shop.call('/api/discount-codes/validate', {
      json: { code: 'Club10', orderTotal: 1700 },
    });
    expect(checked.body).toMatchObject({ success: true, discount: { code: 'CLUB10', value: 10 } });
  });

  test('an existing one is refused, in any case, and many at once create one', async () => {
    expect(refused(await create({ code: 'CLUB10' }))).toBe('409 discount_exists');
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ code: 'igual' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  });

  test.each([
    ['a fixed amount with cents', { code: 'F1', type: 'fixed', value: 99.55 }],
    ['the longest code', { code: 'Ñ'.repeat(20) }],
    ['free shipping without a value', { code: 'F9', type: 'free_shipping', value: undefined }],
    ['every condition', { code: 'F10', minOrderTotal: 5000, oncePerBuyer: true, startsAt: FUTURE }],
  ])('accepts %s', async (_name, changes) => {
    const { status, body } = await create(changes);
    expect([status, body.message]).toEqual([201, expect.stringMatching(/^Código/)]);
    const stored = (await codes()).find(({ code }) => code === changes.code);
    if ('value' in changes) expect(stored?.value).toBe(changes.value ?? 0);
    if ('oncePerBuyer' in changes) {
      const { minOrderTotal, oncePerBuyer, startsAt } = changes;
      expect(stored).toMatchObject({ minOrderTotal, oncePerBuyer, startsAt });
    }
  });

  test('is switched off and on', async () => {
    const off = await send('PATCH', '/discounts/CLUB10/toggle');
    expect(off.body).toMatchObject({
      message: 'Código "CLUB10" desactivado',
      discountCode: { isActive: false },
    });
    const on = await send('PATCH', '/discounts/club10/toggle');
    expect([on.status, on.body.message]).toEqual([200, 'Código "CLUB10" activado']);
    const odd = await send('PATCH', `/discounts/${encodeURIComponent('Ñ'.repeat(20))}/toggle`);
    expect(odd.status).toBe(200);
    expect(refused(await send('PATCH', '/discounts/NADA/toggle'))).toBe('404 not_found');
  });

  test('can be deleted only while no order uses it, not even a cancelled or deleted one', async () => {
    await create({ code: 'NUEVO' });
    expect((await send('DELETE', '/discounts/NUEVO')).body.message).toBe(
      'Código "NUEVO" eliminado',
    );
    expect(refused(await send('DELETE', '/discounts/NUEVO'))).toBe('404 not_found');
    const discount = await addCode(adminShop.shop.context, 'USADO');
    const { id } = await adminShop.place({ discount });
    const answer = await send('DELETE', '/discounts/USADO');
    expect([refused(answer), answer.body.message]).toEqual([
      '409 discount_in_use',
      'Hay pedidos con este código: desactívalo en vez de eliminarlo',
    ]);
    await adminShop.setStatus(id, 'cancelled');
    await send('DELETE', `/orders/${id}`);
    expect(refused(await send('DELETE', '/discounts/USADO'))).toBe('409 discount_in_use');
  });

  testRace('deleting races redeeming: an order never has a code that does not exist', async () => {
    for (let round = 0; round < 8; round += 1) {
      const discount = await addCode(adminShop.shop.context, `VUELA${round}`);
      const [order, gone] = await Promise.allSettled([
        adminShop.place({ discount }),
        send('DELETE', `/discounts/VUELA${round}`),
      ]);
      const status = gone.status === 'fulfilled' ? gone.value.status : 0;
      expect([order.status, status]).toEqual(
        order.status === 'fulfilled' ? ['fulfilled', 409] : ['rejected', 200],
      );
    }
  });

  test('counts them', async () => {
    await addCode(adminShop.shop.context, 'VIEJO', { expires_at: 1 });
    await addCode(adminShop.shop.context, 'LLENO', { max_uses: 2, current_uses: 2 });
    await addCode(adminShop.shop.context, 'QUIETO', { is_active: 0 });
    const all = await codes();
    const { stats } = (await adminShop.ask('/discounts/stats')).body;
    expect(stats).toEqual({
      totalCodes: all.length,
      activeCodes: all.filter(({ isActive }) => isActive).length,
      inactiveCodes: all.filter(({ isActive }) => !isActive).length,
      expiredCodes: 1,
      usedUpCodes: 1,
      totalUses: all.reduce((sum, { currentUses }) => sum + currentUses, 0),
    });
  });

  testAbove('may be for some products, each once; those for all say nothing of it', async () => {
    const chosen = { code: 'CHICOS', products: ['chico', 'espejo', 'chico'] };
    expect((await create(chosen)).body.discountCode).toMatchObject({
      products: ['chico', 'espejo'],
    });
    for (const all of [{}, { products: [] }]) {
      const { body } = await create({ ...all, code: `TODOS${Object.keys(all).length}` });
      expect(body.discountCode).not.toHaveProperty('products');
    }
    expect((await codes()).find(({ code }) => code === 'CHICOS')?.products).toHaveLength(2);
  });
});
