import { beforeAll, describe, expect, test } from 'vitest';
import { readToken } from '#server/features/orders/order-link.ts';
import { claimPaidOrder } from '#server/features/payments/mails.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import type { Answer } from '#server/testing/client.ts';
import { until } from '#server/testing/jobs.ts';
import type { Delivery } from '#server/testing/orders.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { anyDatabase } from '#server/testing/shop.ts';

const CALL = '/rswebpaytransaction/api/webpay/v1.2/transactions';

describe.each(anyDatabase)('paying by Webpay on %s', (kind) => {
  const shop = useWebpayShop(kind);
  beforeAll(() => shop.work());

  /** Places an order and begins to pay it. */
  async function begun(delivery: Partial<Delivery> = {}) {
    const { id, deliveryData } = await shop.place({ delivery });
    const begun = await shop.begin(id);
    expect(begun.status).toBe(201);
    const { body } = begun;
    return { id, token: tokenOf(begun), total: deliveryData.pricing.totalAmount, body };
  }
  const tokenOf = ({ body }: Answer) => String(Object(body.fields).token_ws);
  /** Places an order that is paid. */
  async function paid() {
    const order = await begun();
    await shop.follow(shop.double.act(order.token, 'approved'));
    return order;
  }

  /** The owner changes the address to one with 1,500 pesos more for shipping. */
  const sendFar = async (id: string) => {
    const { deliveryData } = detailed(await shop.ask(`/orders/${id}`));
    const far = { ...deliveryData, region: 'RM', city: 'Santiago', updateShippingCost: true };
    return refused(await shop.change(`${id}/address`, far));
  };
  const paymentOf = async (id: string) => detailed(await shop.ask(`/orders/${id}`)).payment;

  test('a buyer is sent to the form, comes back and has paid once', async () => {
    const { id, token, body, total } = await begun();
    expect(body).toMatchObject({
      redirectUrl: `${shop.double.url}/webpayserver/initTransaction`,
      fields: { token_ws: token },
    });
    expect(await shop.stateOf(id)).toEqual({ state: 'open', amount: total, refunded: 0 });
    const back = shop.double.act(token, 'approved');
    const answers = await Promise.all([shop.follow(back), shop.follow(back)]);
    for (const answer of answers) {
      expect(answer).toMatch(new RegExp(`^303 ${shop.shop.context.publicUrl}/#pedido=`));
    }
    expect(await shop.stateOf(id)).toEqual({ state: 'paid', amount: total, refunded: 0 });
    expect(await paymentOf(id)).toEqual({
      paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      how: 'Webpay',
    });
    expect(await shop.mailed(id, 'payment_received')).toHaveLength(1);
    expect(shop.double.heldFor(id)).toBe(total);
    expect(refused(await shop.begin(id))).toBe('409 already_paid');
    expect(detailed(await shop.ask(`/orders/${id}`)).onlinePayment).toMatchObject({
      ...{ provider: 'webpay', providerId: token, method: 'credit', authorizationCode: '1213' },
      ...{ fee: null, reference: shop.double.transactions.get(token)?.buyOrder },
    });
  });

  test('the owner refunds in part and in whole, after a recent sign-in', async () => {
    const { id, total } = await paid();
    const refund = (json: object) => shop.change(`${id}/refunds`, json, 'POST');
    expect(refused(await refund({ amount: total + 1 }))).toBe('409 refund_too_large');
    for (const amount of [1.5, null]) expect((await refund({ amount })).status).toBe(400);
    const first = detailed(await refund({ amount: 1000, reason: 'complaint' }));
    expect(first).toMatchObject({
      onlinePayment: { state: 'paid', amount: total, refunded: 1000 },
      refunds: [{ amount: 1000, reason: 'complaint', how: 'online' }],
    });
    // A noted refund is one by hand.
    expect(first).not.toHaveProperty('notedRefund');
    const whole = await refund({});
    expect(whole.body.message).toBe('Devolución hecha');
    expect(detailed(whole).onlinePayment).toMatchObject({ state: 'refunded', refunded: total });
    expect(refused(await refund({}))).toBe('409 refund_too_large');
    expect(shop.double.heldFor(id)).toBe(0);
    const { history } = detailed(await shop.ask(`/orders/${id}`));
    const times = history.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    const noted = history.filter(({ action }) => action === 'payment_refunded');
    expect(noted.map(({ changes }) => changes)).toMatchObject([
      [{ field: 'refund', to: 1000 }],
      [{ field: 'refund', to: total - 1000 }],
    ]);
    // One mail for each to the buyer; none to the owner, who requested both.
    const refunds = (await shop.mailed(id)).filter((kind) => kind.includes('refund'));
    expect(refunds).toEqual(['payment_refunded', 'payment_refunded']);
  });

  test('an online payment is not removed, also once it was refunded', async () => {
    const { id } = await paid();
    const [payment] = detailed(await shop.ask(`/orders/${id}`)).payments;
    const remove = async (which: string) =>
      refused(await shop.ask(`/orders/${id}/${which}`, { method: 'DELETE' }));
    for (const which of ['payment', `payments/${payment?.id}`]) {
      expect(await remove(which)).toBe('409 payment_online');
    }
    // Nor is it said to be another one.
    const other = await shop.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Efectivo' });
    expect([refused(other), await paymentOf(id)]).toEqual([
      '409 payment_online',
      { paidAt: payment?.paidAt, how: 'Webpay' },
    ]);
    // Of both, the one that was noted by hand.
    const noted = { amount: 500, paidAt: '2026-03-09', how: 'Transferencia' };
    await shop.change(`${id}/payments`, noted, 'POST');
    expect(await remove('payment')).toBe('200 ok');
    expect(detailed(await shop.ask(`/orders/${id}`)).payments).toEqual([payment]);
    await shop.change(`${id}/refunds`, {}, 'POST');
    expect(await remove('payment')).toBe('409 payment_online');
    expect(await paymentOf(id)).toMatchObject({ how: 'Webpay' });
    expect(refused(await shop.begin(id))).toBe('409 already_paid');
    expect(shop.double.heldFor(id)).toBe(0);
  });

  test('a payment online is confirmed, though one by hand was confirmed and removed', async () => {
    const { id } = await shop.place();
    const confirmed = (job: string) => claimPaidOrder(shop.shop.context, { orderId: id }, job);
    await shop.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Transferencia' });
    expect(await confirmed('first')).not.toBeNull();
    await shop.ask(`/orders/${id}/payment`, { method: 'DELETE' });
    await shop.follow(shop.double.act(tokenOf(await shop.begin(id)), 'approved'));
    expect(await confirmed('second')).toMatchObject({ payment: { how: 'Webpay' } });
  });

  test('who pays what a paid order became dearer comes back to the order', async () => {
    const { id, total } = await paid();
    expect(await sendFar(id)).toBe('200 ok');
    const rest = tokenOf(await shop.begin(id));
    expect(await shop.follow(shop.double.act(rest, 'aborted'))).toMatch(/^303 .*#pedido=/);
    const again = shop.double.act(tokenOf(await shop.begin(id)), 'approved');
    expect(await shop.follow(again)).toMatch(/^303 .*#pedido=/);
    expect(shop.double.heldFor(id)).toBe(total + 1500);
    expect(await shop.follow(again)).not.toMatch(/#pedido=/);
  });

  test('an order in the bin takes no money of an attempt from before', async () => {
    const { id, token } = await begun();
    const back = shop.double.act(token, 'approved');
    expect(refused(await shop.remove(id))).toBe('200 ok');
    await shop.follow(back);
    expect(shop.double.heldFor(id)).toBe(0);
    // After its restore from the bin, only a new attempt can pay it.
    expect((await shop.restore(id)).status).toBe(200);
    await shop.follow(back);
    expect(shop.double.heldFor(id)).toBe(0);
    const next = tokenOf(await shop.begin(id));
    expect(next).not.toBe(token);
  });

  /** The owner corrects the e-mail of a guest: the links that were mailed to the old one end. */
  const endLinks = async (id: string) => {
    const { deliveryData } = detailed(await shop.ask(`/orders/${id}`));
    const json = { ...deliveryData, email: 'otra-persona@correo.cl' };
    const changed = await shop.change(`${id}/address`, json);
    expect(refused(changed)).toBe('200 ok');
  };

  /** Begins a payment by the order's current link. */
  const beginByLink = async (id: string) => {
    const link = await readToken(shop.shop.context, id);
    const headers = { 'idempotency-key': `de la otra persona ${id}` };
    return shop.shop.call('/api/payments', { json: { token: link }, headers });
  };

  test('an old address of a return does not show an order whose links have ended', async () => {
    const { id, token, total } = await begun();
    const home = `303 ${shop.shop.context.publicUrl}/`;
    const back = shop.double.act(token, 'aborted');
    expect(await shop.follow(back)).toMatch(/^303 .*#pedido=/);
    await endLinks(id);
    expect(await shop.follow(back)).toBe(home);
    // The holder of the new link pays by a separate attempt.
    const next = tokenOf(await beginByLink(id));
    expect(next).not.toBe(token);
    expect(await shop.follow(shop.double.act(next, 'approved'))).toMatch(/#pedido=/);
    expect(shop.double.heldFor(id)).toBe(total);
    expect(await shop.follow(back)).toBe(home);
  });

  test('a number from a list opens no order and ends no payment, by GET or by POST', async () => {
    const [{ id, token, total }, other] = [await begun(), await begun()];
    const { publicUrl } = shop.shop.context;
    const home = `303 ${publicUrl}/`;
    const { buyOrder = '', returnUrl = '' } = shop.double.transactions.get(token) ?? {};
    const foreign = shop.double.transactions.get(other.token)?.returnUrl ?? '';
    const bare = `${publicUrl}/api/payments/webpay/return`;
    const tampered = returnUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const named of [{ TBK_ORDEN_COMPRA: buyOrder }, { TBK_TOKEN: token }]) {
      const before = shop.double.calls.length;
      for (const address of [bare, `${bare}/${buyOrder}`, `${bare}/${id}.x`, tampered, foreign]) {
        const form = new URLSearchParams({ ...named, TBK_ID_SESION: 'x' });
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        expect(await shop.follow(`${address}?${form}`)).toBe(home);
        expect(await shop.follow(address, { method: 'POST', headers, body: String(form) })).toBe(
          home,
        );
      }
      // Nor does a number have the provider asked.
      if (!('TBK_TOKEN' in named)) expect(shop.double.calls).toHaveLength(before);
    }
    expect(await shop.stateOf(id)).toEqual({ state: 'open', amount: total, refunded: 0 });
    // The buyer's own return opens the order once; afterwards the address opens nothing.
    const back = shop.double.act(token, 'approved');
    expect(await shop.follow(back)).toMatch(/#pedido=/);
    const calls = shop.double.calls.length;
    expect(await shop.follow(back)).toBe(home);
    expect(shop.double.calls).toHaveLength(calls);
    expect(await shop.stateOf(id)).toMatchObject({ state: 'paid' });
  });

  test('the address of a return does not show an order whose person was erased', async () => {
    const email = 'olvidada@correo.cl';
    const { id, token } = await begun({ email });
    const back = shop.double.act(token, 'approved');
    const cancel = { method: 'PATCH', json: { status: 'cancelled' } };
    await shop.ask(`/orders/${id}/status`, cancel);
    const erased = await shop.ask(`/people?email=${email}`, { method: 'DELETE' });
    expect(refused(erased)).toBe('200 ok');
    expect(await shop.follow(back)).toBe(`303 ${shop.shop.context.publicUrl}/`);
    expect(shop.double.heldFor(id)).toBe(0);
  });

  test('a refund whose answer is lost is under way, and read again', async () => {
    const { id, token, total } = await paid();
    shop.double.faults.push({ call: `POST ${CALL}/${token}/refunds`, fault: 'lost' });
    const asked = await shop.change(`${id}/refunds`, { amount: 900 }, 'POST');
    expect(detailed(asked).onlinePayment).toMatchObject({ state: 'refunding', refunded: 0 });
    expect(asked.body.message).toBe('Devolución en curso');
    // What is under way may not go back a second time by hand.
    const byHand = { how: 'transfer', amount: total - 899 };
    const both = await shop.change(`${id}/refunds`, byHand, 'POST');
    expect(refused(both)).toBe('409 refund_too_large');
    const again = await shop.change(`${id}/refunds`, { amount: 1 }, 'POST');
    expect(again.body.message).toContain('Hay una devolución en curso');
    shop.advance(20_000);
    const refunded = { state: 'paid', amount: total, refunded: 900 };
    await until(async () => JSON.stringify(await shop.stateOf(id)) === JSON.stringify(refunded));
  });

  test('needs a key, and an order of the caller', async () => {
    const { id } = await shop.place();
    const bare = await shop.shop.call('/api/payments', { json: { orderId: id } });
    expect(refused(bare)).toBe('400 idempotency_key_invalid');
    const headers = { 'idempotency-key': 'a' };
    const token = { json: { token: 'falso' }, headers };
    expect(refused(await shop.shop.call('/api/payments', token))).toBe('404 not_found');
    const guest = { json: { orderId: id }, headers };
    expect(refused(await shop.shop.call('/api/payments', guest))).toBe('401 unauthenticated');
    const other = await shop.admin.call('/api/payments', guest);
    expect(refused(other)).toBe('404 not_found');
  });

  test.each([
    ['declined', 'refused'],
    ['aborted', 'aborted'],
    ['timed_out', 'expired'],
  ] as const)('a form that was %s takes no money, and may be tried again', async (form, state) => {
    const { id, token, total } = await begun();
    expect(await shop.follow(shop.double.act(token, form))).toMatch(/^303 .*#pedido=/);
    expect(await shop.stateOf(id)).toMatchObject({ state });
    expect(await paymentOf(id)).toBeNull();
    const next = tokenOf(await shop.begin(id));
    expect(next).not.toBe(token);
    await shop.follow(shop.double.act(next, 'approved'));
    expect(await shop.stateOf(id)).toMatchObject({ state: 'paid' });
    expect(shop.double.heldFor(id)).toBe(total);
  });

  test('an abort comes back by POST too, and with both tokens', async () => {
    const { id, token } = await begun();
    const address = new URL(shop.double.act(token, 'aborted'));
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: address.searchParams.toString(),
    };
    expect(await shop.follow(`${address.origin}${address.pathname}`, post)).toMatch(
      /^303 .*#pedido/,
    );
    expect(await shop.stateOf(id)).toMatchObject({ state: 'aborted' });
    const other = await begun();
    await shop.follow(shop.double.returnWithBoth(other.token));
    expect(await shop.stateOf(other.id)).toMatchObject({ state: 'aborted' });
  });

  test.each(['', '?token_ws=falso', '?TBK_TOKEN=x&token_ws=y', '?TBK_ORDEN_COMPRA=x', '?a=%00'])(
    'a return with nothing of ours (%s) leads to the shop',
    async (query) => {
      const { publicUrl } = shop.shop.context;
      const address = `${publicUrl}/api/payments/webpay/return${query}`;
      const home = `303 ${publicUrl}/`;
      expect(await shop.follow(address)).toBe(home);
      expect(await shop.follow(address.replace('webpay', 'mercadopago'))).toBe(home);
      const odd = { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<a/>' };
      expect(await shop.follow(address, odd)).toBe(home);
    },
  );

  test('an order with another total, or paid by hand, takes no money of an older attempt', async () => {
    const { id, token } = await begun();
    const back = shop.double.act(token, 'approved');
    const json = { paidAt: '2026-03-09', how: 'Transferencia' };
    await shop.change(`${id}/payment`, json);
    expect(await shop.follow(back)).toBe(`303 ${shop.shop.context.publicUrl}/`);
    expect(shop.double.heldFor(id)).toBe(0);
    expect(await paymentOf(id)).toEqual(json);
    // It goes back as it came.
    const refund = { method: 'POST', json: { amount: 1 } };
    expect(detailed(await shop.ask(`/orders/${id}/refunds`, refund)).refunds).toMatchObject([
      { amount: 1, how: 'transfer' },
    ]);
  });

  test('an order that the owner priced anew takes no money of an older attempt', async () => {
    const { id, token, total } = await begun();
    const back = shop.double.act(token, 'approved');
    expect(await sendFar(id)).toBe('200 ok');
    await shop.follow(back);
    expect(shop.double.heldFor(id)).toBe(0);
    const next = tokenOf(await shop.begin(id));
    await shop.follow(shop.double.act(next, 'approved'));
    expect(await shop.stateOf(id)).toMatchObject({ state: 'paid', amount: total + 1500 });
    expect(shop.double.heldFor(id)).toBe(total + 1500);
  });

  test('an order whose payment is being confirmed is neither cancelled, priced anew nor deleted', async () => {
    const { id, token } = await begun();
    const back = shop.double.act(token, 'approved');
    shop.double.faults.push({ call: `PUT ${CALL}`, fault: 'lost' });
    await shop.follow(back);
    expect(await shop.stateOf(id)).toMatchObject({ state: 'unknown' });
    const cancelled = await shop.setStatus(id, 'cancelled');
    expect(refused(cancelled)).toBe('409 order_under_way');
    expect(await sendFar(id)).toBe('409 order_under_way');
    expect(refused(await shop.remove(id))).toBe('409 order_under_way');
    shop.advance(20_000);
    await until(async () => (await paymentOf(id)) !== null);
  });

  test('a key says nothing of another order, and a foreign token nothing of this one', async () => {
    const [one, other] = [await shop.place(), await shop.place()];
    const first = await shop.begin(one.id, 'la misma');
    const second = await shop.begin(other.id, 'la misma');
    expect(second.status).toBe(201);
    expect(second.body.fields).not.toEqual(first.body.fields);
    // A return with another order's token only reads that token's attempt.
    const { fields }: { fields: { token_ws: string } } = JSON.parse(JSON.stringify(first.body));
    const { publicUrl } = shop.shop.context;
    const body = new URLSearchParams({ token_ws: fields.token_ws, TBK_ORDEN_COMPRA: other.id });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const address = `${publicUrl}/api/payments/webpay/return`;
    await shop.follow(address, { method: 'POST', headers, body: String(body) });
    expect(await shop.stateOf(other.id)).toMatchObject({ state: 'open' });
    const long = new URLSearchParams({ token_ws: 'x'.repeat(16_384), TBK_TOKEN: '\0' });
    const sent = { method: 'POST', headers, body: String(long) };
    expect(await shop.follow(address, sent)).toBe(`303 ${publicUrl}/`);
    const away = `${address}?token_ws=//evil.cl&next=https://evil.cl&TBK_ID_SESION=x`;
    expect(await shop.follow(away)).toBe(`303 ${publicUrl}/`);
  });

  test("a day's closing is read and downloaded, each payment compared", async () => {
    const { id, token } = await paid();
    expect((await shop.ask('/payments')).body.payments).toContainEqual(
      expect.objectContaining({ orderId: id, state: 'paid', providerId: token, agrees: true }),
    );
    const csv = await (await shop.fetchFile('/payments.csv')).text();
    const line = csv.split('\r\n').find((each) => each.includes(token));
    expect(line).toMatch(/;"Webpay";"Tarjeta de crédito";"Pagado";\d+;0;;.*;"1213";"Sí"$/);
    // Webpay has no list of a day.
    const { body } = await shop.ask('/payments?day=2020-01-01');
    expect(body).toMatchObject({ payments: [], strays: null });
  });

  test('a refund requires a recent sign-in', async () => {
    const { id } = await shop.place();
    shop.advance(30 * 60_000);
    const answer = await shop.change(`${id}/refunds`, {}, 'POST');
    expect(refused(answer)).toBe('403 fresh_sign_in_required');
  });

  test('the page may post to the provider alone, and no answer holds a key', async () => {
    const config = await shop.shop.call('/api/config');
    expect(config.body.payments).toBe('webpay');
    expect(JSON.stringify(config.body)).not.toContain(shop.double.settings.apiKey);
    const policy = config.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`form-action 'self' ${shop.double.url};`);
  });
});
