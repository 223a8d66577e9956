import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import {
  type Payments,
  ProviderFailure,
  ProviderRefusal,
} from '#server/ports/payments/payments.ts';
import { beginAttempt, providerOf, told } from '#server/testing/begun-attempt.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { setRows } from '#server/testing/rows.ts';
import { beginPayment } from './begin-payment.ts';
import { findAttempts } from './repo.ts';
import { BEGIN_MS } from './settle-payment.ts';

let now = Date.now();
let count = 0;
const create = vi.fn<Payments['begin']>();
const settle = vi.fn<Payments['settle']>();
const fail = vi.fn();
const shop = useWebpayShop('sqlite');
beforeAll(() => {
  shop.shop.context.clock = () => now;
});
beforeEach(() => {
  for (const mock of [create, settle, fail]) mock.mockReset();
  create.mockImplementation(async () => {
    count += 1;
    return { token: `T${count}`, redirectUrl: `https://banco.cl/${count}` };
  });
  settle.mockResolvedValue(told({ state: 'pending' }));
});

/** Begins to pay an order. @returns the token of the attempt, or the code and text of the error */
async function begin(orderId: string, key = 'k', other: Partial<Payments> = {}): Promise<string> {
  const { context } = shop.shop;
  const payments = { ...providerOf(shop), begin: create, settle, read: settle, ...other };
  const of = { token: firstToken(context, orderId), orderId: null, buyer: null };
  try {
    return (await beginPayment(context, payments, { of, key, fail })).fields.token_ws ?? '';
  } catch (error) {
    if (error instanceof ShopError) return `${error.code} ${error.details.message ?? ''}`.trim();
    throw error;
  }
}

test('the provider gets number, amount, end and addresses of the attempt', async () => {
  const { id: orderId, deliveryData } = await shop.place();
  expect(await begin(orderId)).toBe('T1');
  const [row] = await findAttempts(shop.shop.context.db.queries, orderId);
  const { publicUrl } = shop.shop.context;
  expect(create.mock.calls).toEqual([
    [
      {
        ...{ id: row?.id, orderId, amount: deliveryData.pricing.totalAmount },
        endsAt: now + providerOf(shop).lifeMs,
        returnUrl: expect.stringContaining(`${publicUrl}/api/payments/webpay/return/`),
        noticeUrl: `${publicUrl}/api/payments/webpay/notice`,
      },
    ],
  ]);
  expect(row).toMatchObject({ state: 'open', token: 'T1', redirect_url: 'https://banco.cl/1' });
});

test('an open attempt is given again while it can be paid, by this provider', async () => {
  const attempt = await beginAttempt(shop);
  const { token } = await attempt.row();
  const { payableMs } = providerOf(shop);
  now += payableMs - 1;
  expect(await begin(attempt.orderId)).toBe(token);
  now += 1;
  const later = await begin(attempt.orderId);
  expect(later).not.toBe(token);
  now += 1;
  const foreign = { provider: 'mercadopago' } as const;
  expect(await begin(attempt.orderId, 'k', foreign)).not.toBe(later);
  const rows = await attempt.rows();
  expect(rows.map((row) => row.is_superseded)).toEqual([1, 1, 0]);
});

test.each([
  ['of another amount', { amount: 1 }],
  ['that was superseded', { is_superseded: 1 }],
] as const)('an attempt %s is not given again', async (_which, values) => {
  const attempt = await beginAttempt(shop);
  const { token } = await attempt.row();
  expect(await begin(attempt.orderId, 'a')).toBe(token);
  await attempt.set(values);
  expect(await begin(attempt.orderId, 'a')).toBe(`T${count}`);
});

test('one that was begun by links that have ended is not given to the holder of others', async () => {
  const attempt = await beginAttempt(shop);
  await attempt.move('links_ended', 1);
  expect(await begin(attempt.orderId)).toBe(`T${count}`);
});

test('one whose order gets other links while it is begun belongs to nobody', async () => {
  const attempt = await beginAttempt(shop);
  await attempt.set({ state: 'created', token: null, redirect_url: null });
  const waiting = begin(attempt.orderId);
  await setRows(shop.shop.context, 'orders', { id: attempt.orderId }, { links_ended: 1 });
  expect(await waiting).toBe('not_found');
  expect(create).not.toHaveBeenCalled();
});

test('one that was refused is given again only where a buyer may try again in it', async () => {
  const attempt = await beginAttempt(shop);
  const { token } = await attempt.row();
  await attempt.set({ state: 'refused' });
  expect(await begin(attempt.orderId, 'a', { retriesWithinAttempt: true })).toBe(token);
  expect(await begin(attempt.orderId, 'b', { retriesWithinAttempt: false })).not.toBe(token);
});

test('while another request creates the attempt, it is waited for, and not for longer', async () => {
  const attempt = await beginAttempt(shop);
  const { token } = await attempt.row();
  await attempt.set({ state: 'created', token: null, redirect_url: null });
  now += BEGIN_MS - 1;
  const waiting = ['a', 'b'].map((key) => begin(attempt.orderId, key));
  expect(await Promise.race([...waiting, Promise.resolve('waits')])).toBe('waits');
  await attempt.set({ state: 'open', token, redirect_url: 'https://banco.cl/x' });
  expect(await Promise.all(waiting)).toEqual([token, token]);
  expect(create).not.toHaveBeenCalled();
  await attempt.set({ state: 'created', token: null, redirect_url: null });
  now += 1;
  expect(await begin(attempt.orderId, 'a')).toBe(`T${count}`);
  expect(create).toHaveBeenCalledOnce();
});

test('an attempt interrupted before the clock was set back is not waited for', async () => {
  const attempt = await beginAttempt(shop);
  await attempt.set({ state: 'created', token: null, redirect_url: null });
  now -= 3_600_000;
  expect(await begin(attempt.orderId)).toBe(`T${count}`);
});

test('an attempt whose order ended while it was created is given to nobody', async () => {
  const { id } = await shop.place();
  create.mockImplementationOnce(async () => {
    await shop.setStatus(id, 'cancelled');
    return { token: 'ended', redirectUrl: 'https://banco.cl/ended' };
  });
  expect(await begin(id)).toBe('payment_unavailable');
  expect(fail).not.toHaveBeenCalled();
  expect(await begin(id)).toBe('order_cancelled');
});

test('a provider that fails or refuses is told, and the same key begins anew', async () => {
  const { id } = await shop.place();
  for (const error of [new ProviderFailure('no answer'), new ProviderRefusal(422)]) {
    create.mockRejectedValueOnce(error);
    expect(await begin(id)).toBe('payment_unavailable');
    expect(fail).toHaveBeenLastCalledWith(error.message);
  }
  expect(await begin(id)).toBe(`T${count}`);
  const rows = await findAttempts(shop.shop.context.db.queries, id);
  expect(rows.map(({ state }) => state).toSorted()).toEqual(['expired', 'expired', 'open']);
  const other = await shop.place();
  create.mockRejectedValueOnce(new Error('broken'));
  await expect(begin(other.id)).rejects.toThrow('broken');
});

test('one whose result is unknown is read once, and nothing else is begun', async () => {
  const attempt = await beginAttempt(shop);
  await attempt.set({ state: 'unknown' });
  expect(await begin(attempt.orderId)).toMatch(/^payment_unavailable Estamos confirmando tu pago/);
  expect(settle).toHaveBeenCalledOnce();
  settle.mockResolvedValueOnce(told({ state: 'refused' }));
  expect(await begin(attempt.orderId)).toBe(`T${count}`);
});

test('a quote that nobody accepted, and an order without a price, are not called paid', async () => {
  const deliveryData = { fullName: 'Liceo', phone: '912345678' };
  const quote = { validUntil: '2099-01-01', lines: [{ quantity: 60 }] };
  for (const more of [{ quote }, {}]) {
    const { order } = await shop.open({ deliveryData, ...more });
    expect(await begin(order.id)).toMatch(/^order_incomplete/);
  }
});

test('an order whose money came, or is going back, is not paid again', async () => {
  const attempt = await beginAttempt(shop);
  for (const state of ['paid', 'refunding'] as const) {
    await attempt.set({ state });
    expect(await begin(attempt.orderId)).toBe('already_paid');
  }
  await attempt.set({ state: 'refunded', paid_order: 1 });
  expect(await begin(attempt.orderId)).toBe(`T${count}`);
  expect((await attempt.rows()).map(({ number }) => number).toSorted()).toEqual([1, 2]);
});
