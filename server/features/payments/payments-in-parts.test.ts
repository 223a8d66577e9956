import { describe, expect, test } from 'vitest';
import { dueOn } from '#domain/delivery/business-days.ts';
import { paymentReceivedLetter } from '#server/features/mail/buyer-letters.ts';
import { renderText } from '#server/features/mail/render-text.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';
import { claimPaidOrder } from './mails.ts';

const DAY = '2026-03-09';
const SENDER = { name: 'Pines', email: '', whatsapp: '', rut: '', address: '', url: '' };

describe.each(databases)('payments in parts on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind);

  type Added = { key?: string; how?: string; paidAt?: string };
  const add = (id: string, amount: unknown, { key, ...noted }: Added = {}) =>
    adminShop.ask(`/orders/${id}/payments`, {
      method: 'POST',
      json: { amount, paidAt: DAY, how: 'Transferencia', ...noted },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const drop = (id: string, payment = '') =>
    adminShop.ask(`/orders/${id}/payments/${payment}`, { method: 'DELETE' });
  const place = async () => {
    const { id, deliveryData } = await adminShop.place();
    return { id, total: deliveryData.pricing.totalAmount };
  };

  test('payments that were recorded before the mail leaves are in one, each named', async () => {
    const { id, total } = await place();
    await add(id, 1000);
    await add(id, 500);
    const claim = (job: string) => claimPaidOrder(adminShop.shop.context, { orderId: id }, job);
    const news = await claim('first');
    // A retry of the same mail tells the same, another mail nothing.
    expect(await claim('first')).toEqual(news);
    expect(await claim('second')).toBeNull();
    if (!news) throw new Error('no mail');
    const text = renderText(paymentReceivedLetter(news, 'https://pines.cl/', 'Pines'), SENDER);
    expect(text).toMatch(/Abono: \$1\.000, el .*\s+Abono: \$500, el /);
    await add(id, total - 1500);
    expect(await claim('third')).toMatchObject({ payment: { amount: total - 1500 }, earlier: [] });
  });

  test('an order is paid once its balance is zero, and asks for the rest until then', async () => {
    const { id, total } = await place();
    const first = await add(id, 1000);
    expect(first.status).toBe(201);
    expect(await adminShop.read(id)).toMatchObject({
      payment: null,
      balance: total - 1000,
      payments: [{ amount: 1000, paidAt: DAY, how: 'Transferencia' }],
    });
    const { unpaid } = await adminShop.today();
    expect(unpaid.find((order) => order.id === id)?.amount).toBe(total - 1000);
    expect(await adminShop.view(id)).toMatchObject({ payments: [{ amount: 1000 }], payment: null });
    const whole = await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Efectivo' });
    expect(detailed(whole)).toMatchObject({
      payment: { paidAt: DAY, how: 'Efectivo' },
      balance: 0,
      payments: [{ amount: 1000 }, { amount: total - 1000, how: 'Efectivo' }],
      refunds: [],
    });
    expect((await adminShop.view(id)).payment).toEqual({ paidAt: DAY, how: 'Efectivo' });
    const [, second] = detailed(whole).payments;
    expect(detailed(await drop(id, second?.id))).toMatchObject({
      payment: null,
      balance: total - 1000,
    });
    const gone = await drop(id, second?.id);
    expect([gone.status, gone.body.message]).toEqual([404, 'Este pago ya no está']);
  });

  testAbove('an order that costs nothing is paid, and asks for nothing', async () => {
    const { id, total } = await place();
    const items = [{ n: 1, quantity: 1 }];
    const free = detailed(await adminShop.change(`${id}/items`, { items, agreedTotal: 0 }));
    expect(free).toMatchObject({
      ...{ waitsFor: 'print', balance: 0, amountDue: 0, payments: [] },
      payment: { how: 'Sin costo' },
    });
    const [line] = await adminShop.readCsv(`/orders/export.csv?q=${id}`);
    const paid = { Total: '0', 'Medio de pago': 'Sin costo', Abonado: '0', Saldo: '0' };
    expect(line).toMatchObject(paid);
    const view = await adminShop.view(id);
    expect(view).toMatchObject({ howToPay: null, payBy: null, amountDue: 0 });
    expect(view.progress.steps.find(({ step }) => step === 'paid')?.isDone).toBe(true);
    const { unpaid } = await adminShop.today();
    expect(unpaid.map((order) => order.id)).not.toContain(id);
    const again = detailed(
      await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Efectivo' }),
    );
    expect([again.payments, again.version]).toEqual([[], free.version]);
    const dearer = detailed(await adminShop.change(`${id}/items`, { items }));
    expect(dearer).toMatchObject({ payment: null, waitsFor: 'payment', amountDue: total });
    // One that was paid before is made, too, though all of it goes back.
    await add(id, total);
    await adminShop.change(`${id}/items`, { items, agreedTotal: 0 });
    const back = await adminShop.change(`${id}/refunds`, { how: 'cash' }, 'POST');
    expect(detailed(back)).toMatchObject({ waitsFor: 'print', refunds: [{ amount: total }] });
    const [imageUrl] = await addPictures(adminShop.shop.context, 1);
    const images = [{ imageUrl, originalName: 'a.png', quantity: 1 }];
    const { order } = await adminShop.open({ images, agreedTotal: 0 });
    expect(order).toMatchObject({ waitsFor: 'print', payment: { how: 'Sin costo' } });
  });

  testAbove('a cancelled order asks for nothing, even if a part was paid', async () => {
    const { id, total } = await place();
    await add(id, 1000);
    await adminShop.setStatus(id, 'cancelled');
    const cancelled = { amountDue: 0, balance: total - 1000 };
    expect(await adminShop.read(id)).toMatchObject(cancelled);
    expect(await adminShop.view(id)).toMatchObject(cancelled);
    const [line] = await adminShop.readCsv(`/orders/export.csv?q=${id}`);
    expect(line?.Saldo).toBe(String(cancelled.balance));
    // What is paid of it all the same is what was missing.
    const paid = await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Efectivo' });
    expect(detailed(paid)).toMatchObject({ balance: 0, payments: [{}, { amount: total - 1000 }] });
    await adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' });
    const open = await adminShop.setStatus(id, 'pending');
    expect(detailed(open)).toMatchObject({ amountDue: total });
  });

  testAbove('what is too much has to go back', async () => {
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

  test('a repeated request adds its payment once', async () => {
    const { id, total } = await place();
    const key = `key of ${id}`;
    const both = await Promise.all([add(id, 700, { key }), add(id, 700, { key })]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(await adminShop.read(id)).toMatchObject({ balance: total - 700 });
    expect(refused(await add(id, 800, { key }))).toBe('422 idempotency_key_reused');
    for (const other of [{ how: 'Efectivo' }, { paidAt: '2026-03-08' }]) {
      expect(refused(await add(id, 700, { key, ...other }))).toBe('422 idempotency_key_reused');
    }
  });

  test('payments keep the sequence in which they were noted, and the day of the last one', async () => {
    const { id, total } = await place();
    const amounts = [100, 200, 300, 400, total - 1000];
    for (const [at, amount] of amounts.entries()) {
      const last = at === amounts.length - 1;
      await add(id, amount, { key: `${at} of ${id}`, paidAt: last ? DAY : '2026-03-07' });
    }
    await adminShop.change(`${id}/notes`, { notes: 'Otra nota' }, 'PATCH');
    const read = await adminShop.read(id);
    expect(read.payments.map(({ amount }) => amount)).toEqual(amounts);
    expect(read.payment?.paidAt).toBe(DAY);
  });

  testAbove('an order is promised from the day all was there, noted in any order', async () => {
    const { id, total } = await place();
    await add(id, 1000);
    await add(id, total - 1000, { paidAt: '2026-03-05', how: 'Efectivo' });
    const paid = { payment: { paidAt: DAY, how: 'Transferencia' }, dueOn: dueOn(DAY) };
    expect(await adminShop.read(id)).toMatchObject(paid);
    const boletas = await (
      await adminShop.fetchFile(`/documents.csv?from=${DAY}&to=${DAY}`)
    ).text();
    expect(boletas).toContain(`"${id}";"Pendiente";"${DAY}";"Transferencia"`);
    await add(id, total, { paidAt: '2026-03-04' });
    const { payments } = await adminShop.read(id);
    expect(detailed(await drop(id, payments[2]?.id))).toMatchObject(paid);
    const without = detailed(await drop(id, payments[1]?.id));
    expect(without).toMatchObject({ payment: null, dueOn: null, waitsFor: 'payment' });
  });

  testAbove('one noted and taken off leaves a paid order made dearer as it was', async () => {
    const { id, total } = await place();
    await adminShop.change(`${id}/payment`, { paidAt: DAY, how: 'Transferencia' });
    const items = [{ n: 1, quantity: 2 }];
    const dearer = detailed(await adminShop.change(`${id}/items`, { items }));
    expect(dearer).toMatchObject({ waitsFor: 'print', amountDue: 1700 });
    await add(id, 1700, { paidAt: '2026-03-12' });
    const [first, second] = (await adminShop.read(id)).payments;
    const { dueOn, payment } = dearer;
    expect(detailed(await drop(id, second?.id))).toMatchObject({
      ...{ waitsFor: 'print', dueOn, payment, amountDue: 1700 },
    });
    expect(detailed(await drop(id, first?.id))).toMatchObject({
      ...{ waitsFor: 'payment', dueOn: null, payment: null, amountDue: total + 1700 },
    });
  });

  testAbove('what comes in before an order has a price is a part of it', async () => {
    const deliveryData = { fullName: 'Rosa', phone: '912345678', email: 'rosa@correo.cl' };
    const open = async () => {
      const { order, token } = await adminShop.open({ deliveryData });
      const [imageUrl] = await addPictures(adminShop.shop.context, 1);
      const images = [{ imageUrl, originalName: 'a.png', quantity: 2 }];
      const complete = () =>
        adminShop.shop.call('/api/orders/pictures', { json: { token, images } });
      return { id: order.id, complete };
    };
    const { id, complete } = await open();
    await add(id, 5000);
    expect(await adminShop.read(id)).toMatchObject({
      ...{ waitsFor: 'incomplete', payment: null, amountDue: 0, refunds: [] },
    });
    const news = await claimPaidOrder(adminShop.shop.context, { orderId: id }, 'job');
    if (!news) throw new Error('no mail');
    const text = renderText(paymentReceivedLetter(news, 'https://pines.cl/', 'Pines'), SENDER);
    expect(text).toContain('Monto: $5.000');
    expect(text).not.toMatch(/de más|Total/);
    expect((await complete()).status).toBe(200);
    const rest = 2 * 1700 + 4000 - 5000;
    expect(await adminShop.read(id)).toMatchObject({
      ...{ waitsFor: 'payment', payment: null, amountDue: rest, refunds: [] },
    });
    // Noted as paid before, it is paid with what was missing.
    const other = await open();
    await add(other.id, 5000);
    await adminShop.change(`${other.id}/payment`, { paidAt: DAY, how: 'Efectivo' });
    await other.complete();
    expect(await adminShop.read(other.id)).toMatchObject({
      ...{ waitsFor: 'print', balance: 0, payments: [{ amount: 5000 }, { amount: rest }] },
    });
    const ended = await open();
    await add(ended.id, 5000);
    const status = { status: 'cancelled' };
    expect(
      detailed(await adminShop.change(`${ended.id}/status`, status, 'PATCH')).refunds,
    ).toMatchObject([{ amount: 5000, reason: 'cancelled' }]);
  });

  testAbove('one of days to come, of antiquity, or of a typing error is refused', async () => {
    const { id } = await place();
    const late = { paidAt: '2999-01-01', how: 'Efectivo' };
    for (const answer of [await add(id, 700, late), await adminShop.change(`${id}/payment`, late)])
      expect(answer.body.fields).toEqual({ paidAt: 'La fecha del pago no puede ser futura' });
    const typed = await add(id, 700, { paidAt: '0026-03-09' });
    expect(typed.body.fields).toEqual({ paidAt: 'Revisa el año de la fecha' });
    const large = await add(id, 1e12);
    expect(large.body.fields).toEqual({ amount: 'Puede ser de hasta $1.000.000.000' });
    expect((await adminShop.read(id)).payments).toEqual([]);
  });

  testAbove('the history has the amount and day of each that came or was removed', async () => {
    const { id, total } = await place();
    const payment = `/orders/${id}/payment`;
    expect((await adminShop.ask(payment, { method: 'DELETE' })).status).toBe(200);
    expect((await adminShop.read(id)).version).toBe(1);
    const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
    for (const [at, paidAt] of days.entries()) await add(id, (at + 1) * 100, { paidAt });
    await adminShop.ask(payment, { method: 'DELETE' });
    await add(id, total);
    await adminShop.ask(payment, { method: 'DELETE' });
    await add(id, 100);
    const { history } = await adminShop.read(id);
    const other = await place();
    await add(other.id, 100);
    const [part] = (await adminShop.read(other.id)).payments;
    const dropped = detailed(await drop(other.id, part?.id)).history.at(-1);
    expect(dropped?.changes[0]).toEqual({ field: 'paidAmount', from: 100 });
    const added = (to: number, day: string) => [
      ...[{ field: 'paidAmount', to }, { field: 'paidAt', to: day }, { field: 'how' }],
    ];
    const removed = (from: string) => [
      { field: 'paid', from: true, to: false },
      { field: 'paidAt', from, to: null },
      { field: 'how' },
    ];
    expect(history.map(({ changes }) => changes)).toEqual([
      ...days.map((day, at) => added((at + 1) * 100, day)),
      [...[100, 200, 300].map((from) => ({ field: 'paidAmount', from })), ...removed('2026-03-09')],
      added(total, DAY),
      [{ field: 'paidAmount', from: total }, ...removed(DAY)],
      added(100, DAY),
    ]);
  });

  testAbove('the one that paid the order is corrected, and no other', async () => {
    const { id, total } = await place();
    await add(id, 1000);
    await add(id, total - 1000);
    const corrected = { paidAt: '2026-03-08', how: 'Efectivo' };
    const order = detailed(await adminShop.change(`${id}/payment`, corrected));
    expect(order).toMatchObject({
      ...{ payment: corrected, balance: 0, version: 4 },
      payments: [
        { amount: 1000, paidAt: DAY, how: 'Transferencia' },
        { amount: total - 1000, ...corrected },
      ],
    });
    expect(order.history.at(-1)).toMatchObject({
      action: 'payment_changed',
      changes: [{ field: 'paidAt', from: DAY, to: '2026-03-08' }, { field: 'how' }],
    });
    expect(detailed(await adminShop.change(`${id}/payment`, corrected)).version).toBe(4);
  });

  testAbove('the mail of one that is removed at once is not sent, that of another is', async () => {
    const { id } = await place();
    const pay = { paidAt: DAY, how: 'Transferencia', canUndo: true };
    const mails = async () => (await adminShop.mailed(id, 'payment_received')).length;
    const [paid] = detailed(await adminShop.change(`${id}/payment`, pay)).payments;
    expect(await mails()).toBe(1);
    await drop(id, paid?.id);
    expect(await mails()).toBe(0);
    await add(id, 1000);
    expect(await claimPaidOrder(adminShop.shop.context, { orderId: id }, 'job')).not.toBeNull();
    const [told] = detailed(await adminShop.change(`${id}/payment`, pay)).payments;
    expect(await mails()).toBe(2);
    await drop(id, told?.id);
    expect(await mails()).toBe(2);
  });

  testAbove.each([0, -1, 1.5, null, '700', 1e13])('an amount of %j is refused', async (amount) => {
    const { id } = await place();
    expect((await add(id, amount)).status).toBe(400);
  });
});
