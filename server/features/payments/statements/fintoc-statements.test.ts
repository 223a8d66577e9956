import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import * as calls from '#contract/payments/statements.ts';
import { addDays, DAY_MS, dayOf } from '#domain/base/dates.ts';
import { MAY_BE_NOTED } from '#domain/payments/match.ts';
import { FeedLimit } from '#server/ports/bank/bank.ts';
import { openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { HEAD, readListsHere } from '#server/testing/bank-list.ts';
import type { Answer } from '#server/testing/client.ts';
import { openFintocDouble } from '#server/testing/fintoc-double.ts';
import { countRuns, LONG, REPLAY, report, SEED } from '#server/testing/seed.ts';
import { anyDatabase, useOpened } from '#server/testing/use-shop.ts';

/** Accounts whose movements are seen in two ways. */
const RUNS = countRuns(LONG ? 200 : 4);
const PATIENCE_MS = LONG ? 3_600_000 : 180_000;

describe.each(anyDatabase)('movements that Fintoc has on %s', (kind) => {
  const double = useOpened(openFintocDouble, ({ close }) => close());
  const adminShop = useOpened(
    async () => {
      const { secretKey, linkToken, accountId, webhookSecret, url } = double.settings;
      const opened = await openAdminShop(kind, {
        env: {
          ...{ FINTOC_SECRET_KEY: secretKey, FINTOC_LINK_TOKEN: linkToken },
          ...{ FINTOC_ACCOUNT_ID: accountId, FINTOC_WEBHOOK_SECRET: webhookSecret },
          FINTOC_URL: url,
        },
      });
      readListsHere(opened.shop);
      return opened;
    },
    ({ shop }) => shop.close(),
  );

  const fetched = () => adminShop.ask('/statements/fetch', { method: 'POST' });
  const hasNews = async () => (await adminShop.today()).bank?.hasNews;
  const send = async ({ signature, body }: { signature: string; body: string }) => {
    const headers = { 'fintoc-signature': signature, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body };
    return (await adminShop.shop.fetch('/api/payments/fintoc/notice', init)).status;
  };

  test('are compared like those of a list; a notice only says that there are some', async () => {
    // The bank has not confirmed it yet.
    double.add({ amount: 500, post_date: dayOf(Date.now()), pending: true });
    expect(await send(double.noticeOf(3))).toBe(200);
    expect(await hasNews()).toBe(true);
    const empty = await fetched();
    expect(refused(empty)).toBe('400 statement_unreadable');
    expect(empty.body.message).toMatch(/no tiene movimientos/);
    expect(await hasNews()).toBe(false);
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

  test('a notice that comes in while they are fetched says that there are more', async () => {
    double.add({ amount: 500, post_date: `${dayOf(Date.now())}T00:00:00.000Z` });
    double.faults.push({ call: 'GET', fault: { lateMs: 200 } });
    const asked = double.calls.length;
    const answer = fetched();
    await vi.waitUntil(() => double.calls.length > asked);
    expect(await send(double.noticeOf(2))).toBe(200);
    expect((await answer).status).toBe(201);
    expect(await hasNews()).toBe(true);
  });

  test('are 502 with the reason in Spanish when it does not answer', async () => {
    double.faults.push({ call: 'GET', fault: 'broken' });
    const answer = await fetched();
    expect(refused(answer)).toBe('502 payment_unavailable');
    expect(answer.body.message).toMatch(/^Fintoc no contestó/);
    const { bank } = adminShop.shop.context;
    const slow = () => Promise.reject(new FeedLimit('slow'));
    const feed = bank.feed && { ...bank.feed, readMovements: slow };
    adminShop.shop.context.bank = { ...bank, feed };
    const late = await fetched();
    adminShop.shop.context.bank = bank;
    expect(refused(late)).toBe('502 payment_unavailable');
    expect(late.body.message).toMatch(/^Fintoc se demora demasiado/);
  });

  /** Orders of two buyers, each paid whole or in two halves, on some of the last days. */
  const purchase = fc.record({
    buyer: fc.nat(1),
    daysAgo: fc.oneof(
      { weight: 1, arbitrary: fc.tuple(fc.nat(2)) },
      { weight: 3, arbitrary: fc.tuple(fc.nat(2), fc.nat(2)) },
    ),
    isNumbered: fc.constantFrom(true, true, false),
  });
  /** The owner compares, and notes some of what is certain. */
  const look = fc.record({
    source: fc.constantFrom('fetch' as const, 'file' as const),
    isTicked: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  });

  test('are none of those in a downloaded list once more, and of equal ones none is lost', {
    timeout: PATIENCE_MS,
  }, async () => {
    const { context } = adminShop.shop;
    await adminShop.saveSettings('payment', { depositPercent: 50, depositFrom: 0 });
    const today = dayOf(Date.now());
    let people = 0;
    const newName = () => {
      people += 1;
      const letters = [...String(people)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
      return `Persona${letters} Apellido${letters}`;
    };
    const property = fc.asyncProperty(
      fc.array(purchase, { minLength: 1, maxLength: 3 }),
      fc.array(look, { minLength: 2, maxLength: 5 }),
      async (purchases, looks) => {
        for (const table of ['movement_payments', 'movements'] as const) {
          await context.db.queries.deleteFrom(table).execute();
        }
        double.clear();
        const names = [newName(), newName()];
        const orders: { id: string; name: string }[] = [];
        const transfers: { name: string; day: string; amount: number; words: string }[] = [];
        context.clock = () => Date.now() - 3 * DAY_MS;
        for (const { buyer, daysAgo, isNumbered } of purchases) {
          const name = names[buyer] ?? '';
          const { id, deliveryData } = await adminShop.place({ delivery: { fullName: name } });
          orders.push({ id, name });
          const amount = deliveryData.pricing.totalAmount / daysAgo.length;
          const words = isNumbered ? `PEDIDO ${id}` : 'pines';
          for (const ago of daysAgo) {
            transfers.push({ name, day: addDays(today, -ago), amount, words });
          }
        }
        context.clock = Date.now;
        transfers.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
        let balance = 1_000_000;
        const lines = transfers.map(({ name, day, amount, words }) => {
          const sender = { holder_id: '', holder_name: name.toUpperCase() };
          const sent = { description: 'Traspaso', comment: words, sender_account: sender };
          double.add({ amount, post_date: `${day}T00:00:00.000Z`, ...sent });
          balance += amount;
          const written = day.split('-').toReversed().join('/');
          return `${written};TEF DE ${name.toUpperCase()} ${words};;${amount};${balance}`;
        });
        const compare = async (source: 'fetch' | 'file') => {
          const json = { text: [HEAD, ...lines].join('\n') };
          const sent = source === 'fetch' ? fetched() : adminShop.ask('/statements', { json });
          const read = calls.readStatement.answer.parse((await sent).body);
          // What is not noted from this list is offered, though another may have it.
          expect(read.matches.length + read.statement.known).toBe(transfers.length);
          return read;
        };
        const keyOf = ({ row: { date, amount, name, text } }: calls.StatementMatch) => {
          const told = `${name} ${text}`.toLowerCase();
          return `${names.find((each) => told.includes(each.toLowerCase()))} ${date} ${amount}`;
        };
        /** Returns how many transfers of a key were not noted yet. */
        const countLeft = async () => {
          const left = new Map<string, number>();
          const add = (key: string, by: number) => left.set(key, (left.get(key) ?? 0) + by);
          for (const { name, day, amount } of transfers) add(`${name} ${day} ${amount}`, 1);
          for (const { id, name } of orders) {
            const { payments } = await adminShop.read(id);
            for (const { paidAt, amount } of payments) add(`${name} ${paidAt} ${amount}`, -1);
          }
          return left;
        };
        const confirm = async (id: string, found: readonly calls.StatementMatch[]) => {
          const rows = found.map(({ row, orders: paid }) => ({
            row: row.n,
            orders: paid.map((share) => ({ id: share.id, amount: share.amount })),
          }));
          if (rows.length === 0) return;
          const { body } = await adminShop.ask(`/statements/${id}/confirm`, { json: { rows } });
          const { results } = calls.confirmStatement.answer.parse(body);
          expect(results.filter(({ success }) => !success)).toEqual([]);
        };
        for (const { source, isTicked } of looks) {
          const { statement, matches } = await compare(source);
          const certain = matches.filter(({ certainty }) => certainty === 'certain');
          await confirm(
            statement.id,
            certain.filter((_, at) => isTicked[at]),
          );
          const left = await countLeft();
          expect([...left].filter(([, count]) => count < 0)).toEqual([]);
        }
        // An owner who looks closely notes the rest by hand.
        for (const { id, name } of orders) {
          for (;;) {
            const { amountDue } = await adminShop.read(id);
            if (amountDue === 0) break;
            const left = await countLeft();
            const { statement, matches } = await compare('file');
            const open = matches.filter((each) => (left.get(keyOf(each)) ?? 0) > 0);
            const own = open.filter((each) => keyOf(each).startsWith(`${name} `));
            const exact = own.find(({ row }) => row.amount === amountDue);
            const found = exact ?? own.find(({ row }) => row.amount < amountDue);
            if (!found) throw new Error(`no transfer of ${amountDue} for ${id} is offered`);
            const share = { id, amount: found.row.amount, fullName: name, amountDue };
            await confirm(statement.id, [{ ...found, orders: [share] }]);
          }
        }
        expect([...(await countLeft())].filter(([, count]) => count !== 0)).toEqual([]);
      },
    );
    await fc.assert(property, { ...REPLAY, numRuns: RUNS, endOnFailure: true });
    report(`${kind}: TEST_SEED=${SEED}, ${RUNS} accounts seen in two ways`);
  });

  test('are not certain if a list knew their payer by name, on another day', async () => {
    double.clear();
    const { context } = adminShop.shop;
    const place = () => adminShop.place({ delivery: { fullName: 'Rosa Elvira Soto' } });
    context.clock = () => Date.now() - 3 * DAY_MS;
    const [first, second] = [await place(), await place()];
    context.clock = Date.now;
    const { totalAmount: amount } = first.deliveryData.pricing;
    const daysAgo = (days: number) => addDays(dayOf(Date.now()), -days);
    const written = daysAgo(2).split('-').toReversed().join('/');
    const json = { text: `${HEAD}\n${written};TEF DE ROSA ELVIRA SOTO;;${amount};${amount}` };
    const { body } = await adminShop.ask('/statements', { json });
    const { statement, matches } = calls.readStatement.answer.parse(body);
    const rows = [{ row: matches[0]?.row.n, orders: [{ id: first.id, amount }] }];
    await adminShop.ask(`/statements/${statement.id}/confirm`, { json: { rows } });
    const sender_account = { holder_id: '123456785', holder_name: 'ROSA ELVIRA SOTO' };
    double.add({ amount, post_date: daysAgo(1), sender_account });
    const read = calls.readStatement.answer.parse((await fetched()).body);
    const reasons = expect.arrayContaining([MAY_BE_NOTED]);
    expect(read.matches).toMatchObject([
      { certainty: 'likely', reasons, orders: [{ id: second.id }] },
    ]);
  });

  test('are refused if another list brought an equal one since they were compared', async () => {
    double.clear();
    const { id, deliveryData } = await adminShop.place();
    const amount = deliveryData.pricing.totalAmount / 2;
    const day = dayOf(Date.now());
    double.add({ amount, post_date: day, comment: `PEDIDO ${id}` });
    const written = day.split('-').toReversed().join('/');
    const json = { text: `${HEAD}\n${written};TEF PEDIDO ${id};;${amount};${amount}` };
    const orders = [{ id, amount }];
    const compare = async (sent: Promise<Answer>) =>
      calls.readStatement.answer.parse((await sent).body);
    const fromFile = () => compare(adminShop.ask('/statements', { json }));
    const both = [await compare(fetched()), await fromFile()];
    const note = (of: calls.StatementAnswer | undefined) =>
      adminShop.ask(`/statements/${of?.statement.id}/confirm`, {
        json: { rows: [{ row: of?.matches[0]?.row.n, orders }] },
      });
    const answers = await Promise.all(both.map(note));
    const results = answers.flatMap(
      ({ body }) => calls.confirmStatement.answer.parse(body).results,
    );
    expect(results.map(({ code }) => code ?? 'noted').toSorted()).toEqual([
      'movement_used',
      'noted',
    ]);
    expect((await adminShop.read(id)).payments).toHaveLength(1);
    // Whoever has seen that, and knows better, may note it.
    const again = [await compare(fetched()), await fromFile()];
    const other = again.find(({ statement }) => statement.known === 0);
    const reasons = expect.arrayContaining([MAY_BE_NOTED]);
    expect(other?.matches).toMatchObject([{ certainty: 'likely', reasons }]);
    expect(calls.confirmStatement.answer.parse((await note(other)).body).results).toMatchObject([
      { success: true },
    ]);
  });
});
