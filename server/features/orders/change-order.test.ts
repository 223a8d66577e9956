import { describe, expect, test } from 'vitest';
import { orderChangedAnswer } from '#contract/orders/orders-admin.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { ADMIN_EMAIL, detailed, refused } from '#server/testing/admin-shop.ts';
import { mailJobsOf } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';
import { firstToken } from './order-link.ts';

describe.each(databases)('changing an order on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useAdminShop(kind);

  const change = (id: string, path: string, json: unknown, headers = {}) =>
    adminShop.ask(`/orders/${id}/${path}`, {
      method: ['status', 'notes', 'internal-notes'].includes(path) ? 'PATCH' : 'PUT',
      json,
      headers,
    });

  testAbove('any status follows any other, each with its mail and history', async () => {
    const { id } = await adminShop.place();
    const steps = ORDER_STATUSES.flatMap((from) =>
      ORDER_STATUSES.filter((to) => to !== from).flatMap((to) => [from, to]),
    );
    let last = 'pending';
    let changes = 0;
    for (const status of steps) {
      const order = detailed(await change(id, 'status', { status, reason: `hacia ${status}` }));
      changes += status === last ? 0 : 1;
      expect([order.status, order.version, order.history.length]).toEqual([
        status,
        1 + changes,
        changes,
      ]);
      last = status;
    }
    const { history } = await adminShop.read(id);
    expect(history[0]).toMatchObject({
      action: 'status_changed',
      from: 'pending',
      to: 'processing',
      reason: 'hacia processing',
      by: { email: ADMIN_EMAIL },
    });
    for (const [at, entry] of history.entries()) {
      if (at > 0) expect(entry.from).toBe(history[at - 1]?.to);
    }
    expect(await adminShop.mailed(id, 'order_status')).toHaveLength(changes);
  });

  testAbove('the same status again changes nothing', async () => {
    const { id } = await adminShop.place();
    const answer = await change(id, 'status', { status: 'pending', reason: 'da igual' });
    expect(detailed(answer)).toMatchObject({ version: 1, history: [] });
    expect(answer.headers.get('etag')).toBe('"1"');
  });

  testAbove('notes are edited in both places, and can go', async () => {
    const { id } = await adminShop.place();
    const edited = detailed(await change(id, 'notes', { notes: ' Timbre malo\nLlamar ' }));
    expect([edited.notes, edited.deliveryData.notes]).toEqual(Array(2).fill('Timbre malo\nLlamar'));
    expect(edited.history.at(-1)).toMatchObject({
      action: 'notes_changed',
      changes: [{ field: 'notes' }],
    });
    expect(detailed(await change(id, 'notes', { notes: '  ' })).notes).toBeNull();
    expect(detailed(await change(id, 'notes', { notes: null })).version).toBe(3);
  });

  testAbove("the buyer's own notes stay when the shared notes change", async () => {
    const { id } = await adminShop.place({ delivery: { notes: 'Portón verde' } });
    const edited = detailed(await change(id, 'notes', { notes: 'Sale el martes' }));
    expect(edited).toMatchObject({ notes: 'Sale el martes', buyerNotes: 'Portón verde' });
    expect(edited.deliveryData.notes).toBe('Sale el martes');
    expect(detailed(await change(id, 'notes', { notes: null })).buyerNotes).toBe('Portón verde');
  });

  testAbove('internal notes are for admins alone, the history names their field', async () => {
    const words = 'Pagó tarde dos veces';
    const buyer = await openAccount(adminShop.shop, `internal-${kind}@correo.cl`);
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    const noted = detailed(await change(id, 'internal-notes', { internalNotes: ` ${words}\n` }));
    expect(noted).toMatchObject({ internalNotes: words, version: 2 });
    expect(noted.history).toMatchObject([
      { action: 'internal_notes_changed', changes: [{ field: 'internalNotes' }] },
    ]);
    expect(JSON.stringify(noted.history)).not.toContain(words);
    const listed = await adminShop.ask('/orders?limit=1');
    expect(JSON.stringify(listed.body)).toContain(words);

    await change(id, 'payment', { paidAt: '2026-03-09', how: 'Transferencia' });
    await change(id, 'status', { status: 'completed' });
    const { context } = adminShop.shop;
    const token = firstToken(context, id);
    const own = await buyer.call('/api/orders');
    const linked = await adminShop.shop.call('/api/orders/view', { json: { token } });
    expect([own.status, linked.status]).toEqual([200, 200]);
    const letters = await mailJobsOf(context.db, id);
    const csv = await (await adminShop.fetchFile('/orders/export.csv')).text();
    for (const seen of [own.body, linked.body, letters, csv]) {
      expect(JSON.stringify(seen)).not.toMatch(/nternal_?[nN]otes|Pagó tarde/);
    }
    const gone = detailed(await change(id, 'internal-notes', { internalNotes: '  ' }));
    expect(gone.internalNotes).toBeNull();
  });

  testAbove('payment and shipping are recorded, corrected and removed', async () => {
    const { id } = await adminShop.place();
    const payment = { paidAt: '2026-03-09', how: 'Transferencia' };
    expect(detailed(await change(id, 'payment', payment)).payment).toEqual(payment);
    expect(detailed(await change(id, 'payment', payment)).version).toBe(2);
    const shipping = { courier: 'Starken', trackingNumber: 'ST-1' };
    const shipped = detailed(await change(id, 'shipping', shipping));
    expect(shipped).toMatchObject({ payment, shipping, version: 3 });
    expect(detailed(await change(id, 'shipping', { courier: 'Starken' })).shipping).toEqual({
      courier: 'Starken',
      trackingNumber: null,
    });
    const unpaid = detailed(await adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' }));
    expect(unpaid.payment).toBeNull();
    expect(unpaid.history.map(({ action }) => action)).toEqual([
      'payment_changed',
      'shipping_changed',
      'shipping_changed',
      'payment_changed',
    ]);
    expect(unpaid.history[0]?.changes).toEqual([
      { field: 'paid', from: false, to: true },
      { field: 'paidAt', from: null, to: '2026-03-09' },
      { field: 'how' },
    ]);
    expect(unpaid.history.at(-1)?.changes).toEqual([
      { field: 'paid', from: true, to: false },
      { field: 'paidAt', from: '2026-03-09', to: null },
      { field: 'how' },
    ]);
  });

  test('an outdated version is rejected, with the current order', async () => {
    const { id } = await adminShop.place();
    const [one, other] = await Promise.all([
      change(id, 'notes', { notes: 'de una' }, { 'if-match': '"1"' }),
      change(id, 'status', { status: 'processing' }, { 'if-match': '"1"' }),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const late = one.status === 409 ? one : other;
    const fresh = orderChangedAnswer.parse(late.body);
    expect(fresh.order).toEqual(await adminShop.read(id));
    expect([fresh.order.version, fresh.order.history.length]).toEqual([2, 1]);
    const again = { 'if-match': 'W/"2"' };
    expect((await change(id, 'notes', { notes: 'otra vez' }, again)).status).toBe(200);
    for (const header of ['"algo"', 'x"3"', '"3"x']) {
      const wrong = await change(id, 'notes', { notes: 'x' }, { 'if-match': header });
      expect([header, refused(wrong)]).toEqual([header, '409 order_changed']);
    }
    expect((await change(id, 'notes', { notes: 'sin comillas' }, { 'if-match': '3' })).status).toBe(
      200,
    );
    expect((await change(id, 'notes', { notes: 'x' }, { 'if-match': '*' })).status).toBe(200);
  });

  testRace('two admins at once without a version: every change is stored', async () => {
    const { id } = await adminShop.place();
    const other = await openAccount(adminShop.shop, `otra-${kind}@pines.cl`);
    await other.call('/api/auth/profile');
    await setRows(
      adminShop.shop.context,
      'people',
      { email: `otra-${kind}@pines.cl` },
      { role: 'admin' },
    );
    const notes = Array.from({ length: 8 }, (_, at) => `nota ${at}`);
    const answers = await Promise.all(
      notes.map((text, at) => {
        const request = { method: 'PATCH', json: { notes: text } };
        return at % 2
          ? other.call(`/api/admin/orders/${id}/notes`, request)
          : adminShop.ask(`/orders/${id}/notes`, request);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const { version, history } = await adminShop.read(id);
    expect([version, history.length]).toEqual([9, 8]);
    expect(new Set(history.map(({ by }) => by?.email))).toEqual(
      new Set([ADMIN_EMAIL, `otra-${kind}@pines.cl`]),
    );
  });

  test('the status of several at once: each is reported', async () => {
    const [one, two] = [await adminShop.place(), await adminShop.place()];
    await change(two.id, 'notes', { notes: 'cambió' });
    const { status, body } = await adminShop.change(
      'status',
      {
        orders: [{ id: one.id, version: 1 }, { id: two.id, version: 1 }, { id: 'NADIE' }],
        status: 'processing',
        reason: 'A la prensa',
      },
      'POST',
    );
    expect([status, body.message]).toEqual([200, '1 de 3 pedidos actualizados']);
    expect(body.results).toMatchObject([
      { id: one.id, success: true, order: { status: 'processing', version: 2 } },
      { id: two.id, success: false, code: 'order_changed', order: { notes: 'cambió' } },
      { id: 'NADIE', success: false, code: 'not_found', message: 'Recurso no encontrado' },
    ]);
    const again = { orders: [{ id: one.id }], status: 'completed' };
    const patched = await adminShop.change('status', again, 'PATCH');
    expect(patched.body).toMatchObject({
      message: '1 pedido actualizado',
      results: [{ order: { status: 'completed', version: 3 } }],
    });
    const none = await adminShop.change('status', { orders: [], status: 'pending' }, 'POST');
    expect(none.body.fields).toEqual({ orders: 'Elige al menos un pedido' });
  });

  testAbove('an unknown order is a 404', async () => {
    expect(refused(await adminShop.ask('/orders/NADIE'))).toBe('404 not_found');
    expect(refused(await change('NADIE', 'status', { status: 'pending' }))).toBe('404 not_found');
  });
});
