import { expect, test } from 'vitest';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { openShop } from '#server/testing/shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

test('a shop that takes no payments online says nothing of them', async () => {
  const shop = await openShop('sqlite', { env: { WEBPAY_URL: 'nothing that is read' } });
  const images = await shop.uploadMany(1);
  const answer = await shop.placeOrder(makeOrder({ images }));
  expect(placed(answer)).not.toHaveProperty('onlinePayment');
  const { token } = answer.body;
  const view = await shop.call('/api/orders/view', { json: { token } });
  expect(JSON.stringify(view.body)).not.toContain('onlinePayment');
  const headers = { 'idempotency-key': 'a' };
  expect(refused(await shop.call('/api/payments', { json: { token }, headers }))).toBe(
    '404 not_found',
  );
  const notice = await shop.call('/api/payments/mercadopago/notice?data.id=1', { json: {} });
  expect(refused(notice)).toBe('404 not_found');
  const config = await shop.call('/api/config');
  expect(config.body).not.toHaveProperty('payments');
  expect(config.headers.get('content-security-policy')).toContain("form-action 'self';");
  const back = await shop.fetch('/api/payments/webpay/return?token_ws=a', { redirect: 'manual' });
  expect([back.status, back.headers.get('location')]).toEqual([303, `${shop.context.publicUrl}/`]);
  await shop.close();
});

const PUBLIC_URL = 'https://pines.cl';

/** What a default shop shows and mails, without values that differ in each run. */
async function readShop(env: Record<string, string>) {
  const shop = await openShop('sqlite', {
    env: { ...env, PUBLIC_URL, SHOP_EMAIL: 'hola@pines.cl' },
    context: { clock: () => Date.parse('2026-11-24T15:00:00Z') },
  });
  const pages = await Promise.all(
    ['/', '/pedido', '/?panel=ventas'].map(async (path) => {
      const page = await shop.fetch(path, { headers: { accept: 'text/html' } });
      const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(page.headers);
      return { path, status: page.status, headers, text: await page.text() };
    }),
  );
  const answer = await shop.placeOrder(makeOrder({ images: await shop.uploadMany(1) }));
  const { id } = placed(answer);
  const mails = (await writeMails(shop))
    .map(({ subject, text, html }) => ({ subject, text, html }))
    .toSorted((one, other) => String(one.subject).localeCompare(String(other.subject)));
  await shop.close();
  expect(mails).toHaveLength(2);
  const token = String(answer.body.token);
  return JSON.stringify({ pages, mails }, null, 2).replaceAll(token, 'TOKEN').replaceAll(id, 'ID');
}

test('`PAYMENTS=off` gives the same bytes as no setting, in pages and mails', async () => {
  const [none, off] = [await readShop({}), await readShop({ PAYMENTS: 'off' })];
  expect(off).toBe(none);
  expect(off).not.toMatch(/webpay|mercado ?pago|pago en l[ií]nea/i);
});
