import { describe, expect, test } from 'vitest';
import * as calls from '#contract/payments/statements.ts';
import { readToday } from '#contract/today/today.ts';
import { dayOf } from '#domain/base/dates.ts';
import { openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { openFintocDouble } from '#server/testing/fintoc-double.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { useOpened } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('movements that Fintoc has on %s', (kind) => {
  const double = useOpened(openFintocDouble, ({ close }) => close());
  const adminShop = useOpened(
    () => {
      const { secretKey, linkToken, accountId, webhookSecret, url } = double.settings;
      return openAdminShop(kind, {
        env: {
          ...{ FINTOC_SECRET_KEY: secretKey, FINTOC_LINK_TOKEN: linkToken },
          ...{ FINTOC_ACCOUNT_ID: accountId, FINTOC_WEBHOOK_SECRET: webhookSecret },
          FINTOC_URL: url,
        },
      });
    },
    ({ shop }) => shop.close(),
  );

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
