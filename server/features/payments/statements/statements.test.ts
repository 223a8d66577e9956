import { describe, expect, test } from 'vitest';
import * as calls from '#contract/payments/statements.ts';
import { addDays } from '#domain/base/dates.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { useBankList } from '#server/testing/bank-list.ts';
import { searchDatabase } from '#server/testing/search-database.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';

describe.each(databases)("the bank's list on %s", (kind) => {
  const { adminShop, confirm, confirmed, offered, paste, place, row, today, undo } =
    useBankList(kind);
  const testAbove = testOnAny(kind);

  test('a certain payment is noted with the day of the bank, mailed, undone as one; no text is kept', async () => {
    const order = await place();
    const other = await place();
    const payer = 'Transf de Teresa Quilodrán';
    const rows = [
      row(`${payer} PEDIDO ${order.id}`, order.total),
      row(`TEF DE ${other.name.toUpperCase()}`, other.total),
      row('TRANSF DE NADIE CONOCIDO', 777),
    ];
    const read = await paste(rows);
    expect(read.statement).toMatchObject({
      ...{ rows: 3, skipped: 1, known: 0 },
      layout: { date: 0, text: 1, debit: 2, credit: 3, amount: null, name: null, rut: null },
    });
    expect(read.matches.map(({ certainty }) => certainty)).toEqual(['certain', 'certain', 'none']);
    expect(offered(read, order.id)).toMatchObject({
      row: { n: 2, date: today(), amount: order.total, text: `${payer} PEDIDO ${order.id}` },
      orders: [{ id: order.id, amount: order.total, fullName: order.name }],
    });
    expect((await adminShop.read(order.id)).payment).toBeNull();
    const chosen = read.matches.flatMap(({ row: { n }, orders }) =>
      orders.map(({ id, amount }) => ({ row: n, orders: [{ id, amount }] })),
    );
    const results = await confirmed(read.statement.id, chosen);
    expect(results).toMatchObject([
      { row: 2, id: order.id, success: true, order: { id: order.id } },
      { row: 3, id: other.id, success: true },
    ]);
    expect(await adminShop.read(order.id)).toMatchObject({
      payment: { paidAt: today(), how: 'Transferencia' },
      balance: 0,
    });
    expect((await adminShop.view(order.id)).payments).toMatchObject([{ amount: order.total }]);
    expect(await adminShop.mailed(order.id)).toContain('payment_received');
    const again = await paste(rows);
    expect(again.statement).toMatchObject({ rows: 3, known: 2 });
    // Of the list's texts nothing is kept, mailed or shown to a buyer.
    const texts = ['Quilodr', 'conocido'];
    expect(await searchDatabase(adminShop.shop.context, texts)).toEqual([]);
    const shown = [
      JSON.stringify(await adminShop.view(order.id)),
      await (await adminShop.fetchFile('/orders/export.csv')).text(),
    ];
    for (const text of texts) expect(shown.join().toLowerCase()).not.toContain(text.toLowerCase());
    expect(again.matches.map(({ certainty }) => certainty)).toEqual(['none']);

    const undone = await undo(read.statement.id);
    expect(undone.status).toBe(200);
    expect(await adminShop.read(order.id)).toMatchObject({ payment: null, payments: [] });
    expect(await adminShop.mailed(order.id)).not.toContain('payment_received');
    expect(refused(await undo(read.statement.id))).toBe('409 undo_ended');
    expect((await paste(rows)).statement.known).toBe(0);
  });

  test('an order that left unpaid is found', async () => {
    const order = await place();
    expect((await adminShop.change(`${order.id}/marks/dispatched`, {})).status).toBe(200);
    const read = await paste([row(`PEDIDO ${order.id}`, order.total)]);
    expect(offered(read, order.id)).toMatchObject({
      certainty: 'certain',
      orders: [{ id: order.id, amount: order.total, amountDue: order.total }],
    });
  });

  test('a movement is used once, also by two confirmations at the same time', async () => {
    const order = await place();
    const rows = [row(order.id, order.total)];
    const [first, second] = [await paste(rows), await paste([...rows, row('OTRA', 5)])];
    const asked = [{ row: 2, orders: [{ id: order.id, amount: order.total }] }];
    const both = await Promise.all([
      confirmed(first.statement.id, asked),
      confirmed(second.statement.id, asked),
    ]);
    expect(both.flat().filter(({ success }) => success)).toHaveLength(1);
    expect(both.flat().find(({ success }) => !success)).toMatchObject({ code: 'movement_used' });
    expect((await adminShop.read(order.id)).payments).toHaveLength(1);
  });

  testAbove('an undo takes back its own payment, not a further one, in any sequence', async () => {
    const order = await place();
    const rows = ['TEF A', 'TEF B', 'TEF B'].map((text) => row(`${text} ${order.id}`, 100));
    const read = await paste(rows);
    const json = { amount: 300, how: 'Efectivo', paidAt: today() };
    await confirmed(read.statement.id, [{ row: 2, orders: [{ id: order.id, amount: 100 }] }]);
    expect((await adminShop.ask(`/orders/${order.id}/payments`, { json })).status).toBe(201);
    expect((await undo(read.statement.id)).status).toBe(200);
    const { payments, balance: due } = await adminShop.read(order.id);
    expect(payments).toMatchObject([{ amount: 300, how: 'Efectivo' }]);
    expect(due).toBe(order.total - 300);
    // The same movements in another sequence, among others, are the same.
    await confirmed(read.statement.id, [
      { row: 2, orders: [{ id: order.id, amount: 100 }] },
      { row: 3, orders: [{ id: order.id, amount: 100 }] },
    ]);
    const again = await paste([...rows, row('OTRA', 5)].toReversed());
    expect(again.statement).toMatchObject({ rows: 4, known: 2 });
  });

  test('a payment that is taken away frees its movement, the last of several', async () => {
    const [one, two] = [await place(), await place()];
    const rows = [row(`${one.id} ${two.id}`, one.total + two.total)];
    const read = await paste(rows);
    const [match] = read.matches;
    expect(match).toMatchObject({ certainty: 'likely', orders: [{ id: one.id }, { id: two.id }] });
    const orders = [one, two].map(({ id, total }) => ({ id, amount: total }));
    await confirmed(read.statement.id, [{ row: 2, orders }]);
    const drop = async (id: string) => {
      const [payment] = (await adminShop.read(id)).payments;
      const path = `/orders/${id}/payments/${payment?.id}`;
      expect((await adminShop.ask(path, { method: 'DELETE' })).status).toBe(200);
    };
    await drop(one.id);
    expect((await paste(rows)).statement.known).toBe(1);
    await drop(two.id);
    const free = await paste(rows);
    expect(free.statement.known).toBe(0);
    await confirmed(free.statement.id, [{ row: 2, orders }]);
    expect((await adminShop.read(two.id)).balance).toBe(0);
    // Also when both are taken away at once.
    await Promise.all([drop(one.id), drop(two.id)]);
    expect((await paste(rows)).statement.known).toBe(0);
  });

  testAbove('of two movements for an order, the one that stays is told its buyer', async () => {
    const order = await place();
    const read = await paste([row(order.id, 100), row(order.id, 200)]);
    const orders = [{ id: order.id, amount: 100 }];
    await confirmed(read.statement.id, [
      { row: 2, orders },
      { row: 3, orders },
    ]);
    const [, gone] = (await adminShop.read(order.id)).payments;
    await adminShop.ask(`/orders/${order.id}/payments/${gone?.id}`, { method: 'DELETE' });
    expect(await adminShop.mailed(order.id, 'payment_received')).toHaveLength(1);
    await undo(read.statement.id);
    expect(await adminShop.mailed(order.id, 'payment_received')).toEqual([]);
  });

  test('a row whose order is gone notes nothing of the row', async () => {
    const [one, two] = [await place(), await place()];
    const rows = [row(`${one.id} ${two.id}`, one.total + two.total)];
    const read = await paste(rows);
    await adminShop.remove(two.id);
    const orders = [one, two].map(({ id, total }) => ({ id, amount: total }));
    const results = await confirmed(read.statement.id, [{ row: 2, orders }]);
    expect(results).toMatchObject([{ success: false }, { success: false, code: 'not_found' }]);
    expect((await adminShop.read(one.id)).payments).toEqual([]);
    expect((await paste(rows)).statement.known).toBe(0);
  });

  testAbove('an undo that one order refuses takes back the others', async () => {
    const [one, two] = [await place(), await place()];
    const read = await paste([row(one.id, one.total), row(two.id, two.total)]);
    await confirmed(read.statement.id, [
      { row: 2, orders: [{ id: one.id, amount: one.total }] },
      { row: 3, orders: [{ id: two.id, amount: two.total }] },
    ]);
    const json = { amount: 1, how: 'cash' };
    expect((await adminShop.ask(`/orders/${one.id}/refunds`, { json })).status).toBe(200);
    const undone = await undo(read.statement.id);
    const { message, results } = calls.undoStatement.answer.parse(undone.body);
    expect(message).toBe('1 de 2 pedidos actualizados');
    expect(results).toMatchObject([
      { row: 2, id: one.id, success: false, code: 'refund_too_large' },
      { row: 3, id: two.id, success: true, order: { payments: [] } },
    ]);
    expect(refused(await undo('none'))).toBe('404 not_found');
  });

  testAbove('what a bank dates on the next business day is paid today', async () => {
    const order = await place();
    const read = await paste([row(order.id, order.total, addDays(today(), 1))]);
    const asked = [{ row: 2, orders: [{ id: order.id, amount: order.total }] }];
    await confirmed(read.statement.id, asked);
    expect((await adminShop.read(order.id)).payments).toMatchObject([{ paidAt: today() }]);
  });

  testAbove('wrong confirmations are refused by their fields', async () => {
    const order = await place();
    const { statement } = await paste([row(order.id, order.total)]);
    const shares = (...amounts: number[]) => amounts.map((amount) => ({ id: order.id, amount }));
    const refusals = [
      [{ row: 2, orders: shares(order.total + 1) }],
      [{ row: 2, orders: shares(1, 1) }],
      [{ row: 2, orders: shares(0) }],
      [{ row: 2, orders: shares(1.5) }],
      [{ row: 2, orders: [] }],
      [{ row: 9, orders: shares(1) }],
      [
        { row: 2, orders: shares(1) },
        { row: 2, orders: shares(1) },
      ],
      [],
    ];
    for (const rows of refusals) {
      expect(refused(await confirm(statement.id, rows))).toBe('400 validation_failed');
    }
    expect(refused(await confirm('none', [{ row: 2, orders: shares(1) }]))).toBe('404 not_found');
    expect((await adminShop.read(order.id)).payments).toEqual([]);
  });

  testAbove('the undo ends with its minute', async () => {
    const order = await place();
    const { statement } = await paste([row(order.id, order.total)]);
    await confirmed(statement.id, [{ row: 2, orders: [{ id: order.id, amount: order.total }] }]);
    adminShop.shop.context.clock = () => Date.now() + 61_000;
    expect(refused(await undo(statement.id))).toBe('409 undo_ended');
  });
});
