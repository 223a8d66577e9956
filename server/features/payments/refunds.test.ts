import { describe, expect, test } from 'vitest';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { eraseGuest } from '#server/features/privacy/erase-person.ts';
import { type AdminShop, detailed, refused } from '#server/testing/admin-shop.ts';
import { databases, testOnAny, testRaceOn, useCheckedAdminShop } from '#server/testing/use-shop.ts';
import { readRefundNews } from './mails.ts';
import { updateStatistics } from './statistics.ts';

/** The price of an order of one pin to Chillán. */
const TOTAL = 4200;
const TODAY = dayOf(Date.now());
const DUE = addDays(TODAY, REFUND_DAYS);

describe.each(databases)('refunds on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useCheckedAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  const change = (...[path, json, method]: Parameters<AdminShop['change']>) =>
    adminShop.change(path, json, method);
  const refund = (id: string, json: object = {}) => change(`${id}/refunds`, json, 'POST');
  const setStatus = async (id: string, status: string) =>
    detailed(await change(`${id}/status`, { status }, 'PATCH'));
  const placePaid = () => adminShop.placePaid({ paidAt: TODAY });
  const owed = async (id: string) => {
    const { refunds, counts } = await adminShop.today();
    expect(counts.refunds).toBe(refunds.length);
    const found = refunds.find((order) => order.id === id);
    return found && { amount: found.amount, dueOn: found.dueOn };
  };
  const isOnBoard = async (id: string) =>
    JSON.stringify((await adminShop.ask('/workshop?limit=100')).body).includes(id);
  const sold = async () => {
    const { body } = await adminShop.ask('/orders/sales?by=week&last=2');
    const { total } = JSON.parse(JSON.stringify(body));
    const { revenue, paidRevenue, paidOrders, refunded = 0 } = total;
    return { revenue, paidRevenue, paidOrders, refunded };
  };

  testAbove('an order whose money all went back before it was printed is not made', async () => {
    const before = await sold();
    const id = await placePaid();
    expect(await isOnBoard(id)).toBe(true);
    expect((await sold()).paidRevenue).toBe(before.paidRevenue + TOTAL);

    const order = detailed(await refund(id));
    expect(order).toMatchObject({
      ...{ status: 'pending', waitsFor: null, dueOn: null, balance: TOTAL },
      payment: { paidAt: TODAY, how: 'Transferencia' },
      refunds: [{ amount: TOTAL, reason: 'other', dueOn: null, doneOn: TODAY, how: 'transfer' }],
    });
    expect(await isOnBoard(id)).toBe(false);
    const lists = JSON.stringify(await adminShop.today());
    expect(lists).not.toContain(id);
    const { paidRevenue, paidOrders, revenue, refunded } = await sold();
    expect({ paidRevenue, paidOrders }).toEqual({
      paidRevenue: before.paidRevenue,
      paidOrders: before.paidOrders,
    });
    expect([revenue, refunded]).toEqual([before.revenue + TOTAL, before.refunded + TOTAL]);
    expect(await adminShop.view(id)).toMatchObject({
      ...{ arrival: null, howToPay: null, payBy: null, canCancel: true, balance: TOTAL },
      refunds: [{ amount: TOTAL, doneOn: TODAY }],
    });
    expect((await adminShop.view(id)).refunds[0]).not.toHaveProperty('id');
    expect(refused(await change(`${id}/marks/printed`, {}))).toBe('409 order_ended');
    expect((await adminShop.mailed(id)).filter((mail) => mail === 'refund_noted')).toHaveLength(1);
    expect(refused(await refund(id, { amount: 1, how: 'cash' }))).toBe('409 refund_too_large');
  });

  testAbove('after printing the order stays where it is, and only the sums change', async () => {
    const before = await sold();
    const id = await placePaid();
    const printed = detailed(await change(`${id}/marks/printed`, {}));
    const order = detailed(await refund(id, { how: 'cash' }));
    expect(order).toMatchObject({ waitsFor: 'pack', dueOn: printed.dueOn, balance: TOTAL });
    expect((await adminShop.view(id)).arrival).not.toBeNull();
    expect((await sold()).paidRevenue).toBe(before.paidRevenue);
    const taken = await adminShop.ask(`/orders/${id}/marks/printed`, { method: 'DELETE' });
    expect(detailed(taken)).toMatchObject({ waitsFor: null, dueOn: null });
  });

  test('a partial refund lowers the paid sums, and no more goes back than came in', async () => {
    const before = await sold();
    const id = await placePaid();
    const due = (await adminShop.read(id)).dueOn;
    const order = detailed(await refund(id, { amount: 1000, how: 'other', reason: 'change' }));
    expect(order).toMatchObject({
      ...{ waitsFor: 'print', dueOn: due, balance: 1000, amountDue: 0 },
      refunds: [{ amount: 1000, reason: 'change', how: 'other' }],
    });
    expect(await sold()).toMatchObject({
      paidRevenue: before.paidRevenue + TOTAL - 1000,
      paidOrders: before.paidOrders + 1,
    });
    for (const amount of [TOTAL - 999, 1e12]) {
      expect(refused(await refund(id, { amount }))).toBe('409 refund_too_large');
    }
    for (const body of [{ amount: 0 }, { amount: 1.5 }, { how: 'card' }, { reason: 'x' }]) {
      expect(refused(await refund(id, body))).toBe('400 validation_failed');
    }
    const removed = await adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' });
    expect(refused(removed)).toBe('409 refund_too_large');
    const { body } = await adminShop.ask('/orders/sales?by=week&last=2');
    expect(JSON.stringify(body)).toContain('refunded');
    const [line] = await adminShop.readCsv(`/orders/export.csv?q=${id}`);
    expect(line).toMatchObject({ Devuelto: '1000', 'Por devolver': '0' });
  });

  testAbove('a paid order that is cancelled owes its money until it went back', async () => {
    const id = await placePaid();
    await refund(id, { amount: 700 });
    await setStatus(id, 'cancelled');
    const promise = { amount: TOTAL - 700, dueOn: DUE };
    expect(await owed(id)).toEqual(promise);
    expect((await adminShop.view(id)).refunds).toMatchObject([
      { amount: 700, doneOn: TODAY },
      { ...promise, reason: 'cancelled', doneOn: null, how: null },
    ]);
    const partly = detailed(await refund(id, { amount: 500 }));
    expect(partly.refunds.at(-1)).toMatchObject({ amount: 500, reason: 'cancelled', dueOn: DUE });
    expect(await owed(id)).toEqual({ ...promise, amount: TOTAL - 1200 });
    const done = detailed(await refund(id));
    expect(done.refunds).toHaveLength(3);
    expect(done).toMatchObject({ status: 'cancelled', balance: TOTAL });
    expect(await owed(id)).toBeUndefined();
  });

  testAbove('however it is cancelled, and not once it is opened again', async () => {
    const [bulk, asked, opened] = [await placePaid(), await placePaid(), await placePaid()];
    const orders = [{ id: bulk }, { id: opened }];
    await adminShop.change('status', { orders, status: 'cancelled' }, 'PATCH');
    const token = firstToken(adminShop.shop.context, asked);
    const request = await adminShop.shop.call('/api/orders/cancel', { json: { token } });
    expect(request.status).toBe(202);
    expect(await owed(asked)).toBeUndefined();
    detailed(await change(`${asked}/cancel-request`, { accept: true }, 'POST'));
    for (const id of [bulk, asked, opened]) {
      expect(await owed(id)).toEqual({ amount: TOTAL, dueOn: DUE });
    }
    const again = await setStatus(opened, 'pending');
    expect(again).toMatchObject({ waitsFor: 'print', refunds: [], balance: 0 });
    expect(await owed(opened)).toBeUndefined();
    await adminShop.remove(bulk);
    expect(await owed(bulk)).toBeUndefined();
    await adminShop.restore(bulk);
    expect(await owed(bulk)).toBeDefined();
    const { id } = await adminShop.place();
    await setStatus(id, 'cancelled');
    expect(await owed(id)).toBeUndefined();
  });

  testAbove('a refund may cancel the order too, in one step and with one mail', async () => {
    const id = await placePaid();
    const order = detailed(await refund(id, { cancels: true, reason: 'cancelled' }));
    expect(order).toMatchObject({ status: 'cancelled', refunds: [{ doneOn: TODAY }] });
    expect(await owed(id)).toBeUndefined();
    const told = (await adminShop.mailed(id)).filter((mail) => /order_status|refund/.test(mail));
    expect(told).toEqual(['order_status']);
    expect(order.history.at(-1)).toMatchObject({ action: 'refund_noted', to: 'cancelled' });
  });

  testRace('of two refunds at once one goes through, and what is owed is right', async () => {
    const id = await placePaid();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => refund(id)),
      setStatus(id, 'cancelled').then(() => ({ status: 0, body: {} })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 200, 409, 409]);
    expect(await adminShop.read(id)).toMatchObject({
      balance: TOTAL,
      refunds: [{ amount: TOTAL }],
    });
    expect(await owed(id)).toBeUndefined();
    const part = await placePaid();
    const parts = await Promise.all([1, 2, 3].map(() => refund(part, { amount: 1900 })));
    expect(parts.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  });

  testAbove('what an erased buyer is owed can be given back', async () => {
    const id = await adminShop.placePaid({ paidAt: TODAY, delivery: { email: 'fue@correo.cl' } });
    await setStatus(id, 'cancelled');
    await eraseGuest(adminShop.shop.context, 'jefa', 'fue@correo.cl');
    expect(await owed(id)).toEqual({ amount: TOTAL, dueOn: DUE });
    const row = (await adminShop.today()).refunds.find((order) => order.id === id);
    expect(row).toMatchObject({ phone: '', email: null, whatsappUrl: null });
    expect(detailed(await refund(id))).toMatchObject({ balance: TOTAL });
    expect(await owed(id)).toBeUndefined();
  });

  test('a repeated refund with one key is noted once', async () => {
    const id = await placePaid();
    const more = { amount: 1000, paidAt: TODAY, how: 'Efectivo' };
    expect((await change(`${id}/payments`, more, 'POST')).status).toBe(201);
    const send = (json: object) =>
      adminShop.ask(`/orders/${id}/refunds`, {
        ...{ method: 'POST', json, headers: { 'idempotency-key': 'doble clic' } },
      });
    const done = detailed(await send({}));
    expect(done).toMatchObject({ balance: 0, refunds: [{ amount: 1000, reason: 'overpaid' }] });
    expect(detailed(await send({}))).toEqual(done);
    expect(refused(await send({ amount: 500 }))).toBe('422 idempotency_key_reused');
    expect((await adminShop.mailed(id)).filter((mail) => mail === 'refund_noted')).toHaveLength(1);
  });

  testAbove('a refund with a complaint counts, and its mail has what was noted', async () => {
    const id = await placePaid();
    const answer = (refunded: object) =>
      change(`${id}/complaint`, { words: 'Perdón', refund: refunded }, 'POST');
    const large = await answer({ amount: TOTAL + 1, on: TODAY });
    expect(refused(large)).toBe('409 refund_too_large');
    const order = detailed(await answer({ amount: 300, on: TODAY }));
    expect(order).toMatchObject({
      balance: 300,
      refunds: [{ amount: 300, reason: 'complaint', doneOn: TODAY, how: 'transfer' }],
      notedRefund: { amount: 300, on: TODAY },
    });
    const noted = detailed(await refund(id, { amount: 200, how: 'cash' }));
    expect(noted.notedRefund).toEqual({ amount: 200, on: TODAY });
    const mail = { orderId: id, changeId: noted.history.at(-1)?.id ?? '' };
    expect(await readRefundNews(adminShop.shop.context, mail)).toMatchObject({
      ...{ amount: 200, how: 'cash' },
    });
  });

  testAbove('what went back keeps its payment, and the order can be paid again', async () => {
    const before = await sold();
    const id = await placePaid();
    const [given] = detailed(await refund(id)).payments;
    for (const path of ['payment', `payments/${given?.id}`]) {
      const kept = await adminShop.ask(`/orders/${id}/${path}`, { method: 'DELETE' });
      expect([kept.status, kept.body.code]).toEqual([409, 'refund_too_large']);
    }
    const json = { amount: TOTAL, paidAt: TODAY, how: 'Efectivo' };
    const paid = await adminShop.ask(`/orders/${id}/payments`, { method: 'POST', json });
    expect(paid.body.order).toMatchObject({
      ...{ waitsFor: 'print', balance: 0, payments: [{ amount: TOTAL }, { amount: TOTAL }] },
      refunds: [{ amount: TOTAL, doneOn: TODAY }],
    });
    expect((await sold()).paidRevenue).toBe(before.paidRevenue + TOTAL);
    expect(detailed(await refund(id, { amount: 100 })).balance).toBe(100);
  });

  testAbove('a cheaper order that was paid owes the difference', async () => {
    const { id } = await adminShop.place({ delivery: { region: 'RM', city: 'Santiago' } });
    detailed(await change(`${id}/payment`, { paidAt: TODAY, how: 'Transferencia' }));
    const { deliveryData } = await adminShop.read(id);
    const moved = { ...deliveryData, region: 'XVI', city: 'Chillán', updateShippingCost: true };
    expect(detailed(await change(`${id}/address`, moved))).toMatchObject({
      balance: -1500,
      refunds: [{ amount: 1500, reason: 'change', dueOn: DUE, doneOn: null }],
    });
    expect(await owed(id)).toEqual({ amount: 1500, dueOn: DUE });
    const settled = detailed(await refund(id));
    expect(settled).toMatchObject({ balance: 0, waitsFor: 'print' });
  });

  test('each cause has a row of its own, in the order, in today and in the CSV', async () => {
    const id = await placePaid();
    const items = [{ n: 1, quantity: 1 }];
    const first = detailed(await change(`${id}/items`, { items, agreedTotal: TOTAL - 500 }));
    expect(first.refunds).toMatchObject([{ amount: 500, reason: 'change', dueOn: DUE }]);
    await change(`${id}/payments`, { amount: 900, paidAt: TODAY, how: 'Efectivo' }, 'POST');
    const promised = await change(
      `${id}/complaint`,
      { words: 'Perdón', refund: { amount: 300 } },
      'POST',
    );
    expect(promised.body.message).toBe('Devolución prometida');
    const rows = [
      { amount: 500, reason: 'change', dueOn: DUE, doneOn: null },
      { amount: 900, reason: 'overpaid', dueOn: DUE, doneOn: null },
      { amount: 300, reason: 'complaint', dueOn: DUE, doneOn: null },
    ];
    expect(detailed(promised).refunds).toMatchObject(rows);
    expect((await adminShop.view(id)).refunds).toMatchObject(rows);
    const shown = (await adminShop.today()).refunds.find((order) => order.id === id);
    expect(shown).toMatchObject({ amount: 1700, dueOn: DUE, refunds: rows });
    const [line] = await adminShop.readCsv(`/orders/export.csv?q=${id}`);
    expect(line?.['Por devolver']).toBe('1700');
    const tooMuch = { words: 'Perdón', refund: { amount: TOTAL } };
    expect(refused(await change(`${id}/complaint`, tooMuch, 'POST'))).toBe('409 refund_too_large');
    // One refund settles two causes, is told once, and leaves the promise.
    const two = detailed(await refund(id, { amount: 1400 }));
    expect(two.refunds.filter(({ doneOn }) => doneOn !== null)).toMatchObject([
      { amount: 500, reason: 'change' },
      { amount: 900, reason: 'overpaid' },
    ]);
    expect(two).toMatchObject({ balance: 0, notedRefund: { amount: 1400 } });
    expect((await adminShop.mailed(id)).filter((mail) => mail === 'refund_noted')).toHaveLength(1);
    const cancelled = await setStatus(id, 'cancelled');
    // What is still owed does not replace what went back.
    expect(cancelled.notedRefund).toMatchObject({ amount: 1400 });
    expect(cancelled.refunds.filter(({ doneOn }) => doneOn === null)).toMatchObject([
      { amount: 300, reason: 'complaint' },
      { amount: TOTAL - 800, reason: 'cancelled' },
    ]);
    const opened = await setStatus(id, 'pending');
    expect(opened.refunds.filter(({ doneOn }) => doneOn === null)).toMatchObject([rows[2]]);
    const kept = detailed(await refund(id, { reason: 'complaint', amount: 300 }));
    expect(kept).toMatchObject({ balance: 300, amountDue: 0 });
    expect(await owed(id)).toBeUndefined();
  });

  testAbove('more than was owed has no reason of its own, and is not asked for again', async () => {
    const id = await placePaid();
    await change(`${id}/payments`, { amount: 1000, paidAt: TODAY, how: 'Efectivo' }, 'POST');
    expect(detailed(await refund(id, { amount: 3000 }))).toMatchObject({
      ...{ balance: 2000, amountDue: 0, waitsFor: 'print' },
      refunds: [
        { amount: 1000, reason: 'overpaid' },
        { amount: 2000, reason: 'other' },
      ],
    });
    expect((await adminShop.view(id)).amountDue).toBe(0);
    expect((await adminShop.read(id)).refunds.map(({ reason }) => reason)).toEqual([
      'overpaid',
      'other',
    ]);
  });

  testAbove('an order whose money went back asks for none, unless it cost none', async () => {
    const whole = await placePaid();
    const order = detailed(await refund(whole, { reason: 'change' }));
    expect(order).toMatchObject({ balance: TOTAL, amountDue: 0, waitsFor: null });
    expect(JSON.stringify(await adminShop.today())).not.toContain(whole);
    const free = await placePaid();
    const items = [{ n: 1, quantity: 1 }];
    await change(`${free}/items`, { items, agreedTotal: 0 });
    await refund(free);
    const again = detailed(await change(`${free}/items`, { items }));
    expect(again).toMatchObject({ balance: TOTAL, amountDue: TOTAL, waitsFor: 'print' });
  });

  test('the stored sums of a past day follow a refund', async () => {
    const { context } = adminShop.shop;
    const id = await placePaid();
    const [clock, now] = [context.clock, Date.now()];
    context.clock = () => now + 2 * DAY_MS;
    await updateStatistics(context);
    const before = await sold();
    await refund(id, { amount: 1200 });
    expect((await sold()).paidRevenue).toBe(before.paidRevenue - 1200);
    await updateStatistics(context);
    expect((await sold()).paidRevenue).toBe(before.paidRevenue - 1200);
    context.clock = clock;
  });
});
