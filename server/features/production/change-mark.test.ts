import { describe, expect, test } from 'vitest';
import { orderChangedAnswer } from '#contract/orders/orders-admin.ts';
import { ADMIN_EMAIL, detailed, refused } from '#server/testing/admin-shop.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('marks of the workshop on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useAdminShop(kind);

  const set = (id: string, mark: string, json: object = {}, headers = {}) =>
    adminShop.ask(`/orders/${id}/marks/${mark}`, { method: 'PUT', json, headers });
  const remove = (id: string, mark: string, headers = {}) =>
    adminShop.ask(`/orders/${id}/marks/${mark}`, { method: 'DELETE', headers });
  const mailsAbout = async (id: string) => (await adminShop.mailed(id, 'order_status')).length;

  test('lead an order from payment to dispatch, and back again', async () => {
    const { id } = await adminShop.place();
    expect(await adminShop.waitOf(id)).toBe('payment');
    const json = { paidAt: '2026-03-09', how: 'Transferencia' };
    await adminShop.change(`${id}/payment`, json);
    const steps = [];
    for (const [mark, isSet] of [
      ['printed', true],
      ['packed', true],
      ['dispatched', true],
      ['dispatched', false],
      ['packed', false],
      ['printed', false],
    ] as const) {
      const before = await adminShop.waitOf(id);
      const order = detailed(await (isSet ? set(id, mark) : remove(id, mark)));
      steps.push([before, order.status, await adminShop.waitOf(id), await mailsAbout(id)]);
    }
    expect(steps).toEqual([
      ['print', 'processing', 'pack', 0],
      ['pack', 'processing', 'dispatch', 0],
      ['dispatch', 'completed', null, 1],
      [null, 'processing', 'dispatch', 1],
      ['dispatch', 'processing', 'pack', 1],
      ['pack', 'pending', 'print', 1],
    ]);
    const { history, version, marks } = await adminShop.read(id);
    expect(version).toBe(8);
    expect(marks).toEqual({ printed: null, packed: null, dispatched: null });
    expect(history.slice(1).map(({ action, from, to }) => [action, from, to])).toEqual([
      ['mark_set', 'pending', 'processing'],
      ['mark_set', null, null],
      ['mark_set', 'processing', 'completed'],
      ['mark_removed', 'completed', 'processing'],
      ['mark_removed', null, null],
      ['mark_removed', 'processing', 'pending'],
    ]);
    expect(history[1]?.changes[0]).toEqual({ field: 'printed', from: false, to: true });
  });

  testAbove('numbers of several parcels are noted at once, and sent if wanted', async () => {
    const ids = [await adminShop.placePaid(), await adminShop.placePaid()];
    const send = (orders: object[], json: object = {}) =>
      adminShop.change('parcels', { orders, isDispatched: false, ...json }, 'POST');
    const numbered = ids.map((id, at) => ({ id, tracking: `N-${at}` }));
    const { body } = await send([...numbered, { id: 'AAAAA-AAAAA', tracking: '1' }]);
    expect(body.results).toMatchObject([
      { success: true, order: { shipping: { courier: null, trackingNumber: 'N-0' } } },
      { success: true, order: { shipping: { courier: null, trackingNumber: 'N-1' } } },
      { success: false, code: 'not_found' },
    ]);
    const sent = await send(numbered, { courier: 'Starken', isDispatched: true });
    expect(sent.body.results).toMatchObject([
      { order: { status: 'completed', shipping: { courier: 'Starken', trackingNumber: 'N-0' } } },
      { order: { status: 'completed' } },
    ]);
    expect(await mailsAbout(ids[1] ?? '')).toBe(1);
    const stale = await send([{ id: ids[0], version: 1, tracking: 'N-9' }]);
    expect(stale.body.results).toMatchObject([{ success: false, code: 'order_changed' }]);
    for (const tracking of ['', 'x'.repeat(61), null]) {
      expect((await send([{ id: ids[0], tracking }])).status).toBe(400);
    }
  });

  testAbove('say who set them and when', async () => {
    const id = await adminShop.placePaid();
    const before = Date.now();
    const { marks } = detailed(await set(id, 'printed'));
    expect(marks).toMatchObject({ printed: { by: { email: ADMIN_EMAIL } }, packed: null });
    expect(Date.parse(marks.printed?.at ?? '')).toBeGreaterThanOrEqual(before);
  });

  testAbove('twice change nothing, mail nothing and keep the first parcel', async () => {
    const id = await adminShop.placePaid();
    await set(id, 'dispatched', { courier: 'Starken', tracking: 'ST-1' });
    const again = detailed(await set(id, 'dispatched', { courier: 'Otra', tracking: 'X' }));
    expect(again).toMatchObject({
      version: 3,
      status: 'completed',
      shipping: { courier: 'Starken', trackingNumber: 'ST-1' },
    });
    expect(await mailsAbout(id)).toBe(1);
    expect(detailed(await remove(id, 'printed')).version).toBe(3);
  });

  testAbove('the parcel is noted where it always was, and what is left out stays', async () => {
    const id = await adminShop.placePaid();
    const json = { courier: 'Starken', trackingNumber: 'ST-1' };
    await adminShop.change(`${id}/shipping`, json);
    const order = detailed(await set(id, 'dispatched', { tracking: ' ST-2 ', courier: null }));
    expect(order.shipping).toEqual({ courier: 'Starken', trackingNumber: 'ST-2' });
    expect(order.history.at(-1)?.changes.map(({ field }) => field)).toEqual([
      'dispatched',
      'status',
      'trackingNumber',
    ]);
    expect(JSON.stringify(order.history)).not.toContain('ST-2');
  });

  testAbove('a status that an admin sets meanwhile stays when the mark goes', async () => {
    const id = await adminShop.placePaid();
    await set(id, 'dispatched');
    await adminShop.setStatus(id, 'cancelled');
    await adminShop.setStatus(id, 'completed');
    expect(detailed(await remove(id, 'dispatched')).status).toBe('completed');
    const other = await adminShop.placePaid();
    await set(other, 'printed');
    await adminShop.setStatus(other, 'pending');
    expect(detailed(await set(other, 'packed')).status).toBe('processing');
    expect(detailed(await remove(other, 'packed')).status).toBe('pending');
    expect(detailed(await remove(other, 'printed')).status).toBe('pending');
  });

  testAbove.each(['cancelled', 'completed'])(
    'are refused for an order that is %s',
    async (status) => {
      const id = await adminShop.placePaid();
      await adminShop.setStatus(id, status);
      expect(await adminShop.waitOf(id)).toBeNull();
      expect(refused(await set(id, 'printed'))).toBe('409 order_ended');
      expect(refused(await set(id, 'dispatched'))).toBe('409 order_ended');
      expect((await adminShop.read(id)).version).toBe(3);
    },
  );

  testAbove('are a 404 for an unknown mark or order', async () => {
    const id = await adminShop.placePaid();
    expect(refused(await set(id, 'painted'))).toBe('404 not_found');
    expect(refused(await remove(id, 'toString'))).toBe('404 not_found');
    expect(refused(await set('NADIE', 'printed'))).toBe('404 not_found');
    await adminShop.remove(id);
    expect(refused(await set(id, 'printed'))).toBe('404 not_found');
    expect(await adminShop.waitOf(id)).toBeNull();
    await adminShop.restore(id);
    expect(await adminShop.waitOf(id)).toBe('print');
  });

  test('of several orders are set and taken back, each by itself', async () => {
    const [one, two, gone] = [
      await adminShop.placePaid(),
      await adminShop.placePaid(),
      await adminShop.placePaid(),
    ];
    await adminShop.setStatus(gone, 'cancelled');
    const all = (orders: object[], mark: string, isSet: boolean, parcel = {}) =>
      adminShop.change('marks', { orders, mark, isSet, ...parcel }, 'POST');
    const orders = [{ id: one, version: 2 }, { id: two, version: 1 }, { id: gone }];
    const first = await all(orders, 'printed', true);
    expect([first.status, first.body.message]).toEqual([200, '1 de 3 pedidos actualizados']);
    expect(first.body.results).toMatchObject([
      { id: one, success: true, order: { status: 'processing', version: 3 } },
      { id: two, success: false, code: 'order_changed', order: { version: 2 } },
      { id: gone, success: false, code: 'order_ended' },
    ]);
    await all([{ id: one }, { id: two }], 'dispatched', true, { courier: 'Starken' });
    expect(detailed(await adminShop.ask(`/orders/${two}`)).shipping.courier).toBe('Starken');
    await all([{ id: one }, { id: two }], 'dispatched', false);
    expect([await adminShop.waitOf(one), await adminShop.waitOf(two)]).toEqual(['pack', 'print']);
    const wrong = await all([], 'painted', true);
    expect(Object.keys(wrong.body.fields ?? {}).sort()).toEqual(['mark', 'orders']);
  });

  testRace('two admins at once: one of them is told, with the fresh order', async () => {
    const id = await adminShop.placePaid();
    const answers = await Promise.all([
      set(id, 'printed', {}, { 'if-match': '"2"' }),
      set(id, 'packed', {}, { 'if-match': '"2"' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    const { order } = orderChangedAnswer.parse(late?.body);
    expect(order.version).toBe(3);
    expect(Object.values(order.marks).filter((mark) => mark !== null)).toHaveLength(1);
  });

  testRace('eight at once without a version: the mark is set once and told once', async () => {
    const id = await adminShop.placePaid();
    const answers = await Promise.all(Array.from({ length: 8 }, () => set(id, 'dispatched')));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await adminShop.read(id)).history).toHaveLength(2);
    expect(await mailsAbout(id)).toBe(1);
  });

  testRace('cancelled while it is marked: it ends cancelled, whichever is first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await adminShop.placePaid();
      const [marked, cancelled] = await Promise.all(
        round % 2
          ? [set(id, 'printed'), adminShop.setStatus(id, 'cancelled')]
          : [adminShop.setStatus(id, 'cancelled'), set(id, 'printed')].reverse(),
      );
      expect(cancelled?.status).toBe(200);
      expect(['200 ok', '409 order_ended']).toContain(marked && refused(marked));
      const order = await adminShop.read(id);
      expect(order.status).toBe('cancelled');
      expect(order.marks.printed !== null).toBe(marked?.status === 200);
      expect(await adminShop.waitOf(id)).toBeNull();
    }
  });
});
