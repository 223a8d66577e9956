import { describe, expect, test } from 'vitest';
import { readToday } from '#contract/today/today.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { databases } from '#server/testing/shop.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';

const DAY = '2026-03-09';

describe.each(databases)('payments in parts on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  const add = (id: string, amount: unknown, init: { key?: string; how?: string } = {}) =>
    adminShop.ask(`/orders/${id}/payments`, {
      method: 'POST',
      json: { amount, paidAt: DAY, how: init.how ?? 'Transferencia' },
      headers: init.key === undefined ? {} : { 'idempotency-key': init.key },
    });
  const drop = (id: string, payment = '') =>
    adminShop.ask(`/orders/${id}/payments/${payment}`, { method: 'DELETE' });
  const place = async () => {
    const { id, deliveryData } = await adminShop.place();
    return { id, total: deliveryData.pricing.totalAmount };
  };

  test('an order is paid once its balance is zero, and asks for the rest until then', async () => {
    const { id, total } = await place();
    const first = await add(id, 1000);
    expect(first.status).toBe(201);
    expect(await adminShop.read(id)).toMatchObject({
      payment: null,
      balance: total - 1000,
      payments: [{ amount: 1000, paidAt: DAY, how: 'Transferencia' }],
    });
    const { unpaid } = readToday.answer.parse((await adminShop.ask('/today')).body);
    expect(unpaid.find((order) => order.id === id)?.amount).toBe(total - 1000);
    expect((await adminShop.view(id)).payments).toHaveLength(1);
    const whole = await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Efectivo' });
    expect(detailed(whole)).toMatchObject({
      payment: { paidAt: DAY, how: 'Efectivo' },
      balance: 0,
      payments: [{ amount: 1000 }, { amount: total - 1000, how: 'Efectivo' }],
      refunds: [],
    });
    const [, second] = detailed(whole).payments;
    expect(detailed(await drop(id, second?.id))).toMatchObject({
      payment: null,
      balance: total - 1000,
    });
    expect((await drop(id, second?.id)).status).toBe(404);
  });

  test('what is too much has to go back', async () => {
    const { id, total } = await place();
    await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Transferencia' });
    await add(id, total);
    const twice = await adminShop.read(id);
    expect(twice).toMatchObject({ balance: -total, payment: { paidAt: DAY } });
    expect(twice.refunds).toMatchObject([{ amount: total, reason: 'overpaid', doneOn: null }]);
    const back = await adminShop.change(`${id}/refunds`, { how: 'transfer' }, 'POST');
    expect(detailed(back)).toMatchObject({ balance: 0, payment: { paidAt: DAY } });
    // What went back was this one: without it the order is still paid.
    const rest = detailed(await drop(id, twice.payments[0]?.id));
    const last = rest.payments.at(-1);
    expect(refused(await drop(id, last?.id))).toBe('409 refund_too_large');
  });

  test('a payment that was removed after all of it went back is asked for again', async () => {
    const { id, total } = await place();
    await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Transferencia' });
    await adminShop.change(`${id}/refunds`, { how: 'cash' }, 'POST');
    expect(await adminShop.read(id)).toMatchObject({ amountDue: 0, payment: { paidAt: DAY } });
    expect((await adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' })).status).toBe(200);
    expect(await adminShop.read(id)).toMatchObject({ amountDue: total, payment: null });
    expect(await adminShop.view(id)).toMatchObject({ amountDue: total });
  });

  test('a repeated request adds its payment once', async () => {
    const { id, total } = await place();
    const key = `key of ${id}`;
    const both = await Promise.all([add(id, 700, { key }), add(id, 700, { key })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await adminShop.read(id)).toMatchObject({ balance: total - 700 });
    expect(refused(await add(id, 800, { key }))).toBe('422 idempotency_key_reused');
  });

  test.each([0, -1, 1.5, null, '700', 1e13])('an amount of %j is refused', async (amount) => {
    const { id } = await place();
    expect((await add(id, amount)).status).toBe(400);
  });

  test('each part has a mail', async () => {
    const { id, total } = await place();
    await add(id, 1000);
    await add(id, total - 1000);
    const mails = await adminShop.mailed(id);
    expect(mails.filter((mail) => mail === 'payment_received')).toHaveLength(2);
  });
});
