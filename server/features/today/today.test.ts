import { beforeEach, describe, expect, test } from 'vitest';
import { readToday, type Today } from '#contract/today/today.ts';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { eraseGuest } from '#server/features/privacy/erase-person.ts';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { mailJobsOf } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { answerProof, lastProofToken } from '#server/testing/proofs.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, testOnAny, useFreshAdminShop } from '#server/testing/use-shop.ts';

const LISTS = ['late', 'due', 'receipts', 'answers', 'unpaid'] as const;

describe.each(databases)('what waits for the owner today on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now: number;
  beforeEach(() => {
    now = Date.now();
  });
  const env = { SHOP_NAME: 'Pines Ñuble' };
  const adminShop = useFreshAdminShop(kind, { env, clock: () => now });

  async function read(): Promise<Today> {
    const { status, body } = await adminShop.ask('/today');
    expect(status).toBe(200);
    return readToday.answer.parse(body);
  }

  async function idsByGroup(): Promise<Partial<Record<(typeof LISTS)[number], string[]>>> {
    const today = await read();
    const filled = LISTS.filter((name) => today[name].length > 0);
    for (const name of LISTS) expect(today.counts[name]).toBe(today[name].length);
    return Object.fromEntries(filled.map((name) => [name, today[name].map(({ id }) => id)]));
  }

  const call = (path: string, json: unknown, method = 'PUT') =>
    adminShop.ask(`/orders/${path}`, { method, json });
  const pay = (id: string, paidAt: string, how = 'Transferencia') =>
    call(`${id}/payment`, { paidAt, how });

  async function sendReceipt(buyer: Browser, id: string): Promise<void> {
    const form = new FormData();
    form.append('receipt', new Blob(['%PDF-1.4\n%comprobante\n']), 'comprobante');
    form.append('orderId', id);
    const sent = await buyer.call('/api/orders/receipt', { method: 'POST', raw: form });
    expect(sent.status).toBe(201);
  }

  async function answer(id: string, approved: boolean, words?: string): Promise<void> {
    // Proofs are distinguished by the time they were sent.
    now += 1000;
    expect((await call(`${id}/proofs`, {}, 'POST')).status).toBe(201);
    const token = await lastProofToken(adminShop.shop, id);
    const json = words === undefined ? { approved } : { approved, words };
    expect((await answerProof(adminShop.shop, token, json)).status).toBe(200);
  }

  test('an order goes from group to group, and out of all of them', async () => {
    expect(await idsByGroup()).toEqual({});
    const buyer = await openAccount(adminShop.shop, 'ana@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    expect(await idsByGroup()).toEqual({ unpaid: [id] });
    await sendReceipt(buyer, id);
    expect(await idsByGroup()).toEqual({ receipts: [id] });
    const chat = async (name: (typeof LISTS)[number]) =>
      decodeURIComponent((await read())[name][0]?.whatsappUrl ?? '');
    expect(await chat('receipts')).toContain('Ya vimos tu comprobante por $4.200');
    await pay(id, dayOf(now));
    expect(await idsByGroup()).toEqual({});
    await answer(id, false, 'Más a la izquierda');
    const { answers } = await read();
    expect(answers).toMatchObject([
      { id, proof: { state: 'changes', words: 'Más a la izquierda' } },
    ]);
    expect(await chat('answers')).toContain('Vimos los cambios que pediste');
    await answer(id, true);
    expect(await idsByGroup()).toEqual({ answers: [id] });
    const { due_on: due = '' } = await findRow(adminShop.shop.context, 'orders', { id });
    now = Date.parse(`${due}T15:00:00Z`);
    expect(await idsByGroup()).toEqual({ due: [id] });
    now += DAY_MS;
    expect(await idsByGroup()).toEqual({ late: [id] });
    expect(await chat('late')).toContain('Vamos con atraso');
    // An order that is ready for pickup waits for its buyer, whatever else was not marked.
    await call(`${id}/marks/packed`, {});
    expect(await idsByGroup()).toEqual({ late: [id] });
    const orders = adminShop.shop.context.db.queries.updateTable('orders').where('id', '=', id);
    await orders.set({ way: 'pickup' }).execute();
    expect(await idsByGroup()).toEqual({});
    await orders.set({ way: 'home' }).execute();
    // A buyer's request comes before the due day.
    await answer(id, false);
    expect(await idsByGroup()).toEqual({ answers: [id] });
    await call(`${id}/marks/dispatched`, {});
    expect(await idsByGroup()).toEqual({});
  });

  test('a new picture comes before approvals, and a receipt before both, each order once', async () => {
    const buyer = await openAccount(adminShop.shop, 'dos@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    await pay(id, dayOf(now));
    await answer(id, true);
    const { id: pictured } = await adminShop.place();
    const { queries } = adminShop.shop.context.db;
    const replaced = { order_id: pictured, replaced_at: now };
    await queries.insertInto('order_picture_requests').values(replaced).execute();
    expect(await idsByGroup()).toEqual({ answers: [pictured, id] });
    const dearer = await call(`${id}/items`, { items: [{ n: 1, quantity: 1 }], agreedTotal: 9000 });
    expect(dearer.status).toBe(200);
    await sendReceipt(buyer, id);
    expect(await idsByGroup()).toEqual({ receipts: [id], answers: [pictured] });
  });

  testAbove('an order that left unpaid is asked for until it is paid', async () => {
    const buyer = await openAccount(adminShop.shop, 'deuda@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    await call(`${id}/marks/dispatched`, {});
    now += 1000;
    const [large, small] = [await adminShop.place({ pictures: 2 }), await adminShop.place()];
    const { unpaid, counts } = await read();
    // Among those that have not left, by their amounts.
    expect(unpaid.map((order) => order.id)).toEqual([large.id, id, small.id]);
    expect(counts.unpaid).toBe(3);
    expect(unpaid[1]).toMatchObject({ amount: 4200, waitsFor: null, dueOn: null });
    for (const each of [large, small]) await pay(each.id, dayOf(now));
    expect(decodeURIComponent(unpaid[1]?.whatsappUrl ?? '')).toContain('tu pago de $4.200');
    await sendReceipt(buyer, id);
    expect(await idsByGroup()).toEqual({ receipts: [id] });
    await pay(id, dayOf(now));
    expect(await idsByGroup()).toEqual({});
    // One whose payment turns out to be another order's.
    await call(`${id}/payment`, undefined, 'DELETE');
    expect(await idsByGroup()).toEqual({ receipts: [id] });
    await call(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    expect(await idsByGroup()).toEqual({});
  });

  testAbove('nobody is asked for the money of an erased buyer', async () => {
    const { id } = await adminShop.place({ delivery: { email: 'fue@correo.cl' } });
    await call(`${id}/status`, { status: 'completed' }, 'PATCH');
    expect(await idsByGroup()).toEqual({ unpaid: [id] });
    await eraseGuest(adminShop.shop.context, 'jefa', 'fue@correo.cl');
    expect(await idsByGroup()).toEqual({});
  });

  testAbove('cancelled and deleted orders wait for nothing', async () => {
    const [cancelled, deleted] = [await adminShop.place(), await adminShop.place()];
    await call(`${cancelled.id}/status`, { status: 'cancelled' }, 'PATCH');
    await adminShop.remove(deleted.id);
    expect(await idsByGroup()).toEqual({});
  });

  testAbove('the unpaid come by amount with their age and a text to send', async () => {
    const settings = { holder: 'Ana Ñu', rut: '11.111.111-1', bank: 'Banco Sur', words: '' };
    const account = { accountType: 'Vista', account: '99', email: '' };
    await adminShop.saveSettings('payment', { ...settings, ...account });
    const small = await adminShop.place({ delivery: { fullName: 'Íñigo Soto' } });
    now += 3 * DAY_MS;
    const large = await adminShop.place({ pictures: 3 });
    const { unpaid } = await read();
    expect(unpaid.map(({ id, amount, ageDays }) => ({ id, amount, ageDays }))).toEqual([
      { id: large.id, amount: 7600, ageDays: 0 },
      { id: small.id, amount: 4200, ageDays: 3 },
    ]);
    const url = new URL(unpaid[1]?.whatsappUrl ?? '');
    expect(url.origin + url.pathname).toMatch(/^https:\/\/wa\.me\/569\d{8}$/);
    const text = url.searchParams.get('text') ?? '';
    for (const part of [
      'Hola Íñigo,',
      small.id,
      `${adminShop.shop.context.publicUrl}/#pedido=`,
      '$4.200',
      'Banco Sur',
      'Número de cuenta: 99',
    ]) {
      expect(text).toContain(part);
    }
  });

  testAbove(
    'groups without a source are empty; each is bounded, with its whole count',
    async () => {
      const { incomplete, complaints, cancelRequests } = await read();
      expect([incomplete, complaints, cancelRequests]).toEqual([[], [], []]);
      for (let count = 0; count < 52; count += 1) await adminShop.place();
      const { unpaid, counts } = await read();
      expect([unpaid.length, counts.unpaid]).toEqual([50, 52]);
    },
  );

  testAbove('mails about an act wait for its minute, and undoing withdraws them', async () => {
    const mailsOf = async (id: string) => {
      const jobs = await mailJobsOf(adminShop.shop.context.db, id);
      const sent = jobs.filter(({ kind: mail }) => mail !== 'mail.order_received');
      return sent.map(({ kind: mail, run_at }) => [mail, run_at - now]);
    };
    const status = (id: string, to: string, more = {}) =>
      call(`${id}/status`, { status: to, ...more }, 'PATCH');
    const paidToday = { paidAt: dayOf(now), how: 'Transferencia' };
    const acts = [
      ['mail.payment_received', 'payment', paidToday],
      ['mail.order_status', 'marks/dispatched', {}],
    ] as const;
    for (const [mail, path, body] of acts) {
      const { id } = await adminShop.place();
      await call(`${id}/${path}`, body);
      expect(await mailsOf(id)).toEqual([[mail, 0]]);
      const { id: other } = await adminShop.place();
      for (let round = 0; round < 2; round += 1) {
        await call(`${other}/${path}`, { ...body, canUndo: true });
        expect(await mailsOf(other)).toEqual([[mail, 60_000]]);
        // Another order's mail stays.
        await call(`${id}/${path}`, undefined, 'DELETE');
        expect(await mailsOf(other)).toEqual([[mail, 60_000]]);
        await call(`${other}/${path}`, undefined, 'DELETE');
        expect(await mailsOf(other)).toEqual([]);
      }
      // After its minute it is the worker's.
      await call(`${other}/${path}`, { ...body, canUndo: true });
      now += 60_000;
      await call(`${other}/${path}`, undefined, 'DELETE');
      expect(await mailsOf(other)).toEqual([[mail, 0]]);
    }
    const many = (orders: readonly string[], to: string, more = {}) =>
      adminShop.change(
        'status',
        { orders: orders.map((id) => ({ id })), status: to, ...more },
        'PATCH',
      );
    const two = [(await adminShop.place()).id, (await adminShop.place()).id];
    const [first = '', second = ''] = two;
    await many(two, 'cancelled', { canUndo: true });
    expect(await mailsOf(second)).toEqual([['mail.order_status', 60_000]]);
    await many([second], 'pending');
    expect(await mailsOf(second)).toEqual([]);
    expect(await mailsOf(first)).toEqual([['mail.order_status', 60_000]]);
    // Another status replaces the one that its buyer does not know yet.
    await status(first, 'processing');
    expect(await mailsOf(first)).toEqual([['mail.order_status', 0]]);
  });

  test('payers are counted once each, by the month and the half-year of their payment', async () => {
    // In the middle of a half-year, so that the previous month is in the same one.
    now = Date.parse('2026-11-24T15:00:00Z');
    const place = async (email: string) => (await adminShop.place({ delivery: { email } })).id;
    const twice = [await place('ana@correo.cl'), await place('Ana@correo.cl')];
    for (const id of twice) await pay(id, '2026-11-02');
    await pay(await place('eva@correo.cl'), '2026-11-01');
    await pay(await place('oct@correo.cl'), '2026-10-31');
    await pay(await place('junio@correo.cl'), '2026-06-30');
    await pay(await place('caja@correo.cl'), '2026-11-03', 'Efectivo');
    const unpaid = await place('nadie@correo.cl');
    expect((await read()).payers).toEqual({ month: 2, semester: 3 });
    // An erased person still counts as a payer.
    const erased = await place('borrada@correo.cl');
    await pay(erased, '2026-11-04');
    await call(`${erased}/status`, { status: 'completed' }, 'PATCH');
    await eraseGuest(adminShop.shop.context, 'jefa', 'borrada@correo.cl');
    expect((await read()).payers).toEqual({ month: 3, semester: 4 });
    await pay(unpaid, addDays('2026-11-24', 0));
    expect((await read()).payers).toEqual({ month: 4, semester: 5 });
    // However many payments the first of them made.
    const parts = Array.from({ length: 2000 }, (_, n) => ({
      ...{ id: `part-${n}`, order_id: twice[0] ?? '', amount: 0 },
      ...{ paid_on: '2026-11-01', how: 'Transferencia', noted_at: now },
    }));
    await adminShop.shop.context.db.queries.insertInto('order_payments').values(parts).execute();
    expect((await read()).payers).toEqual({ month: 4, semester: 5 });
  });
});
