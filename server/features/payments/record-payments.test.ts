import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { orderResult } from '#contract/orders/orders-admin.ts';
import { detailed } from '#server/testing/admin-shop.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('payments of several orders on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  const record = async (json: object) => {
    const { status, body } = await adminShop.change('payment', json, 'POST');
    expect(status).toBe(200);
    return z.array(orderResult).parse(body.results);
  };
  const paymentOf = async (id: string) => (await adminShop.read(id)).payment;

  test('are noted and taken back, each by itself and in the version that was seen', async () => {
    const ids = [(await adminShop.place()).id, (await adminShop.place()).id];
    const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
    const [first = '', second = ''] = ids;
    const noted = await record({
      orders: [{ id: first, version: 1 }, { id: second, version: 7 }, { id: 'NO-HAY' }],
      payment,
    });
    expect(noted.map(({ success, code }) => code ?? success)).toEqual([
      true,
      'order_changed',
      'not_found',
    ]);
    expect(await paymentOf(first)).toEqual(payment);
    expect(await paymentOf(second)).toBeNull();
    // Days off that are set later do not move what was promised.
    const { dueOn } = detailed(await adminShop.ask(`/orders/${first}`));
    const closures = [{ from: '2026-03-10', to: '2026-03-31', reason: '' }];
    await adminShop.saveSettings('delivery', { closures });
    const json = { internalNotes: 'frágil' };
    const noticed = await adminShop.change(`${first}/internal-notes`, json, 'PATCH');
    expect(detailed(noticed)).toMatchObject({ dueOn, internalNotes: 'frágil' });
    const [{ order } = {}] = noted;
    const back = await record({
      orders: [{ id: first, version: (order?.version ?? 0) + 1 }],
      payment: null,
    });
    expect(back).toMatchObject([{ id: first, success: true }]);
    expect(await paymentOf(first)).toBeNull();
  });

  test('are refused without a way of paying, and of days to come', async () => {
    const { id } = await adminShop.place();
    const ask = (payment: unknown) =>
      adminShop.change('payment', { orders: [{ id }], payment }, 'POST');
    expect((await ask({ paidAt: '2026-03-09', how: '' })).status).toBe(400);
    expect((await ask(undefined)).status).toBe(400);
    const [late] = await record({
      orders: [{ id }],
      payment: { paidAt: '2999-01-01', how: 'Efectivo' },
    });
    expect(late).toMatchObject({ success: false, code: 'validation_failed' });
  });
});
