import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { readJobs, until } from '#server/testing/jobs.ts';
import { openMercadoPagoShop } from '#server/testing/payment-shop.ts';
import { findRows } from '#server/testing/rows.ts';
import { anyDatabase, useOpened } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('paying by Mercado Pago on %s', (kind) => {
  const shop = useOpened(
    () => openMercadoPagoShop(kind),
    ({ shop }) => shop.close(),
  );
  beforeAll(() => shop.work());

  /** Places an order and begins to pay it. */
  async function begun() {
    const { id, deliveryData } = await shop.place();
    const { status, body } = await shop.begin(id);
    expect([status, body.fields]).toEqual([201, {}]);
    const preference = new URL(String(body.redirectUrl)).searchParams.get('pref_id') ?? '';
    return { id, preference, total: deliveryData.pricing.totalAmount };
  }

  const paymentOf = async (id: string) => detailed(await shop.ask(`/orders/${id}`)).payment;
  const send = async ({ url, init }: { url: string; init: RequestInit }) => {
    const { status } = await shop.shop.fetch(url.slice(new URL(url).origin.length), init);
    return status;
  };
  const jobs = () => readJobs(shop.shop.context.db);
  const waitingNotices = async () =>
    (await jobs()).filter(({ kind, state }) => kind === 'payment.notice' && state === 'waiting')
      .length;
  const isState = (id: string, state: string) => async () =>
    JSON.stringify(await shop.stateOf(id)).includes(`"${state}"`);

  test('a notice alone pays the order of a buyer who closed the tab', async () => {
    const { id, preference, total } = await begun();
    const { payment } = shop.double.pay(preference);
    const notice = shop.double.noticeOf(payment);
    expect(await Promise.all([send(notice), send(notice)])).toEqual([200, 200]);
    await until(isState(id, 'paid'));
    expect(await shop.stateOf(id)).toEqual({ state: 'paid', amount: total, refunded: 0 });
    expect(await paymentOf(id)).toMatchObject({ how: 'Mercado Pago' });
    expect(detailed(await shop.ask(`/orders/${id}`)).onlinePayment).toMatchObject({
      ...{ provider: 'mercadopago', providerId: String(payment.id), method: 'debit' },
      ...{ authorizationCode: '301299', fee: Math.round(total / 25) },
      reference: payment.external_reference,
    });
    const mails = (await readJobs(shop.shop.context.db)).filter(
      ({ kind, payload }) => kind === 'mail.payment_received' && payload.includes(id),
    );
    expect(mails).toHaveLength(1);
  });

  test('a notice with a wrong signature is refused, and nothing is asked of the provider', async () => {
    const { id, preference } = await begun();
    const { payment } = shop.double.pay(preference);
    const before = shop.double.calls.length;
    expect(await send(shop.double.noticeOf(payment, { secret: 'otro' }))).toBe(401);
    const { url, init } = shop.double.noticeOf(payment);
    expect(
      await send({ url, init: { ...init, headers: { 'content-type': 'application/json' } } }),
    ).toBe(401);
    expect(shop.double.calls.length).toBe(before);
    expect(await shop.stateOf(id)).toMatchObject({ state: 'open' });
  });

  test('a buyer fails, tries again in the same place and has paid', async () => {
    const { id, preference, total } = await begun();
    await shop.follow(shop.double.pay(preference, 'rejected').returnUrl);
    expect(await shop.stateOf(id)).toMatchObject({ state: 'refused' });
    const again = await shop.begin(id);
    expect(String(again.body.redirectUrl)).toContain(preference);
    await shop.follow(shop.double.pay(preference).returnUrl);
    expect(await shop.stateOf(id)).toMatchObject({ state: 'paid' });
    expect(shop.double.heldFor(id)).toBe(total);
  });

  test('a second payment of one attempt is told to the owner, and goes back first', async () => {
    const { id, preference, total } = await begun();
    const first = shop.double.pay(preference).payment;
    const second = shop.double.pay(preference).payment;
    await send(shop.double.noticeOf(first));
    await send(shop.double.noticeOf(second));
    const seen = () => findRows(shop.shop.context, 'payments', { order_id: id });
    await until(async () => (await seen()).length === 2);
    expect(shop.double.heldFor(id)).toBe(2 * total);
    const isSecond = async () => detailed(await shop.ask(`/orders/${id}`)).onlinePayment?.isSecond;
    expect(await isSecond()).toBe(true);
    const refund = { method: 'POST', json: {} };
    await shop.ask(`/orders/${id}/refunds`, refund);
    expect(shop.double.heldFor(id)).toBe(total);
    expect(await shop.stateOf(id)).toEqual({ state: 'paid', amount: total, refunded: 0 });
    expect(await isSecond()).toBeUndefined();
    expect((await seen()).filter(({ paid_order }) => paid_order === 1)).toHaveLength(1);
  });

  test('money of an older attempt pays the order that still waits for it', async () => {
    const { id, preference, total } = await begun();
    shop.advance(55 * 60_000);
    expect(String((await shop.begin(id)).body.redirectUrl)).not.toContain(preference);
    await send(shop.double.noticeOf(shop.double.pay(preference).payment));
    await until(isState(id, 'paid'));
    expect(await paymentOf(id)).toMatchObject({ how: 'Mercado Pago' });
    expect(refused(await shop.begin(id))).toBe('409 already_paid');
    expect(shop.double.heldFor(id)).toBe(total);
  });

  const straysOf = async (providerId: string) => {
    const { strayPayments } = await shop.today();
    return strayPayments.filter((each) => each.providerId === providerId);
  };
  const countStrays = async () => (await shop.today()).counts.strayPayments;
  const handle = (id: string, method: 'PUT' | 'DELETE') =>
    shop.ask(`/payments/${id}/handled`, { method, json: method === 'PUT' ? {} : undefined });

  test('an old or a repeated notice is answered, and nothing is asked of the provider', async () => {
    const { id, preference } = await begun();
    const { payment } = shop.double.pay(preference);
    const calls = () => shop.double.calls.filter((call) => call.startsWith('GET')).length;
    const before = calls();
    const now = shop.shop.context.clock();
    for (const at of [1_577_836_800, now - DAY_MS - 1000, now + 2 * DAY_MS, 17]) {
      expect(await send(shop.double.noticeOf(payment, { at }))).toBe(200);
    }
    expect(await waitingNotices()).toBe(0);
    expect(calls()).toBe(before);
    const captured = shop.double.noticeOf(payment, { at: Math.trunc(now / 1000) });
    expect(await send(captured)).toBe(200);
    await until(isState(id, 'paid'));
    await until(async () => (await waitingNotices()) === 0);
    const after = calls();
    const again = await Promise.all(Array.from({ length: 10 }, () => send(captured)));
    expect(new Set(again)).toEqual(new Set([200]));
    expect(await waitingNotices()).toBe(0);
    expect(calls()).toBe(after);
    // A later one about the same payment is another notice.
    payment.status = 'charged_back';
    expect(await send(shop.double.noticeOf(payment))).toBe(200);
    await until(isState(id, 'refunded'));
  });

  test('money without an order waits in today until it is handled or given back', async () => {
    const before = await countStrays();
    const { id: orderId, preference } = await begun();
    await shop.change(`${orderId}/status`, { status: 'cancelled' }, 'PATCH');
    const unknown = shop.double.payForNothing(1500);
    unknown.external_reference = 'AAAAA-BBBBB-CCCCCCCCCCCCCC';
    for (const [payment, expected] of [
      [shop.double.pay(preference).payment, { reason: 'cancelled', orderId, canRefund: true }],
      [unknown, { reason: 'unknown', orderId: null, canRefund: false }],
    ] as const) {
      expect(await send(shop.double.noticeOf(payment))).toBe(200);
      await until(async () => (await straysOf(String(payment.id))).length === 1);
      const [stray] = await straysOf(String(payment.id));
      expect(stray).toMatchObject({ ...expected, amount: payment.transaction_amount });
      for (const method of ['PUT', 'DELETE', 'PUT'] as const) {
        expect((await handle(stray?.id ?? '', method)).status).toBe(200);
        expect(await straysOf(String(payment.id))).toHaveLength(method === 'PUT' ? 0 : 1);
      }
    }
    const { history } = detailed(await shop.ask(`/orders/${orderId}`));
    expect(history).toContainEqual(expect.objectContaining({ action: 'payment_handled' }));
    expect(refused(await handle('no-hay', 'PUT'))).toBe('404 not_found');
    expect(await countStrays()).toBe(before);
  });
});
