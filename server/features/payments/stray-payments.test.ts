import { expect, test } from 'vitest';
import { TODAY_LIMIT } from '#contract/today/today.ts';
import { beginAttempt } from '#server/testing/begun-attempt.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { readStrays, recordStray, setHandled } from './stray-payments.ts';

const START = Date.parse('2026-03-09T12:00:00Z');

const shop = useWebpayShop('sqlite');

const strays = () => readStrays(shop.shop.context, shop.shop.context.db.queries);
const record = (providerId: string, minute: number, { refunded = 0, currency = 'CLP' } = {}) =>
  recordStray(
    shop.shop.context.db.queries,
    {
      ...{ provider: 'webpay', orderId: null },
      taken: {
        ...{ providerId, amount: 900, refunded, currency },
        ...{ method: null, authorizationCode: null, fee: null },
      },
    },
    START + minute * 60_000,
  );

test('money for no order is listed, oldest first, with why and what may be done', async () => {
  const held = async (minute: number, state: 'paid' | 'refunding' = 'paid') => {
    const attempt = await beginAttempt(shop);
    const paid_at = START + minute * 60_000;
    await attempt.set({ state, paid_at, refunded: 100, provider_id: `S${minute}` });
    return attempt;
  };
  await record('S4', 4, { currency: 'USD' });
  await record('S2', 2);
  await record('S8', 8, { refunded: 900 });
  const other = await held(1);
  const cancelled = await held(3);
  const binned = await held(5);
  const gone = await held(6);
  const paid = await held(7, 'refunding');
  await other.move('provider', 'mercadopago');
  await shop.setStatus(cancelled.orderId, 'cancelled');
  await shop.remove(binned.orderId);
  await gone.move('order_id', 'NO-HAY');
  const note = { paidAt: '2026-03-09', how: 'Transferencia' };
  await shop.change(`${paid.orderId}/payment`, note);
  // One that its order counts, or that went back, is none.
  await (await held(9)).set({ paid_order: 1 });
  await (await held(10)).set({ state: 'refunded' });

  const amount = paid.amount - 100;
  const { count, strays: listed } = await strays();
  expect(count).toBe(7);
  const rest = { isRefunding: false, canRefund: false };
  const unknown = { orderId: null, amount: 900, ...rest };
  expect(listed).toMatchObject([
    { providerId: 'S1', reason: 'amount', amount, provider: 'mercadopago', ...rest },
    { providerId: 'S2', reason: 'unknown', currency: 'CLP', ...unknown },
    { providerId: 'S3', reason: 'cancelled', isRefunding: false, canRefund: true },
    { providerId: 'S4', reason: 'currency', currency: 'USD', ...unknown },
    { providerId: 'S5', reason: 'deleted', orderId: binned.orderId, ...rest },
    { providerId: 'S6', reason: 'deleted', ...rest },
    { providerId: 'S7', reason: 'paid', amount, isRefunding: true, canRefund: false },
  ]);
  expect(listed[1]?.at).toBe('2026-03-09T12:02:00.000Z');
  // What the provider reports later counts.
  await record('S2', 30, { refunded: 899 });
  expect((await strays()).strays[1]).toMatchObject({ providerId: 'S2', amount: 1 });
});

test('one that is handled is noted once, by its order or its number', async () => {
  const { context } = shop.shop;
  const [own, other] = ['cancelled', 'unknown'].map((reason) => async () => {
    const all = (await strays()).strays;
    return all.find((stray) => stray.reason === reason);
  });
  const [first, second] = [await own?.(), await other?.()];
  for (const stray of [first, second]) {
    for (const [at, isHandled] of [true, true, false, false, true].entries()) {
      const later = { ...context, clock: () => START + at };
      await setHandled(later, { id: stray?.id ?? '', by: 'jefa', isHandled });
    }
  }
  expect(await Promise.all([own?.(), other?.()])).toEqual([undefined, undefined]);
  const notes = await context.db.queries
    .selectFrom('audit_log')
    .select(['entity', 'entity_id', 'changes', 'actor_uid'])
    .where('action', '=', 'payment_handled')
    .orderBy('at')
    .execute();
  const changes = [true, false, true].map((to) =>
    JSON.stringify([{ field: 'handled', from: !to, to }]),
  );
  for (const [entity, entity_id] of [
    ['order', first?.orderId],
    ['payment', 'S2'],
  ]) {
    expect(notes.filter((note) => note.entity === entity)).toEqual(
      changes.map((each) => ({ entity, entity_id, changes: each, actor_uid: 'jefa' })),
    );
  }
  expect((await strays()).count).toBe(5);
});

test('one that its order counts is not to be handled', async () => {
  const counted = await beginAttempt(shop);
  await counted.set({ state: 'paid', paid_order: 1 });
  const handling = setHandled(shop.shop.context, { id: counted.id, by: 'jefa', isHandled: true });
  await expect(handling).rejects.toMatchObject({ code: 'not_found' });
});

test('no more than a page is listed, and all are counted', async () => {
  const { count } = await strays();
  for (let at = 0; at <= TODAY_LIMIT; at += 1) await record(`many ${at}`, 60 + at);
  const { strays: listed, count: all } = await strays();
  expect(all).toBe(count + TODAY_LIMIT + 1);
  const others = listed.filter(({ orderId }) => orderId === null);
  expect(others).toHaveLength(TODAY_LIMIT);
});
