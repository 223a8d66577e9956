import { describe, expect, test } from 'vitest';
import { readSales } from '#contract/payments/sales.ts';
import * as calls from '#contract/payments/statements.ts';
import { addDays, DAY_MS } from '#domain/base/dates.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { forgetPayers, sweepStatements } from '#server/features/payments/free-movements.ts';
import { openBank } from '#server/ports/bank/open-bank.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { HEAD, useBankList } from '#server/testing/bank-list.ts';
import { longestTurn } from '#server/testing/longest-turn.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { writeWorkbook } from '#server/testing/workbook.ts';

const ROWS = LONG ? 50_000 : 600;

describe.each(anyDatabase)("what the bank's list shows on %s", (kind) => {
  const { adminShop, confirmed, paste, place, row, today } = useBankList(kind);

  test('all open orders are compared, and what is certain stands first', async () => {
    const first = await place();
    // More than one query reads.
    await storeOrders(adminShop.shop.context, { count: 100 });
    const last = await place();
    const read = await paste([
      row(`PEDIDO ${first.id}`, first.total + 1),
      row(`PEDIDO ${last.id}`, last.total),
    ]);
    expect(read.matches).toMatchObject([
      { row: { n: 3 }, certainty: 'certain', orders: [{ id: last.id }] },
      { row: { n: 2 }, certainty: 'likely', orders: [{ id: first.id }] },
    ]);
  });

  test("the RUT of an order's factura, or its company, is certain with the amount", async () => {
    const { context } = adminShop.shop;
    const [byRut, byName] = [await place(), await place()];
    const companies = [
      { of: byRut, rut: '76.192.083-9', name: 'Comercial Ñuble SpA' },
      { of: byName, rut: '11.111.111-1', name: 'Imprenta Río Claro Limitada' },
    ];
    for (const { of, rut, name } of companies) {
      const json = {
        token: firstToken(context, of.id),
        rut,
        name,
        giro: 'Ventas',
        address: 'Calle 1',
      };
      expect((await adminShop.shop.call('/api/orders/invoice', { json })).status).toBe(200);
    }
    const read = await paste([
      row('PAGO RECIBIDO TF2 076192083-9 COMERCIAL NUBLE S', byRut.total),
      row('TRANSF DE IMPRENTA RIO CLARO LIMITADA', byName.total),
    ]);
    expect(read.matches).toMatchObject([
      { certainty: 'certain', orders: [{ id: byRut.id }] },
      { certainty: 'certain', orders: [{ id: byName.id }] },
    ]);
  });

  test('a receipt that the bank does not show is named, for the days of the list', async () => {
    const [shown, missing] = [await place(), await place()];
    for (const { id } of [shown, missing]) {
      expect((await sendReceipt(adminShop.shop, id)).status).toBe(201);
    }
    const withoutOf = async (rows: string[]) =>
      (await paste(rows)).receiptsWithout.map(({ id }) => id);
    const without = await withoutOf([row(shown.id, shown.total)]);
    expect(without).toContain(missing.id);
    expect(without).not.toContain(shown.id);
    expect(await withoutOf([row('X', 1, addDays(today(), -3))])).not.toContain(missing.id);
    // A receipt from before the last payment was for that payment.
    const json = { amount: 1, how: 'Efectivo', paidAt: today() };
    const part = await adminShop.ask(`/orders/${missing.id}/payments`, { json });
    expect(part.status).toBe(201);
    expect(await withoutOf([row('X', 1)])).not.toContain(missing.id);
    const { statement, matches } = await paste([row(shown.id, shown.total)]);
    const waiting = async () => (await adminShop.today()).receipts.map(({ id }) => id);
    expect(await waiting()).toEqual(expect.arrayContaining([shown.id, missing.id]));
    const orders = [{ id: shown.id, amount: shown.total }];
    await confirmed(statement.id, [{ row: matches[0]?.row.n ?? 0, orders }]);
    expect(await waiting()).not.toContain(shown.id);
  });

  test('a file, its layout, and corrections that are remembered', async () => {
    // No other order here has two pictures, and so this total.
    const { id, deliveryData } = await adminShop.place({ pictures: 2 });
    const order = { id, total: deliveryData.pricing.totalAmount };
    const serial = Math.round(Date.parse(today()) / DAY_MS) + 25_569;
    const list = await writeWorkbook([
      [
        ['Fecha', 'Glosa', 'Valor', 'Neto'],
        [`@${serial}`, `PAGO ${order.id}`, 5, order.total],
      ],
    ]);
    const send = async (layout?: object | string) => {
      const form = new FormData();
      if (layout) {
        form.append('layout', typeof layout === 'string' ? layout : JSON.stringify(layout));
      }
      form.append('file', new Blob([new Uint8Array(list)]), 'cartola.xlsx');
      const answer = await adminShop.ask('/statements', { method: 'POST', raw: form });
      return answer.status === 201 ? calls.readStatement.answer.parse(answer.body) : answer;
    };
    expect(await send()).toMatchObject({
      statement: { layout: { amount: 2 }, preview: [['Fecha', 'Glosa', 'Valor', 'Neto'], {}] },
      matches: [{ certainty: 'likely' }],
    });
    const corrected = { statement: { layout: { amount: 3 } }, matches: [{ certainty: 'certain' }] };
    expect(await send({ amount: 3 })).toMatchObject(corrected);
    expect(await send()).toMatchObject(corrected);
    for (const wrong of [{ amount: 99 }, [], 'no JSON']) {
      const answer = await send(wrong);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  test('what cannot be read says what to do; too much is 413; nobody else may', async () => {
    const text = async (value: string) => adminShop.ask('/statements', { json: { text: value } });
    const unreadable = await text('hola;qué;tal\nuno;dos;tres');
    expect(refused(unreadable)).toBe('400 statement_unreadable');
    expect(unreadable.body).toMatchObject({ preview: [['hola', 'qué', 'tal'], {}] });
    expect(unreadable.body.message).toMatch(/con fecha y monto/);
    expect(refused(await text(''))).toBe('400 validation_failed');
    expect((await text('a'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]), 'cartola.csv');
    const large = await adminShop.ask('/statements', { method: 'POST', raw: form });
    expect(large.status).toBe(413);
    expect(large.body.message).toMatch(/cartola/);
    const guest = await adminShop.shop.call('/api/admin/statements', { json: { text: 'x' } });
    expect(guest.status).toBe(401);
    const fetched = await adminShop.ask('/statements/fetch', { method: 'POST' });
    expect(refused(fetched)).toBe('404 not_found');
    const today = await adminShop.today();
    expect(today).not.toHaveProperty('bank');
  });

  test('a list of many rows holds the serving thread for some milliseconds a turn', async () => {
    const order = await place();
    const { context } = adminShop.shop;
    const { bank } = context;
    context.bank = openBank(Buffer.from('key'), null);
    const rows = Array.from({ length: ROWS - 1 }, (_, at) => row(`TRANSF DE PERSONA ${at}`, 5));
    const lines = [HEAD, ...rows, row(`Señal ${order.id}`, order.total)];
    const list = new Uint8Array(Buffer.from(lines.join('\n'), 'latin1'));
    const form = new FormData();
    form.append('file', new Blob([list]), 'cartola.csv');
    const [answer, longest] = await longestTurn(() =>
      adminShop.ask('/statements', { method: 'POST', raw: form }),
    );
    context.bank = bank;
    const { statement, matches, unmatched } = calls.readStatement.answer.parse(answer.body);
    expect(statement.rows).toBe(ROWS);
    expect(matches.filter(({ certainty }) => certainty === 'certain')).toHaveLength(1);
    expect({ unmatched, shown: matches.length }).toEqual({ unmatched: ROWS - 1, shown: 501 });
    report(`${kind}: ${ROWS} rows: ${longest} ms of the thread at most in one turn`);
  });

  test("payers are counted by the bank's list, sales say what it shows, and both forget", async () => {
    const order = await place();
    const read = await paste([row(`TEF DE ${order.name} ${order.id}`, order.total)]);
    const orders = [{ id: order.id, amount: order.total }];
    await confirmed(read.statement.id, [{ row: 2, orders }]);
    const before = (await adminShop.today()).payers.month;
    const day = today();
    const people = ['ELENA PINTO', 'PINTO ELENA', 'MARIO PINTO', 'TERESA LEAL'];
    await paste(people.map((name) => row(`TRANSF DE ${name}`, 1000, day)));
    const after = (await adminShop.today()).payers.month;
    expect(after - before).toBe(3);
    const { bank } = readSales.answer.parse((await adminShop.ask('/orders/sales')).body);
    expect(bank?.movements).toBeGreaterThanOrEqual(4);
    expect(bank?.amountOfOrders).toBeLessThan(bank?.amount ?? 0);
    const { context } = adminShop.shop;
    const { queries } = context.db;
    const stored = await queries.selectFrom('movements').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('PINTO');
    expect(stored.some(({ payer, used_at }) => payer !== null && used_at !== null)).toBe(true);
    await context.db.transaction(async (tx) => {
      const orders = await tx.selectFrom('orders').select('id').execute();
      for (const { id } of orders) await forgetPayers(tx, id);
    });
    const erased = await queries.selectFrom('movements').selectAll().execute();
    expect(erased.every(({ payer, used_at }) => payer === null || used_at === null)).toBe(true);
    const sweptAfter = async (days: number) => {
      context.clock = () => Date.now() + days * DAY_MS;
      await sweepStatements(context);
      return queries.selectFrom('movements').selectAll().execute();
    };
    expect(await sweptAfter(89)).toEqual(erased);
    expect(await queries.selectFrom('statements').selectAll().execute()).not.toEqual([]);
    const left = await sweptAfter(91);
    expect(left.every(({ used_at }) => used_at !== null)).toBe(true);
    expect(await queries.selectFrom('statements').selectAll().execute()).toEqual([]);
  });
});
