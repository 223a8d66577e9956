import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import {
  type Payments,
  ProviderFailure,
  ProviderRefusal,
} from '#server/ports/payments/payments.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { beginAttempt, providerOf, told } from '#server/testing/begun-attempt.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { changePayment } from './change-payment.ts';
import { refundPayment, usualWay } from './refund-payment.ts';

const now = Date.now();
const give = vi.fn<Payments['refund']>();
const shop = useWebpayShop('sqlite');
beforeAll(() => {
  shop.shop.context.clock = () => now;
});
beforeEach(() => {
  give.mockReset().mockRejectedValue(new ProviderFailure('no answer'));
});

type Refund = Parameters<typeof refundPayment>[2];

/** An order that was paid online. */
async function paid() {
  const attempt = await beginAttempt(shop);
  const { amount, orderId } = attempt;
  const word = (refunded: number) => ({ state: 'paid', amount, refunded }) as const;
  const report = (refunded: number) =>
    changePayment(shop.shop.context, attempt.id, () => ({
      event: { type: 'told', word: word(refunded) },
    }));
  await report(0);
  return {
    ...{ ...attempt, report },
    order: async () => detailed(await shop.ask(`/orders/${orderId}`)),
    note: async (amount: number) =>
      detailed(await shop.change(`${orderId}/refunds`, { how: 'cash', amount }, 'POST')),
    /** @returns the pesos that the provider was asked for, or the code and text of the error */
    refund: async (refund: Refund = {}, other: Partial<Payments> = {}, key?: string) => {
      const payments = { ...providerOf(shop), refund: give, ...other };
      const before = give.mock.calls.length;
      try {
        const target = { id: orderId, by: 'jefa', version: null };
        await refundPayment({ ...shop.shop.context, payments }, target, refund, key);
      } catch (error) {
        if (error instanceof ShopError)
          return `${error.code} ${error.details.message ?? ''}`.trim();
        throw error;
      }
      return give.mock.calls.slice(before).map(([, { amount: asked }]) => asked);
    },
    told: (refunded: number) => told(word(refunded)),
  };
}

test('is asked for by a key of its own, and under way until the provider says so', async () => {
  const order = await paid();
  const plan = (await order.row()).reading_job;
  expect(await order.refund({ amount: 500, reason: 'complaint' })).toEqual([500]);
  const row = await order.row();
  const key = row.refund_key ?? '';
  expect(row).toMatchObject({
    ...{ state: 'refunding', refunding: 500, refund_reason: 'complaint', refunding_since: now },
    refund_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(row.reading_job).not.toBe(plan);
  expect(give.mock.calls[0]?.[1]).toEqual({ amount: 500, key });
  expect(await order.refund()).toBe(
    'refund_too_large Hay una devolución en curso: espera a que termine',
  );
  await order.report(500);
  give.mockResolvedValueOnce(order.told(700));
  expect(await order.refund({ amount: 200 })).toEqual([200]);
  const done = await order.row();
  expect(done).toMatchObject({ state: 'paid', refunded: 700, refunding: 0, refund_reason: null });
  expect(done.refund_key).not.toBe(key);
});

test('is asked for once by a key, unless the provider refused it', async () => {
  const order = await paid();
  const transfer = { amount: 400, paidAt: '2026-03-09', how: 'Transferencia' };
  await shop.change(`${order.orderId}/payments`, transfer, 'POST');
  give.mockRejectedValueOnce(new ProviderRefusal(422));
  expect(await order.refund({}, {}, 'key')).toMatch(/^payment_unavailable/);
  give.mockResolvedValueOnce(order.told(400));
  expect(await order.refund({}, {}, 'key')).toEqual([400]);
  expect(await order.refund({}, {}, 'key')).toEqual([]);
  expect(await order.refund({ amount: 100 }, {}, 'key')).toBe('idempotency_key_reused');
  expect(await usualWay(shop.shop.context.db.queries, order.orderId, 'key')).toBe('online');
  // By another way it is another request, whichever came first.
  const note = (amount: number, key: string) =>
    shop.ask(`/orders/${order.orderId}/refunds`, {
      ...{ method: 'POST', json: { how: 'cash', amount } },
      headers: { 'idempotency-key': key },
    });
  await order.report(400);
  expect(refused(await note(1, 'key'))).toBe('422 idempotency_key_reused');
  expect((await note(1, 'nota')).status).toBe(200);
  expect(await order.refund({ amount: 1 }, {}, 'nota')).toBe('idempotency_key_reused');
  expect(await usualWay(shop.shop.context.db.queries, order.orderId, 'nota')).toBe('cash');
  expect(await order.row()).toMatchObject({ refunded: 400, refunding: 0 });
});

test('is what the order was promised, else all that is left of order and attempt', async () => {
  const [whole, promised, uncounted] = [await paid(), await paid(), await paid()];
  await whole.note(300);
  expect(await whole.refund({ amount: whole.amount - 299 })).toBe('refund_too_large');
  expect(await whole.refund({ amount: 0 })).toBe('refund_too_large');
  expect(await whole.refund()).toEqual([whole.amount - 300]);

  // What is open is the rest of a cancelled order, of which a part went back in cash.
  await promised.note(300);
  await shop.setStatus(promised.orderId, 'cancelled');
  expect(await promised.refund()).toEqual([promised.amount - 300]);

  // An overpaid order is promised what is too much.
  const over = await paid();
  const transfer = { amount: 400, paidAt: '2026-03-09', how: 'Transferencia' };
  await shop.change(`${over.orderId}/payments`, transfer, 'POST');
  expect(await over.refund()).toEqual([400]);

  // Money that no order counts goes back whole.
  await uncounted.note(uncounted.amount);
  expect(await uncounted.refund()).toBe('refund_too_large');
  await uncounted.set({ paid_order: 0 });
  expect(await uncounted.refund()).toEqual([uncounted.amount]);
});

test('of an unpaid order, or by a provider that is off, is refused', async () => {
  const order = await paid();
  const { id } = await shop.place();
  const target = { id, by: 'jefa', version: null };
  await expect(refundPayment(shop.shop.context, target, {})).rejects.toMatchObject({
    code: 'refund_too_large',
  });
  await order.move('provider', 'mercadopago');
  expect(await order.refund()).toBe(
    'payment_unavailable Este pago es de Mercado Pago, que está desactivado. Devuélvelo por otro medio y anótalo aquí',
  );
  const off = refundPayment({ ...shop.shop.context, payments: null }, target, {});
  await expect(off).rejects.toMatchObject({ code: 'not_found' });
});

test('that began before online payments were turned off is noted by hand, once it went back', async () => {
  const order = await paid();
  await order.refund();
  const { context } = shop.shop;
  const { payments } = context;
  try {
    context.payments = null;
    const again = await shop.change(`${order.orderId}/refunds`, {}, 'POST');
    expect([again.status, again.body.message]).toEqual([
      502,
      'Este pago es de Webpay, que está desactivado. Mira en Webpay si ya se devolvió y anótalo aquí',
    ]);
    expect((await order.note(order.amount)).balance).toBe(order.amount);
  } finally {
    context.payments = payments;
  }
  // What the provider says of it later is the same money.
  await order.report(order.amount);
  expect((await order.order()).balance).toBe(order.amount);
});

test('that the provider refuses is over; any other error is thrown', async () => {
  const order = await paid();
  give.mockRejectedValueOnce(new ProviderRefusal(422));
  expect(await order.refund({ cancels: true })).toBe(
    'payment_unavailable Webpay no aceptó la devolución: no se devolvió nada',
  );
  expect(await order.row()).toMatchObject({ state: 'paid', refunding: 0 });
  expect((await order.order()).status).toBe('pending');
  give.mockRejectedValueOnce(new Error('broken'));
  await expect(order.refund()).rejects.toThrow('broken');
  expect(await order.row()).toMatchObject({ state: 'refunding' });
});

test('goes by default the way that the money came', async () => {
  const way = (id: string) => usualWay(shop.shop.context.db.queries, id);
  const online = await paid();
  expect(await way(online.orderId)).toBe('online');
  const byHand = await beginAttempt(shop);
  expect(await way(byHand.orderId)).toBe('online');
  const note = { paidAt: '2026-03-09', how: 'Transferencia' };
  await shop.change(`${byHand.orderId}/payment`, note);
  expect(await way(byHand.orderId)).toBe('transfer');
  const { id } = await shop.place();
  await shop.change(`${id}/payment`, note);
  expect([await way(id), await way('no-hay')]).toEqual(['transfer', 'online']);
});
