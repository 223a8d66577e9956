import { describe, expect, test } from 'vitest';
import { readWorkshop } from '#contract/production/workshop.ts';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { dueOn } from '#domain/delivery/business-days.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('the day by which an order is needed on %s', (kind) => {
  const admin = useAdminShop(kind);
  const today = dayOf(Date.now());
  const inDays = (days: number) => addDays(today, days);

  async function order(neededBy: unknown) {
    const body = makeOrder({ images: await addPictures(admin.shop.context, 1) });
    const deliveryData = { ...body.deliveryData, neededBy };
    return admin.shop.call('/api/orders', { json: { ...body, deliveryData } });
  }
  const readDays = async () => (await admin.shop.call('/api/config')).body.asksForDay;

  test('is ignored while the shop does not ask for it', async () => {
    expect(await readDays()).toBeUndefined();
    for (const day of ['2020-01-01', 'mañana', '2027-01-01T00:00:00Z', 5, {}]) {
      const { status, body } = await order(day);
      expect([status, body.order]).toMatchObject([201, { deliveryData: expect.anything() }]);
      expect(JSON.stringify(body)).not.toContain('neededBy');
    }
  });

  test('sorts board and today, and makes an order late three days before it must leave', async () => {
    const { minDays, maxDays, closures } = DEFAULT_PROMISE;
    // As clients send it that know nothing of the day, then with it.
    const values = { minDays, maxDays, closures, regionDays: [{ region: 'RM', days: 2 }] };
    for (const [version, more] of [{}, { asksForDay: true }].entries()) {
      const json = { version, values: { ...values, ...more } };
      const { body } = await admin.ask('/settings/delivery', { method: 'PUT', json });
      expect(body.settings).toMatchObject({ delivery: { values: { asksForDay: version === 1 } } });
    }
    expect(await readDays()).toBe(true);
    for (const day of [inDays(-1), 'mañana', '2027-02-30', '2027-01-01T00:00:00Z', 5]) {
      const answer = await order(day);
      expect([refused(answer), answer.body.fields]).toEqual([
        '400 validation_failed',
        { 'deliveryData.neededBy': 'Elige un día que no haya pasado' },
      ]);
    }
    const pay = { paidAt: today };
    const usual = await admin.placePaid(pay);
    const soon = { neededBy: inDays(3) };
    const urgent = await admin.placePaid({ ...pay, delivery: soon });
    const unpaid = (await admin.place({ delivery: { neededBy: today } })).id;
    const later = await admin.placePaid({ ...pay, delivery: { neededBy: inDays(60) } });
    const inTime = await admin.placePaid({ ...pay, delivery: { neededBy: inDays(4) } });

    const board = readWorkshop.answer.parse((await admin.ask('/workshop')).body);
    const ours = [usual, urgent, unpaid, later, inTime];
    const shown = board.orders.filter(({ id }) => ours.includes(id));
    expect(shown.map(({ id }) => id)).toEqual([unpaid, urgent, inTime, usual, later]);
    expect(shown[1]).toMatchObject({ deliveryData: soon, leaveBy: soon.neededBy });
    const page = readWorkshop.answer.parse((await admin.ask('/workshop?limit=2')).body);
    const next = await admin.ask(`/workshop?limit=2&cursor=${page.nextCursor}`);
    expect(readWorkshop.answer.parse(next.body).orders.map(({ id }) => id)).toEqual([
      inTime,
      usual,
    ]);

    const { late, due, unpaid: unpaidOnes, counts } = await admin.today();
    expect(late.map(({ id }) => id)).toEqual([unpaid, urgent]);
    expect([counts.late, due.length]).toEqual([2, 0]);
    expect(unpaidOnes.map(({ id }) => id)).not.toContain(unpaid);
    expect(late[1]).toMatchObject({ deliveryData: soon, dueOn: dueOn(today) });
    expect(decodeURIComponent(late[0]?.whatsappUrl ?? '')).toContain('$');
    expect((await admin.view(urgent)).deliveryData.neededBy).toBe(soon.neededBy);
    expect((await admin.read(urgent)).leaveBy).toBe(soon.neededBy);

    // The owner corrects it; left out, it stays.
    const { notes: _, ...address } = namedSample;
    const correct = (more: object) => admin.change(`${urgent}/address`, { ...address, ...more });
    const moved = inDays(20);
    expect(detailed(await correct({ neededBy: moved }))).toMatchObject({
      ...{ deliveryData: { neededBy: moved }, leaveBy: moved },
    });
    expect((await admin.view(urgent)).deliveryData.neededBy).toBe(moved);
    for (const day of [inDays(-1), 'mañana', 5]) {
      const answer = await correct({ neededBy: day });
      expect([refused(answer), answer.body.fields]).toEqual([
        '400 validation_failed',
        { neededBy: 'Elige un día que no haya pasado' },
      ]);
    }
    const kept = detailed(await correct({ fullName: 'Otra Persona' }));
    expect(kept.deliveryData.neededBy).toBe(moved);
    const none = detailed(await correct({ fullName: 'Otra Persona', neededBy: null }));
    expect([none.deliveryData.neededBy, none.leaveBy]).toEqual([undefined, undefined]);
  });
});
