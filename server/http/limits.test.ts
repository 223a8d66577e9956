import { beforeAll, describe, expect, test } from 'vitest';
import { requestChange } from '#contract/aftersales/change-requests.ts';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { acceptQuote } from '#contract/orders/quotes.ts';
import { answerProof } from '#contract/production/proofs.ts';
import { routes } from '#contract/routes.ts';
import { createApp } from '#server/app.ts';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { uploaded } from '#server/testing/client.ts';
import { makePng } from '#server/testing/pictures.ts';
import { openConnection } from '#server/testing/raw-http.ts';
import { LONG } from '#server/testing/seed.ts';
import { anyDatabase, openShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('rate limits on %s', (kind) => {
  let owner: Browser;
  const shop = useShop(kind, {
    isInjected: false,
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', ADMIN_EMAILS: 'jefa@pines.cl' },
  });
  beforeAll(async () => {
    owner = await openAccount(shop, 'jefa@pines.cl');
  });

  test('stop a program that guesses the links of mails', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const view = () => shop.call('/api/orders/view', { json: { token: 'x' }, headers });
    const answers = await Promise.all(Array.from({ length: 310 }, view));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([statuses.indexOf(429), statuses.lastIndexOf(404)]).toEqual([300, 299]);
  });

  const check = (from?: string) =>
    shop.call('/api/discount-codes/validate', {
      json: { code: 'ADIVINA', orderTotal: 1 },
      headers: from ? { 'x-forwarded-for': from } : {},
    });

  async function checkOften(times: number, from?: string) {
    const answers = [];
    for (let done = 0; done < times; done += 50) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => check(from)))));
    }
    return answers;
  }

  test('stop a program that guesses codes, in Spanish, and say when to try again', async () => {
    const answers = await checkOften(650);
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600);
    expect(refused).toHaveLength(50);
    for (const { body, headers } of refused) {
      expect(body).toEqual({
        success: false,
        code: 'too_many_requests',
        message: 'Demasiados intentos. Espera un momento y vuelve a intentarlo',
      });
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(600);
    }
  });

  test('are separate per address and per call', async () => {
    expect((await check()).status).toBe(429);
    expect((await check('203.0.113.7')).status).toBe(200);
    expect((await shop.uploadMany(1)).length).toBe(1);
  });

  test('stop long bodies of orders, with a length or in chunks, and let short ones through', async () => {
    const from = '203.0.113.8';
    const order = async (notes: string) => {
      const init = { json: { images: [], notes }, headers: { 'x-forwarded-for': from } };
      return (await shop.call('/api/orders', init)).status;
    };
    const statuses = [];
    for (let at = 0; at < 60; at += 1) statuses.push(await order('x'.repeat(40_000)));
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect(await order('x'.repeat(40_000))).toBe(429);
    const client = await openConnection(shop.url);
    await client.send(
      `POST /api/orders HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\n` +
        'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    );
    expect(await client.answer()).toContain('HTTP/1.1 429');
    client.abort();
    expect(await order('x'.repeat(10_000))).toBe(400);
  });

  /** Routes whose calls are limited as well: after so many they are closed for any body. */
  const limitedCalls = new Set<string>(
    [answerProof, requestChange, acceptQuote].map(({ path }) => path),
  );
  const long = routes.filter(({ maxBodyBytes = 0 }) => maxBodyBytes > USUAL_BODY_BYTES);
  test.each(
    LONG
      ? long
      : long.filter(({ path }) => path === '/orders/pictures' || path === '/admin/orders'),
  )('stop a client that sends long bodies to $method $path', async ({ method, path }) => {
    const headers = {
      authorization: `Bearer ${await owner.token()}`,
      'x-forwarded-for': `198.51.100.${long.findIndex((each) => each.path === path)}`,
    };
    const send = async (text: string) => {
      const init = { method, headers, json: { text } };
      return (await shop.call(`/api${path.replaceAll(/\{\w+\}/g, 'X')}`, init)).status;
    };
    const statuses = [];
    for (let at = 0; at < 61; at += 1) statuses.push(await send('x'.repeat(USUAL_BODY_BYTES)));
    expect(statuses.indexOf(429)).toBe(60);
    if (!limitedCalls.has(path)) expect(await send('')).not.toBe(429);
  });

  test('survive a restart when several processes share the database', async () => {
    await shop.restart();
    expect((await check()).status).toBe(kind === 'postgres' ? 429 : 200);
  });
});

test('an address in an untrusted header is ignored', async () => {
  const shop = await openShop('sqlite', { env: { RATE_LIMITS: 'on' } });
  for (const from of ['203.0.113.1', '203.0.113.2']) {
    uploaded(await shop.upload(await makePng(), { headers: { 'x-forwarded-for': from } }));
  }
  const uploads = await shop.context.db.queries.selectFrom('uploads').select('source').execute();
  expect(uploads).toEqual([uploads[1], uploads[0]]);
  await shop.close();
});

test('a client that stops reading is hung up on', async () => {
  const shop = await openShop('sqlite', { isInjected: true });
  const app = await createApp(shop.context);
  expect(app.server.timeout).toBe(600_000);
  await Promise.all([app.close(), shop.close()]);
});
