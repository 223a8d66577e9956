import { describe, expect, test } from 'vitest';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { lastArrival } from '#domain/delivery/business-days.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import type { PaymentState } from '#domain/payments/attempt.ts';
import type { UnpaidRules } from '#domain/payments/unpaid.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { NEW_COLUMNS } from '#server/features/payments/repo.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { addCode } from '#server/testing/orders.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import { databases, testOnAny, useCheckedAdminShop } from '#server/testing/use-shop.ts';
import { chaseUnpaid } from './chase-unpaid.ts';

describe.each(databases)('unpaid orders on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let ahead = 0;
  const adminShop = useCheckedAdminShop(kind, { clock: () => Date.now() + ahead });

  async function setRules(rules: Partial<UnpaidRules>): Promise<void> {
    const values = { payDays: null, reminders: [], cancels: false, ...rules };
    await adminShop.saveSettings('unpaid', values);
    // Settings are cached for two seconds.
    ahead += 3000;
  }

  const today = () => dayOf(Date.now() + ahead);
  const { chase, remindersOf } = {
    /** Like three processes at once. */
    chase: () => Promise.all([1, 2, 3].map(() => chaseUnpaid(adminShop.shop.context))),
    remindersOf: async (id: string) => (await adminShop.mailed(id, 'payment_reminder')).length,
  };

  async function passDays(count: number, each: () => void | Promise<void> = () => {}) {
    for (let day = 0; day < count; day += 1) {
      ahead += DAY_MS;
      await chase();
      await each();
    }
  }

  test('by default they wait, without a deadline or a reminder', async () => {
    const placed = await adminShop.place();
    expect(placed.payBy).toBeNull();
    await passDays(40);
    expect(await remindersOf(placed.id)).toBe(0);
    expect((await adminShop.read(placed.id)).status).toBe('pending');
  });

  test('each reminder is sent once, three processes and 40 days later too', async () => {
    await setRules({ payDays: 20, reminders: [{ day: 2 }, { day: 5 }, { day: 9 }] });
    const { id, payBy } = await adminShop.place({ delivery: { email: `a.${kind}@correo.cl` } });
    expect(payBy).toBe(addDays(today(), 20));
    const counts: number[] = [];
    await passDays(40, async () => void counts.push(await remindersOf(id)));
    expect(counts.slice(0, 10)).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
    expect(counts.at(-1)).toBe(3);
    // Nothing is cancelled unless the owner says so.
    expect(await adminShop.read(id)).toMatchObject({ status: 'pending', payBy });
  });

  testAbove('reminders that were missed together are one', async () => {
    const { id } = await adminShop.place({ delivery: { email: `b.${kind}@correo.cl` } });
    ahead += 40 * DAY_MS;
    await chase();
    await chase();
    expect(await remindersOf(id)).toBe(1);
    await passDays(3);
    expect(await remindersOf(id)).toBe(1);
  });

  test('one that left unpaid is reminded of once it must have arrived, and never cancelled', async () => {
    const reminders = [{ day: 2 }, { day: 5 }, { day: 9 }];
    await setRules({ payDays: 9, reminders, cancels: true });
    const { id } = await adminShop.place({ delivery: { email: `i.${kind}@correo.cl` } });
    expect((await adminShop.change(`${id}/marks/dispatched`, {})).status).toBe(200);
    const arrival = lastArrival(today(), DEFAULT_PROMISE);
    const early: number[] = [];
    await passDays(12, async () => {
      if (today() <= arrival) early.push(await remindersOf(id));
    });
    expect(early.length).toBeGreaterThan(1);
    expect(early.every((count) => count === 0)).toBe(true);
    expect(await remindersOf(id)).toBeGreaterThan(0);
    expect(await adminShop.read(id)).toMatchObject({ status: 'completed', payBy: null });
    await setRules({ payDays: 20, reminders });
  });

  testAbove('one that the shop opened is reminded of once it has its pictures', async () => {
    const email = `g.${kind}@correo.cl`;
    const { order, token } = await adminShop.open({ deliveryData: { fullName: 'Rosa', email } });
    const { id } = order;
    await passDays(12);
    expect(await remindersOf(id)).toBe(0);
    const images = (await addPictures(adminShop.shop.context, 1)).map((imageUrl) => ({
      ...{ imageUrl, originalName: 'foto.jpg', quantity: 1 },
    }));
    const added = await adminShop.shop.call('/api/orders/pictures', { json: { token, images } });
    expect(added.status).toBe(200);
    const counts: number[] = [];
    await chase();
    await passDays(10, async () => void counts.push(await remindersOf(id)));
    expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
  });

  test('one without an address is counted once, and mails nobody', async () => {
    const [imageUrl = ''] = await addPictures(adminShop.shop.context, 1);
    const images = [{ imageUrl, originalName: 'foto.jpg', quantity: 1 }];
    const { id } = (await adminShop.open({ images })).order;
    ahead += 2 * DAY_MS;
    expect(await chaseUnpaid(adminShop.shop.context)).toBe(1);
    expect(await remindersOf(id)).toBe(0);
    expect(await chaseUnpaid(adminShop.shop.context)).toBe(0);
  });

  test('who may have paid online is not reminded until that is known', async () => {
    const { id } = await adminShop.place({ delivery: { email: `h.${kind}@correo.cl` } });
    const { queries } = adminShop.shop.context.db;
    const show = (state: PaymentState) =>
      queries.updateTable('payments').set({ state }).where('order_id', '=', id).execute();
    await queries
      .insertInto('payments')
      .values({
        ...{ ...NEW_COLUMNS, id, reference: id, order_id: id, provider: 'webpay', amount: 4200 },
        ...{ links_ended: 0, created_at: 1 },
      })
      .execute();
    await show('unknown');
    await passDays(3);
    expect(await remindersOf(id)).toBe(0);
    await show('refused');
    await chase();
    expect(await remindersOf(id)).toBe(1);
  });

  test('a payment, a receipt and a request to cancel stop the clock', async () => {
    await setRules({ payDays: 5, reminders: [{ day: 2 }], cancels: true });
    const [paid, proven, cancelled] = [
      await adminShop.place({ delivery: { email: `c.${kind}@correo.cl` } }),
      await adminShop.place({ delivery: { email: `d.${kind}@correo.cl` } }),
      await adminShop.place({ delivery: { email: `e.${kind}@correo.cl` } }),
    ];
    const payment = { paidAt: today(), how: 'Transferencia' };
    await adminShop.change(`${paid.id}/payment`, payment);
    expect((await sendReceipt(adminShop.shop, proven.id)).status).toBe(201);
    const token = firstToken(adminShop.shop.context, cancelled.id);
    await adminShop.shop.call('/api/orders/cancel', { json: { token } });
    await passDays(8);
    for (const { id } of [paid, proven, cancelled]) expect(await remindersOf(id)).toBe(0);
    expect((await adminShop.read(proven.id)).status).toBe('pending');
    expect((await adminShop.read(paid.id)).payBy).toBeNull();
  });

  test('an overdue one is cancelled by the shop where the owner says so; its code is free', async () => {
    const code = `PLAZO${kind.toUpperCase()}`;
    const discount = await addCode(adminShop.shop.context, code, { multiple_use: 0 });
    const { id } = await adminShop.place({ discount, delivery: { email: `f.${kind}@correo.cl` } });
    await passDays(5);
    expect((await adminShop.read(id)).status).toBe('pending');
    await passDays(1);
    const { status, history } = await adminShop.read(id);
    expect(status).toBe('cancelled');
    expect(history.filter(({ action }) => action === 'status_changed')).toMatchObject([
      { by: null, to: 'cancelled', reason: 'Venció el plazo para pagarlo' },
    ]);
    expect((await adminShop.ask('/discounts/')).body.discountCodes).toContainEqual(
      expect.objectContaining({ code, currentUses: 0 }),
    );
  });

  test('one that has to be paid again has its days again, and one in production is kept', async () => {
    await setRules({ payDays: 5, cancels: true });
    const [reopened, restored, unpaid, made] = [
      (await adminShop.place()).id,
      (await adminShop.place()).id,
      await adminShop.placePaid(),
      (await adminShop.place()).id,
    ];
    const status = (id: string, to: string) => adminShop.setStatus(id, to);
    expect((await adminShop.change(`${made}/marks/printed`, {})).status).toBe(200);
    await adminShop.remove(restored);
    await passDays(6);
    expect((await adminShop.read(reopened)).status).toBe('cancelled');
    expect((await status(reopened, 'pending')).status).toBe(200);
    await adminShop.restore(restored);
    await adminShop.ask(`/orders/${unpaid}/payment`, { method: 'DELETE' });
    const again = [reopened, restored, unpaid];
    const days = await Promise.all(again.map(async (id) => (await adminShop.read(id)).payBy));
    expect(days).toEqual(again.map(() => addDays(today(), 5)));
    await passDays(5);
    for (const id of again) expect((await adminShop.read(id)).status).toBe('pending');
    await passDays(1);
    for (const id of again) expect((await adminShop.read(id)).status).toBe('cancelled');
    expect((await adminShop.read(made)).status).toBe('processing');
  });

  test('nothing is cancelled once the owner has turned that off, not even by a run under way', async () => {
    await setRules({ payDays: 2, cancels: true });
    const { id } = await adminShop.place();
    const { context } = adminShop.shop;
    const before = await context.settings.current();
    await setRules({ payDays: 2 });
    ahead += 5 * DAY_MS;
    const settings = { ...context.settings, current: async () => before };
    await chaseUnpaid({ ...context, settings });
    expect((await adminShop.read(id)).status).toBe('pending');
  });
});
