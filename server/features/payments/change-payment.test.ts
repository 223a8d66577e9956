import { describe, expect, test } from 'vitest';
import { detailed } from '#server/testing/admin-shop.ts';
import { beginAttempt, told } from '#server/testing/begun-attempt.ts';
import { readJobs } from '#server/testing/jobs.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';
import { changePayment } from './change-payment.ts';
import { findAttempts } from './repo.ts';

const CLP = 'CLP';
const HOW = { method: 'credit', authorizationCode: '12', fee: 34 } as const;
const NO_FEE = { method: null, authorizationCode: null, fee: null };

describe.each(databases)("a provider's report on %s", (kind) => {
  const testAbove = testOnAny(kind);
  const shop = useWebpayShop(kind);

  let count = 0;
  async function begun() {
    const attempt = await beginAttempt(shop);
    count += 1;
    const providerId = `P${count}`;
    const report = (...given: Parameters<typeof told>) =>
      changePayment(
        shop.shop.context,
        attempt.id,
        (_row, _order, own) => ({ event: own && { type: 'told', word: own.word } }),
        told(...given),
      );
    return {
      ...{ ...attempt, providerId, second: `${providerId}-2`, report },
      order: async () => detailed(await shop.ask(`/orders/${attempt.orderId}`)),
      ask: async (path: string, method: string, json?: object) =>
        detailed(await shop.ask(`/orders/${attempt.orderId}/${path}`, { method, json })),
      /** Reports the state of the attempt's own payment. */
      pay: (amount = attempt.amount, refunded = 0) =>
        report({ state: 'paid', amount, refunded }, { providerId }),
      /** The mails about its payments, with what they say. */
      mails: async () =>
        (await readJobs(shop.shop.context.db))
          .filter(
            ({ kind, payload }) =>
              /payment_|refund_/.test(kind) && payload.includes(attempt.id.slice(0, 11)),
          )
          .map(({ kind, payload }) => {
            const { amount, why } = JSON.parse(payload);
            return [kind.replace('mail.', ''), amount ?? why].filter(Boolean).join(' ');
          })
          .toSorted(),
    };
  }

  test('of a second payment within an attempt is another row, told once', async () => {
    const attempt = await begun();
    const { amount, providerId, second, report } = attempt;
    await attempt.pay();
    const both = (refunded: { own?: number; other?: number } = {}) =>
      report(
        { state: 'paid', amount, refunded: refunded.other ?? 0 },
        {
          providerId: second,
          others: [{ providerId, amount, refunded: refunded.own ?? 0, currency: CLP, ...HOW }],
        },
      );
    for (let times = 0; times < 2; times += 1) await both();
    const [own, other, ...more] = await attempt.rows();
    expect(more).toEqual([]);
    expect(own).toMatchObject({
      ...{ id: attempt.id, provider_id: providerId, state: 'paid', amount, paid_order: 1 },
      ...{ method: 'credit', authorization_code: '12', fee: 34 },
    });
    expect(other).toMatchObject({
      ...{ reference: attempt.id, provider_id: second, state: 'paid', amount, refunded: 0 },
      ...{ is_superseded: 1, paid_order: 0, method: 'debit', authorization_code: '7', fee: 9 },
    });
    expect(await attempt.mails()).toEqual(['payment_received', 'payment_told late']);

    // What went back of the order's own payment counts, that of the other does not.
    await both({ own: 300 });
    expect(await attempt.order()).toMatchObject({ refunds: [{ amount: 300, how: 'online' }] });
    await both({ own: 300, other: amount });
    expect((await attempt.order()).refunds).toHaveLength(1);
    const rows = await attempt.rows();
    expect(rows.map(({ state, refunded }) => [state, refunded])).toEqual([
      ['paid', 300],
      ['refunded', amount],
    ]);
    const news = [300, amount].flatMap((sum) => [`payment_refunded ${sum}`, `refund_told ${sum}`]);
    const first = ['payment_received', 'payment_told late'];
    expect(await attempt.mails()).toEqual([...first, ...news].toSorted());

    // Also when it is the other one that is read.
    const ofOther = told({ state: 'paid', amount, refunded: 500 }, { providerId });
    await changePayment(
      shop.shop.context,
      other?.id ?? '',
      (_row, _order, part) => ({ event: part && { type: 'told', word: part.word } }),
      ofOther,
    );
    expect((await attempt.order()).refunds.map((refund) => refund.amount)).toEqual([300, 200]);
    expect((await attempt.row()).refunded).toBe(500);
  });

  testAbove('without the known payment leaves it as it is', async () => {
    const attempt = await begun();
    await attempt.pay();
    await attempt.report({ state: 'paid', amount: attempt.amount - 1, refunded: 1 });
    expect(await attempt.rows()).toMatchObject([{ amount: attempt.amount, refunded: 0 }]);
    // A report without details erases none, and the payment's number stays.
    const word = { state: 'paid', amount: attempt.amount, refunded: 0 } as const;
    const { providerId } = attempt;
    await changePayment(shop.shop.context, attempt.id, () => null, {
      ...{ word, providerId, others: [], how: NO_FEE },
    });
    expect(await attempt.rows()).toMatchObject([
      { provider_id: providerId, method: 'debit', authorization_code: '7', fee: 9 },
    ]);
  });

  testAbove('before any money has the number of the latest try', async () => {
    const attempt = await begun();
    for (const providerId of [attempt.second, attempt.providerId, null]) {
      await attempt.report({ state: 'refused' }, { providerId });
    }
    expect(await attempt.row()).toMatchObject({ provider_id: attempt.providerId, paid_at: null });
  });

  testAbove('of dollars pays no order, and of another attempt leaves it as it is', async () => {
    const [attempt, foreign] = [await begun(), await begun()];
    await foreign.pay();
    const { amount, providerId, second, report } = attempt;
    const dollars = { providerId: second, amount, refunded: 0, currency: 'USD', ...HOW };
    const theirs = { ...dollars, providerId: foreign.providerId, refunded: 5, currency: CLP };
    await report({ state: 'paid', amount, refunded: 0 }, { providerId, others: [dollars, theirs] });
    expect(await attempt.rows()).toHaveLength(1);
    expect(await foreign.row()).toMatchObject({ refunded: 0 });
    const strays = await findRows(shop.shop.context, 'stray_payments', {
      order_id: attempt.orderId,
    });
    expect(strays).toMatchObject([{ provider_id: second, currency: 'USD', amount }]);
  });

  testAbove('of less than before takes the payment off; of more, restates it', async () => {
    const [short, more] = [await begun(), await begun()];
    const { amount } = short;
    await short.pay();
    await short.pay(amount - 100);
    expect(await short.order()).toMatchObject({ payment: null, payments: [], balance: amount });
    expect(await short.row()).toMatchObject({ paid_order: 0, amount: amount - 100 });
    expect(await short.mails()).toEqual(['payment_received', 'payment_told late']);
    await short.pay();
    expect(await short.order()).toMatchObject({ payment: { how: 'Webpay' }, balance: 0 });

    await more.pay();
    await more.pay(amount + 100);
    const restated = await more.order();
    expect(restated).toMatchObject({
      ...{ payments: [{ amount: amount + 100 }], balance: -100 },
      payment: { how: 'Webpay' },
    });
    expect(restated.history.at(-1)).toMatchObject({
      action: 'payment_changed',
      changes: [{ field: 'paidAmount', from: amount, to: amount + 100 }],
    });
    expect(await more.row()).toMatchObject({ paid_order: 1 });
    // Of which a part went back it stays, with no less than went back.
    await more.pay(amount + 100, 600);
    await more.pay(500, 500);
    expect(await more.order()).toMatchObject({ payments: [{ amount: 600 }], balance: amount });
    expect(await more.mails()).toEqual([
      ...['payment_received', 'payment_refunded 600', 'refund_told 600'],
    ]);
  });

  testAbove('of money that no order counts changes no order', async () => {
    const attempt = await begun();
    const { amount, second, providerId, report } = attempt;
    await attempt.ask('payment', 'PUT', { paidAt: '2026-03-09', how: 'Transferencia' });
    await attempt.pay();
    await attempt.pay(amount, 300);
    const order = await attempt.order();
    expect(order).toMatchObject({ payments: [{ how: 'Transferencia', amount }], refunds: [] });
    expect(await attempt.row()).toMatchObject({ paid_order: 0, refunded: 300 });
    // One that had already gone back when it was seen.
    const others = [{ providerId: second, amount: 50, refunded: 50, currency: CLP, ...HOW }];
    await report({ state: 'paid', amount, refunded: 300 }, { providerId, others });
    expect(await attempt.rows()).toMatchObject([{ state: 'paid' }, { state: 'refunded' }]);
    const news = [300, 50].flatMap((sum) => [`payment_refunded ${sum}`, `refund_told ${sum}`]);
    expect(await attempt.mails()).toEqual(
      ['payment_received', 'payment_told late', ...news].toSorted(),
    );
  });

  testAbove('of another amount restates its own payment alone', async () => {
    const { id: orderId, deliveryData } = await shop.place();
    const part = { amount: 1000, paidAt: '2026-03-09', how: 'Transferencia' };
    await shop.change(`${orderId}/payments`, part, 'POST');
    expect((await shop.begin(orderId)).status).toBe(201);
    const { queries } = shop.shop.context.db;
    const [row] = await findAttempts(queries, orderId);
    const rest = deliveryData.pricing.totalAmount - 1000;
    expect(row?.amount).toBe(rest);
    for (const amount of [rest, rest + 100]) {
      const event = { type: 'told', word: { state: 'paid', amount, refunded: 0 } } as const;
      await changePayment(shop.shop.context, row?.id ?? '', () => ({ event }));
    }
    const { payments } = detailed(await shop.ask(`/orders/${orderId}`));
    expect(payments.map(({ amount }) => amount)).toEqual([1000, rest + 100]);
  });

  testAbove('of a refund counts what had not gone back in another way', async () => {
    const attempt = await begun();
    const { amount } = attempt;
    await attempt.pay();
    await attempt.ask('refunds', 'POST', { how: 'cash', amount: amount - 200 });
    await attempt.set({ refund_reason: 'complaint' });
    await attempt.pay(amount, 500);
    const { refunds, history } = await attempt.order();
    expect(refunds.map((refund) => [refund.amount, refund.how, refund.reason])).toEqual([
      [amount - 200, 'cash', 'other'],
      [200, 'online', 'other'],
    ]);
    expect(history.at(-1)).toMatchObject({
      action: 'refund_confirmed',
      changes: [{ field: 'refunded', from: amount - 200, to: amount }],
    });
    const { version } = await attempt.order();
    await attempt.pay(amount, 600);
    expect((await attempt.order()).version).toBe(version);
    expect((await attempt.row()).refunded).toBe(600);
  });

  testAbove('of a larger refund than the panel asked for tells the owner of the rest', async () => {
    const attempt = await begun();
    const { amount } = attempt;
    await attempt.pay();
    await attempt.set({ state: 'refunding', refunding: 500, refund_reason: 'complaint' });
    await attempt.pay(amount, 700);
    expect((await attempt.order()).refunds).toMatchObject([{ amount: 700, reason: 'complaint' }]);
    const news = ['payment_received', 'payment_refunded 700', 'refund_told 200'];
    expect(await attempt.mails()).toEqual(news);
  });

  testAbove('that never comes is told to the owner, once', async () => {
    const attempt = await begun();
    const giveUp = () =>
      changePayment(shop.shop.context, attempt.id, () => ({ event: { type: 'given_up' } }));
    for (let times = 0; times < 2; times += 1) {
      expect(await giveUp()).toMatchObject({ state: 'unknown', is_superseded: 1 });
    }
    expect(await attempt.mails()).toEqual(['payment_told unknown']);
  });

  testAbove('of a deleted order is stored, and told to an owner who has an address', async () => {
    const [attempt, other] = [await begun(), await begun()];
    await attempt.move('order_id', 'NO-HAY');
    expect(await attempt.pay()).toMatchObject({ state: 'paid', paid_order: 0 });
    expect(await attempt.mails()).toEqual(['payment_told late']);
    const { context } = shop.shop;
    const { settings } = context;
    context.settings = {
      ...settings,
      read: async (tx) => {
        const read = await settings.read(tx);
        const seller = { ...read.settings.seller, email: '' };
        return { ...read, settings: { ...read.settings, seller } };
      },
    };
    await other.move('order_id', 'NO-HAY');
    await other.pay();
    await other.pay(other.amount, 100);
    context.settings = settings;
    expect(await other.mails()).toEqual(['payment_refunded 100']);
    expect(await changePayment(context, 'no-hay', () => null)).toBeNull();
  });
});
