import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Browser, openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, openAdminShop, refused } from '#server/testing/admin-shop.ts';
import { takeBackup, unzip } from '#server/testing/backups.ts';
import { createClient, type ShopClient } from '#server/testing/client.ts';
import { until } from '#server/testing/jobs.ts';
import { openMercadoPagoDouble } from '#server/testing/mercadopago-double.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { paymentEnv } from '#server/testing/payment-env.ts';
import { spawnShop } from '#server/testing/process.ts';
import { LONG } from '#server/testing/seed.ts';
import { openWebpayDouble } from '#server/testing/webpay-double.ts';

type Fault = 'lost' | 'broken' | 'garbage' | 'redirect';

/** Opens a provider's double with what this test needs. */
async function openWebpay() {
  const double = await openWebpayDouble();
  const path = '/rswebpaytransaction/api/webpay/v1.2/transactions';
  const calls = { begin: `POST ${path}`, settle: `PUT ${path}`, refund: `POST ${path}/` };
  return {
    ...{ double, secrets: [double.settings.apiKey] },
    tokens: () => [...double.transactions.keys()],
    pay: (body: Begun) => double.act(body.fields?.token_ws ?? '', 'approved'),
    fail: (call: keyof typeof calls, fault: Fault) =>
      void double.faults.push({ call: calls[call], fault }),
    notices: () => [],
  };
}

async function openMercadoPago() {
  const double = await openMercadoPagoDouble();
  const calls = {
    begin: 'POST /checkout/preferences',
    settle: 'GET /v1/payments/search',
    refund: 'POST /v1/payments',
  };
  const { accessToken, webhookSecret } = double.settings;
  return {
    ...{ double, secrets: [accessToken, webhookSecret] },
    tokens: () => [...double.preferences.keys()],
    pay: ({ redirectUrl = '' }: Begun) =>
      double.pay(new URL(redirectUrl).searchParams.get('pref_id') ?? '').returnUrl,
    fail: (call: keyof typeof calls, fault: Fault) =>
      void double.faults.push({ call: calls[call], fault }),
    notices: () =>
      [...double.payments.values()].flatMap((payment) => [
        double.noticeOf(payment),
        double.noticeOf(payment, { secret: 'otro secreto de avisos' }),
      ]),
  };
}

type Begun = { redirectUrl?: string; fields?: Record<string, string> };

/** A client that records every response with its headers. */
function listen(url: string): ShopClient & { heard: () => string } {
  const answers: string[] = [];
  const client = createClient(
    () => url,
    async (address, init) => {
      const response = await fetch(address, { ...init, redirect: 'manual' });
      const headers = JSON.stringify([...response.headers]);
      answers.push(headers, Buffer.from(await response.clone().arrayBuffer()).toString('latin1'));
      return response;
    },
  );
  return { ...client, heard: () => answers.join('\n') };
}

/** Reads all files of the shop. */
async function readAll(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name))),
  );
  return bytes.map((each) => each.toString('latin1')).join('\n');
}

test.each([
  ['Webpay', openWebpay] as const,
  ...(LONG ? [['Mercado Pago', openMercadoPago] as const] : []),
])(
  'no secret of %s is in the log, an answer, the data or a copy, whatever fails',
  async (_, open) => {
    const provider = await open();
    const { double, secrets } = provider;
    const made = await openAdminShop('sqlite');
    await made.shop.leave();
    const env = { ADMIN_EMAILS: ADMIN_EMAIL, ...paymentEnv(double.settings), LOG_LEVEL: 'trace' };
    const shop = spawnShop({ ...made.shop.env, SHOP_EMAIL: 'hola@pines.cl', ...env });
    const url = await shop.ready();
    const client = listen(url);
    const admin = openBrowser({ ...client, url });
    // Tests hash passwords differently, so the sign-in would fail: the session is reused.
    for (const [name, value] of made.admin.cookies) admin.cookies.set(name, value);
    const ask: Browser['call'] = (path, request) => admin.call(`/api/admin${path}`, request);
    const fetchFile = async (path: string) =>
      client.fetch(`/api/admin${path}`, {
        headers: { authorization: `Bearer ${await admin.token()}` },
      });
    const wrote = (message: string) => shop.logLines().filter(({ msg }) => msg === message).length;

    const place = async () => {
      const images = await client.uploadMany(1);
      const answer = await client.placeOrder(makeOrder({ images }));
      return { id: placed(answer).id, token: answer.body.token };
    };
    const begin = async ({ token }: { token: unknown }) => {
      const headers = { 'idempotency-key': randomUUID() };
      return client.call('/api/payments', { json: { token }, headers });
    };
    const follow = (address: string, init?: RequestInit) =>
      client.fetch(address.slice(new URL(address).origin.length), init);

    const order = await place();
    for (const fault of ['broken', 'garbage', 'redirect', 'lost'] as const) {
      provider.fail('begin', fault);
      expect(refused(await begin(order))).toBe('502 payment_unavailable');
    }
    const { body } = await begin(order);
    const back = provider.pay(body);
    // The return's secrets must not appear in any log, page or other response.
    const heardBefore = client.heard().length;
    for (const fault of ['broken', 'lost'] as const) {
      provider.fail('settle', fault);
      await follow(back);
    }
    await follow(back.replaceAll(/=[^&]+/g, '=falso'));
    for (const notice of provider.notices()) await follow(notice.url, notice.init);
    const paid = async () => {
      const view = await client.call('/api/orders/view', { json: { token: order.token } });
      return JSON.stringify(view.body).includes('"state":"paid"');
    };
    await until(async () => {
      await follow(back);
      return paid();
    });
    await client.fetch('/', { headers: { accept: 'text/html' } });
    await client.call('/api/config');
    await client.call('/api/openapi.json');
    const heardByAll = client.heard().slice(heardBefore);

    provider.fail('refund', 'lost');
    const refund = { method: 'POST', json: { amount: 700 } };
    expect((await ask(`/orders/${order.id}/refunds`, refund)).status).toBe(200);
    double.isAway = true;
    expect((await ask('/payments')).status).toBe(200);
    double.isAway = false;
    for (const path of ['/payments', `/orders/${order.id}`, '/settings']) await ask(path);
    await fetchFile('/payments.csv');
    const copy = await unzip(await takeBackup({ ask, fetchFile }, { pictures: true }));
    const copied = [...copy.values()].map((bytes) => bytes.toString('latin1')).join('\n');
    await shop.kill('SIGTERM');
    const kept = await readAll(made.shop.dataDir);
    const log = shop.output() + shop.errors();
    await made.shop.close();
    await double.close();

    expect(wrote('payment not begun')).toBeGreaterThan(2);
    expect(wrote('payment not read')).toBeGreaterThan(0);
    expect(copied).toContain(order.id);
    for (const secret of secrets) {
      for (const place of [log, client.heard(), kept, copied]) expect(place).not.toContain(secret);
    }
    const tokens = provider.tokens();
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) {
      for (const place of [log, heardByAll]) expect(place).not.toContain(token);
    }
    expect(log).not.toContain(String(order.token));
    expect(log).not.toMatch(/token_ws|preference_id|x-signature|authorization/i);
  },
  60_000,
);
