import { describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { readCancelNews } from '#server/features/aftersales/mails.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { NEW_COLUMNS } from '#server/features/payments/repo.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { type AdminShop, detailed, refused } from '#server/testing/admin-shop.ts';
import { mailsOf } from '#server/testing/jobs.ts';
import { addCode, makeOrder, placed } from '#server/testing/orders.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import { databases, testOnAny, testRaceOn, useCheckedAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('cancelling by the buyer on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  const adminShop = useCheckedAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  const change = (...[path, json, method]: Parameters<AdminShop['change']>) =>
    adminShop.change(path, json, method);
  const pay = (id: string) =>
    change(`${id}/payment`, { paidAt: dayOf(Date.now()), how: 'Transferencia' });
  const tokenOf = (id: string) => firstToken(adminShop.shop.context, id);
  const cancel = (id: string, more: object = {}) =>
    adminShop.shop.call('/api/orders/cancel', { json: { token: tokenOf(id), ...more } });
  test('an unpaid order is cancelled at once, and its code is free again', async () => {
    const code = `CAN${kind.toUpperCase()}`;
    const discount = await addCode(adminShop.shop.context, code, { multiple_use: 0 });
    const { id } = await adminShop.place({ discount });
    expect(await adminShop.view(id)).toMatchObject({ canCancel: true, cancelRequested: false });
    const answer = await cancel(id, { reason: 'Me equivoqué de foto' });
    expect([answer.status, answer.body.order]).toMatchObject([
      200,
      { status: 'cancelled', canCancel: false, cancelRequested: false },
    ]);
    expect((await adminShop.ask('/discounts/')).body.discountCodes).toContainEqual(
      expect.objectContaining({ code, currentUses: 0 }),
    );
    expect(await mailsOf(adminShop.shop.context.db, id)).toEqual(
      expect.arrayContaining(['mail.order_status', 'mail.cancel_told']),
    );
    expect((await adminShop.read(id)).history.at(-1)).toMatchObject({
      action: 'cancelled_by_buyer',
      reason: 'Me equivoqué de foto',
      by: null,
      to: 'cancelled',
    });
    expect(refused(await cancel(id))).toBe('409 order_ended');
  });

  test('cancelling a paid one is a request: production stops until the shop answers', async () => {
    const { id } = await adminShop.place();
    await pay(id);
    const answer = await cancel(id, { reason: 'Ya no los necesito' });
    expect([answer.status, answer.body.order]).toMatchObject([
      202,
      { status: 'pending', cancelRequested: true },
    ]);
    expect((await cancel(id)).status).toBe(202);
    const mails = await mailsOf(adminShop.shop.context.db, id);
    expect(mails.filter((mail) => /cancel/.test(mail)).sort()).toEqual([
      'mail.cancel_requested',
      'mail.cancel_told',
    ]);
    expect(refused(await change(`${id}/marks/printed`, {}))).toBe('409 cancel_requested');
    const { body } = await adminShop.ask('/today');
    expect(body).toMatchObject({
      cancelRequests: [{ id, words: 'Ya no los necesito', waitsFor: 'cancellation' }],
      counts: { cancelRequests: 1, due: 0, late: 0 },
    });
    const accepted = await change(`${id}/cancel-request`, { accept: true }, 'POST');
    expect(detailed(accepted)).toMatchObject({ status: 'cancelled', waitsFor: null });
    expect(await mailsOf(adminShop.shop.context.db, id)).toContain('mail.order_status');
  });

  testAbove('the shop may decline: the order continues where it was', async () => {
    const { id } = await adminShop.place();
    await pay(id);
    await cancel(id);
    const kept = await change(`${id}/cancel-request`, { accept: false, reason: 'Ya está' }, 'POST');
    expect(detailed(kept)).toMatchObject({ status: 'pending', waitsFor: 'print' });
    expect(await adminShop.view(id)).toMatchObject({ canCancel: true, cancelRequested: false });
    expect(await mailsOf(adminShop.shop.context.db, id)).toContain('mail.cancel_declined');
    const again = await change(`${id}/cancel-request`, { accept: true }, 'POST');
    expect(detailed(again)).toMatchObject({ status: 'pending' });
    expect((await change(`${id}/marks/printed`, {})).status).toBe(200);
  });

  testAbove('one that is being made is not cancelled here', async () => {
    const marked = await adminShop.place();
    await change(`${marked.id}/marks/printed`, {});
    const begun = await adminShop.place();
    await change(`${begun.id}/status`, { status: 'processing' }, 'PATCH');
    const sent = await adminShop.place();
    await change(`${sent.id}/marks/dispatched`, {});
    for (const { id } of [marked, begun, sent]) {
      expect(refused(await cancel(id))).toBe('409 order_under_way');
      expect((await adminShop.view(id)).canCancel).toBe(false);
    }
  });

  testAbove('a status that ends the order answers the request too', async () => {
    const { id } = await adminShop.place();
    await pay(id);
    await cancel(id);
    await change(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    const restored = await change(`${id}/status`, { status: 'pending' }, 'PATCH');
    expect(detailed(restored)).toMatchObject({ waitsFor: 'print' });
  });

  testAbove('is for its buyer alone', async () => {
    const buyer = await openAccount(adminShop.shop, 'ana@correo.cl');
    const other = await openAccount(adminShop.shop, 'eva@correo.cl');
    const images = await addPictures(adminShop.shop.context, 1);
    const { id } = placed(await buyer.call('/api/orders', { json: makeOrder({ images }) }));
    const call = { json: { orderId: id } };
    // An unknown number gets the same answer, so guessing reveals nothing.
    for (const orderId of [id, 'AAAAA-AAAAA']) {
      const guess = await adminShop.shop.call('/api/orders/cancel', { json: { orderId } });
      expect(refused(guess)).toBe('401 unauthenticated');
    }
    expect(refused(await other.call('/api/orders/cancel', call))).toBe('404 not_found');
    expect(refused(await cancel(id, { token: `${tokenOf(id)}x` }))).toBe('404 not_found');
    const nobody = await adminShop.shop.call('/api/orders/cancel', { json: {} });
    expect(refused(nobody)).toBe('400 validation_failed');
    const own = await buyer.call('/api/orders/cancel', call);
    expect([own.status, own.body.order]).toMatchObject([200, { status: 'cancelled' }]);
    expect((await adminShop.read(id)).history.at(-1)?.by).toMatchObject({ email: 'ana@correo.cl' });
  });

  const status = (value: string) => (id: string) =>
    change(`${id}/status`, { status: value }, 'PATCH');
  const mark = (name: string) => (id: string) => change(`${id}/marks/${name}`, {});
  const payOnline = (state: 'open' | 'unknown') => async (id: string) => {
    const { db } = adminShop.shop.context;
    const row = { ...NEW_COLUMNS, id: `${id}-${state}`, reference: id, order_id: id, state };
    const begun = { provider: 'webpay', amount: 4200, links_ended: 0, created_at: 1 } as const;
    await db.queries
      .insertInto('payments')
      .values({ ...row, ...begun })
      .execute();
  };
  const prove = (id: string) => sendReceipt(adminShop.shop, id);
  const decline = (id: string) => change(`${id}/cancel-request`, { accept: false }, 'POST');

  testAbove.each<[state: string, steps: ((id: string) => Promise<unknown>)[], answer: number]>([
    ['new', [], 200],
    ['with a receipt', [prove], 202],
    ['paid', [pay], 202],
    ['paid, and asked for already', [pay, cancel], 202],
    ['asked for, and declined', [pay, cancel, decline], 202],
    [
      'asked for, and not paid any more',
      [pay, cancel, (id) => change(`${id}/payment`, {}, 'DELETE')],
      200,
    ],
    [
      'waiting for another picture',
      [(id) => change(`${id}/picture-requests`, { items: [1], words: 'x' }, 'POST')],
      200,
    ],
    ['with an open proof', [(id) => change(`${id}/proofs`, {}, 'POST')], 200],
    ['being paid online', [payOnline('open')], 200],
    ['perhaps paid online', [payOnline('unknown')], 409],
    ['perhaps paid online, with a receipt', [prove, payOnline('unknown')], 202],
    ['printed', [mark('printed')], 409],
    [
      'printed, taken back',
      [mark('printed'), (id) => change(`${id}/marks/printed`, {}, 'DELETE')],
      200,
    ],
    ['packed', [pay, mark('packed')], 409],
    ['dispatched', [pay, mark('dispatched')], 409],
    ['begun', [status('processing')], 409],
    ['begun, and not any more', [status('processing'), status('pending')], 200],
    ['completed', [status('completed')], 409],
    ['cancelled', [cancel], 409],
    ['cancelled, and restored', [cancel, status('pending')], 200],
  ])('an order %s says whether it can be cancelled', async (_, steps, answer) => {
    const { id } = await adminShop.place();
    for (const step of steps) await step(id);
    const { canCancel } = await adminShop.view(id);
    const { status: answered } = await cancel(id);
    expect([answered, canCancel]).toEqual([answer, answer < 300]);
  });

  testRace('at once with the payment: never cancelled although it is paid', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await adminShop.place();
      const both = [() => pay(id), () => cancel(id)];
      const [one, two] = await Promise.all(
        (round % 2 ? both : both.toReversed()).map((go) => go()),
      );
      expect([one?.status, two?.status].every((status) => [200, 202].includes(status ?? 0))).toBe(
        true,
      );
      const { status: now, history, waitsFor } = await adminShop.read(id);
      const actions = history.map(({ action }) => action);
      const isPaidFirst =
        actions.indexOf('payment_changed') <
        Math.max(actions.indexOf('cancel_requested'), actions.indexOf('cancelled_by_buyer'));
      if (isPaidFirst) expect([now, waitsFor]).toEqual(['pending', 'cancellation']);
      else expect(now).toBe('cancelled');
    }
  });

  testAbove('the day by which money is back is ten days after the request', async () => {
    const { id } = await adminShop.place();
    await pay(id);
    await cancel(id, { reason: 'Ya no' });
    const entry = (await adminShop.read(id)).history.at(-1);
    const news = await readCancelNews(adminShop.shop.context, {
      ...{ orderId: id, changeId: entry?.id ?? '' },
    });
    expect(news).toMatchObject({
      isDone: false,
      reason: 'Ya no',
      refundBy: addDays(dayOf(Date.now()), 10),
    });
  });
});
