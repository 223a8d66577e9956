import { expect, test } from 'vitest';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { openShop } from '#server/testing/shop.ts';

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
