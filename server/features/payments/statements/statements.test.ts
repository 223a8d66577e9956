import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readSales } from '#contract/payments/sales.ts';
import * as calls from '#contract/payments/statements.ts';
import { readToday } from '#contract/today/today.ts';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { forgetPayers, sweepStatements } from '#server/features/payments/free-movements.ts';
import { type AdminShop, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { type FintocDouble, openFintocDouble } from '#server/testing/fintoc-double.ts';
import { sendReceipt } from '#server/testing/receipts.ts';
import { searchDatabase } from '#server/testing/search-database.ts';
import { LONG, report } from '#server/testing/seed.ts';
import { anyDatabase, databases, testOnAny } from '#server/testing/shop.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { useAdminShop } from '#server/testing/use-shop.ts';
import { writeWorkbook } from '#server/testing/workbook.ts';

const ROWS = LONG ? 50_000 : 600;
const HEAD = 'Fecha;Descripción;Cargos;Abonos;Saldo';

describe.each(anyDatabase)('movements that Fintoc has on %s', (kind) => {
  let double: FintocDouble;
  let adminShop: AdminShop;
  beforeAll(async () => {
    double = await openFintocDouble();
    const { secretKey, linkToken, accountId, webhookSecret, url } = double.settings;
    adminShop = await openAdminShop(kind, {
      env: {
        ...{ FINTOC_SECRET_KEY: secretKey, FINTOC_LINK_TOKEN: linkToken },
        ...{ FINTOC_ACCOUNT_ID: accountId, FINTOC_WEBHOOK_SECRET: webhookSecret },
        FINTOC_URL: url,
      },
    });
  });
  afterAll(() => Promise.all([adminShop.shop.close(), double.close()]));

  const fetched = () => adminShop.ask('/statements/fetch', { method: 'POST' });
  const hasNews = async () =>
    readToday.answer.parse((await adminShop.ask('/today')).body).bank?.hasNews;
  const send = async ({ signature, body }: { signature: string; body: string }) => {
    const headers = { 'fintoc-signature': signature, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body };
    return (await adminShop.shop.fetch('/api/payments/fintoc/notice', init)).status;
  };

  test('are compared like those of a list; a notice only says that there are some', async () => {
    const empty = await fetched();
    expect(refused(empty)).toBe('400 statement_unreadable');
    expect(empty.body.message).toMatch(/no tiene movimientos/);
    const { id, deliveryData } = await adminShop.place({
      delivery: { fullName: 'Ana María Rojas', email: 'ana@correo.cl' },
    });
    const { totalAmount: amount } = deliveryData.pricing;
    const day = dayOf(Date.now());
    double.add({
      ...{ amount, post_date: `${day}T00:00:00.000Z`, comment: 'gracias' },
      sender_account: { holder_id: '123456785', holder_name: 'ROJAS ANA MARIA' },
    });
    const notice = double.noticeOf(1);
    expect(await hasNews()).toBe(false);
    expect(await send({ ...notice, body: notice.body.replace('1', '2') })).toBe(401);
    expect(await send({ ...notice, body: notice.body.padEnd(20_000) })).toBe(413);
    expect(await hasNews()).toBe(false);
    expect([await send(notice), await send(notice)]).toEqual([200, 200]);
    expect(await hasNews()).toBe(true);
    expect((await adminShop.read(id)).payments).toEqual([]);

    const { statement, matches } = calls.readStatement.answer.parse((await fetched()).body);
    expect(matches).toMatchObject([
      {
        certainty: 'certain',
        orders: [{ id, amount }],
        row: { date: day, name: 'ROJAS ANA MARIA' },
      },
    ]);
    expect(await send(notice)).toBe(200);
    expect(await hasNews()).toBe(false);
    const rows = [{ row: matches[0]?.row.n, orders: [{ id, amount }] }];
    await adminShop.ask(`/statements/${statement.id}/confirm`, { json: { rows } });
    expect((await adminShop.read(id)).balance).toBe(0);
    const again = calls.readStatement.answer.parse((await fetched()).body);
    expect(again).toMatchObject({ statement: { rows: 1, known: 1 }, matches: [] });
  });

  test('are 502 with the reason in Spanish when it does not answer', async () => {
    double.faults.push({ call: 'GET', fault: 'broken' });
    const answer = await fetched();
    expect(refused(answer)).toBe('502 payment_unavailable');
    expect(answer.body.message).toMatch(/^Fintoc no contestó/);
  });
});

describe.each(databases)("the bank's list on %s", (kind) => {
  const adminShop = useAdminShop(kind);
  const testAbove = testOnAny(kind);
  const realClock = () => Date.now();
  afterEach(() => {
    adminShop.shop.context.clock = realClock;
  });

  const today = () => dayOf(adminShop.shop.context.clock());
  const spanish = (day: string) => day.split('-').toReversed().join('/');
  let balance = 0;
  const row = (text: string, amount: number, day = today()) => {
    balance += amount;
    return `${spanish(day)};${text};;${amount};${balance}`;
  };
  const paste = async (rows: string[], layout?: calls.LayoutCorrections) => {
    const json = { text: [HEAD, ...rows].join('\n'), ...(layout ? { layout } : {}) };
    const answer = await adminShop.ask('/statements', { json });
    expect(answer.status).toBe(201);
    return calls.readStatement.answer.parse(answer.body);
  };
  type Asked = { row: number; orders: { id: string; amount: number }[] }[];
  const confirm = (id: string, rows: Asked) =>
    adminShop.ask(`/statements/${id}/confirm`, { json: { rows } });
  const confirmed = async (id: string, rows: Asked) => {
    const answer = await confirm(id, rows);
    expect(answer.status).toBe(200);
    return calls.confirmStatement.answer.parse(answer.body).results;
  };
  const undo = (id: string) => adminShop.ask(`/statements/${id}/confirm`, { method: 'DELETE' });
  const offered = (read: calls.StatementAnswer, id: string) =>
    read.matches.find(({ orders }) => orders.some((order) => order.id === id));
  let people = 0;
  const place = async () => {
    people += 1;
    const name = `Persona${String.fromCharCode(96 + people)} Apellido${String.fromCharCode(96 + people)}`;
    const { id, deliveryData } = await adminShop.place({
      delivery: { fullName: name, email: `persona${people}@correo.cl` },
    });
    return { id, name, total: deliveryData.pricing.totalAmount };
  };

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
  });

  test('a row whose order is gone notes nothing of the row', async () => {
    const [one, two] = [await place(), await place()];
    const rows = [row(`${one.id} ${two.id}`, one.total + two.total)];
    const read = await paste(rows);
    await adminShop.ask(`/orders/${two.id}`, { method: 'DELETE' });
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

  testAbove('all open orders are compared, and what is certain stands first', async () => {
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

  testAbove(
    "the RUT of an order's factura, or its company, is certain with the amount",
    async () => {
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
    },
  );

  testAbove('the undo ends with its minute', async () => {
    const order = await place();
    const { statement } = await paste([row(order.id, order.total)]);
    await confirmed(statement.id, [{ row: 2, orders: [{ id: order.id, amount: order.total }] }]);
    adminShop.shop.context.clock = () => Date.now() + 61_000;
    expect(refused(await undo(statement.id))).toBe('409 undo_ended');
  });

  testAbove(
    'a receipt that the bank does not show is named, for the days of the list',
    async () => {
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
      const waiting = async () =>
        readToday.answer.parse((await adminShop.ask('/today')).body).receipts.map(({ id }) => id);
      expect(await waiting()).toEqual(expect.arrayContaining([shown.id, missing.id]));
      const orders = [{ id: shown.id, amount: shown.total }];
      await confirmed(statement.id, [{ row: matches[0]?.row.n ?? 0, orders }]);
      expect(await waiting()).not.toContain(shown.id);
    },
  );

  testAbove('a file, its layout, and corrections that are remembered', async () => {
    const order = await place();
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

  testAbove('what cannot be read says what to do; too much is 413; nobody else may', async () => {
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
    const today = readToday.answer.parse((await adminShop.ask('/today')).body);
    expect(today).not.toHaveProperty('bank');
  });

  testAbove(
    'a list of many rows holds the serving thread for some milliseconds a turn',
    async () => {
      const order = await place();
      const rows = Array.from({ length: ROWS - 1 }, (_, at) => row(`TRANSF DE PERSONA ${at}`, 5));
      const lines = [HEAD, ...rows, row(`Señal ${order.id}`, order.total)];
      const list = new Uint8Array(Buffer.from(lines.join('\n'), 'latin1'));
      const form = new FormData();
      form.append('file', new Blob([list]), 'cartola.csv');
      const spentMs = () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      };
      let [longest, last] = [0, spentMs()];
      const timer = setInterval(() => {
        longest = Math.max(longest, spentMs() - last);
        last = spentMs();
      }, 1);
      const answer = await adminShop.ask('/statements', { method: 'POST', raw: form });
      clearInterval(timer);
      const { statement, matches, unmatched } = calls.readStatement.answer.parse(answer.body);
      expect(statement.rows).toBe(ROWS);
      expect(matches.filter(({ certainty }) => certainty === 'certain')).toHaveLength(1);
      expect({ unmatched, shown: matches.length }).toEqual({ unmatched: ROWS - 1, shown: 501 });
      report(`${kind}: ${ROWS} rows: ${Math.round(longest)} ms of the thread at most in one turn`);
    },
  );

  testAbove(
    "payers are counted by the bank's list, sales say what it shows, and both forget",
    async () => {
      const order = await place();
      const read = await paste([row(`TEF DE ${order.name} ${order.id}`, order.total)]);
      const orders = [{ id: order.id, amount: order.total }];
      await confirmed(read.statement.id, [{ row: 2, orders }]);
      const before = readToday.answer.parse((await adminShop.ask('/today')).body).payers.month;
      const day = today();
      const people = ['ELENA PINTO', 'PINTO ELENA', 'MARIO PINTO', 'TERESA LEAL'];
      await paste(people.map((name) => row(`TRANSF DE ${name}`, 1000, day)));
      const after = readToday.answer.parse((await adminShop.ask('/today')).body).payers.month;
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
    },
  );
});
