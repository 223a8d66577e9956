import { describe, expect, test } from 'vitest';
import { type Browser, linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const HOUR_MS = 3_600_000;

describe.each(anyDatabase)("the e-mail's verification on %s", (kind) => {
  let ahead = 0;
  let count = 0;
  const shop = useShop(kind, { context: { clock: () => Date.now() + ahead } });

  async function open(): Promise<{ browser: Browser; email: string; link: string; token: string }> {
    count += 1;
    const email = `persona${count}@correo.cl`;
    const browser = await openAccount(shop, email, { verified: false });
    const link = await ask(browser, email);
    return { browser, email, link, token: new URL(link).searchParams.get('token') ?? '' };
  }
  async function ask(browser: Browser, email: string, body: object = {}): Promise<string> {
    const { status } = await browser.ask('/send-verification-email', body);
    expect(status).toBe(200);
    return (await linksTo(shop.context, email, 'verify_email')).at(-1) ?? '';
  }
  async function isVerified(browser: Browser): Promise<boolean> {
    const { body } = await browser.call('/api/auth/profile');
    return JSON.stringify(body.user).includes('"emailVerified":true');
  }
  const withReturn = (link: string, back: string) => {
    const url = new URL(link);
    url.searchParams.set('callbackURL', back);
    return url.href;
  };

  test('is done by the link in the browser that is signed in, as often as it is followed', async () => {
    const { browser, link } = await open();
    expect(link).toMatch(/\/api\/identity\/verify-email\?token=/);
    for (let time = 0; time < 3; time += 1) {
      const { status, location } = await browser.ask(link);
      expect([status, location]).toEqual([302, `${shop.url}/?emailVerified=true`]);
      expect(await isVerified(browser)).toBe(true);
    }
  });

  test('leads back to home or /email-verified with any query, and nowhere else', async () => {
    const { browser, email } = await open();
    for (const back of ['/', '/?a=b', '/email-verified', '/email-verified?verified=1']) {
      const link = await ask(browser, email, { callbackURL: back });
      expect((await openBrowser(shop).ask(link)).location).toMatch(`${shop.url}/?error=SIGN_IN`);
      expect(new URL(link).searchParams.get('callbackURL')).toBe(`${shop.url}${back}`);
    }
    const absolute = await ask(browser, email, { callbackURL: `${shop.url}/email-verified` });
    expect((await browser.ask(absolute)).location).toBe(`${shop.url}/email-verified`);
  });

  test.each([
    'https://evil.cl/',
    '//evil.cl/',
    '/\\evil.cl',
    '\\\\evil.cl',
    '/\t/evil.cl',
    'javascript:alert(1)',
    'data:text/html,x',
    '/otra',
    '/api/identity/callback/google',
    '/email-verified/../api/orders',
    'http://user:pass@127.0.0.1/',
    'http://127.0.0.1.evil.cl/',
    'http://127.0.0.1@evil.cl/',
    'ftp://127.0.0.1/',
  ])('refuses to lead to %j, when requested and when followed', async (back) => {
    const { browser, link } = await open();
    const answer = await browser.ask('/send-verification-email', { callbackURL: back });
    expect([answer.status, answer.body?.code]).toEqual([403, 'INVALID_CALLBACK_URL']);
    const followed = await browser.ask(withReturn(link, back));
    expect([followed.status, followed.location]).toEqual([403, null]);
    expect(await isVerified(browser)).toBe(false);
  });

  test('changes nothing in a browser without the session: it has to sign in', async () => {
    const { browser, email, link, token } = await open();
    const owner = openBrowser(shop);
    const { status, location } = await owner.ask(link);
    expect([status, location]).toEqual([
      302,
      `${shop.url}/?error=SIGN_IN_TO_VERIFY#verify-email=${token}`,
    ]);
    expect(await isVerified(browser)).toBe(false);
    expect((await owner.ask('/verify-email', { token })).status).toBe(401);
    await owner.signIn(email);
    expect((await owner.ask('/verify-email', { token })).body).toEqual({ status: true });
    expect(await isVerified(browser)).toBe(true);
  });

  test('changes nothing in a browser that is signed in to another account', async () => {
    const { browser, link, token } = await open();
    const { browser: other } = await open();
    expect((await other.ask(link)).location).toMatch('SIGN_IN_TO_VERIFY');
    const { status, body } = await other.ask('/verify-email', { token });
    expect([status, body?.code]).toEqual([403, 'INVALID_USER']);
    expect([await isVerified(browser), await isVerified(other)]).toEqual([false, false]);
  });

  test("'No fui yo' removes the account an attacker opened, its sessions and its address", async () => {
    const { browser, email, token } = await open();
    const bearer = { authorization: `Bearer ${await browser.token()}` };
    expect((await openBrowser(shop).ask('/reject-account', { token })).body).toEqual({
      status: true,
    });
    expect((await shop.call('/api/auth/check-admin', { headers: bearer })).status).toBe(401);
    expect((await browser.signIn(email)).status).toBe(401);
    expect((await openBrowser(shop).signUp(email)).status).toBe(200);
    for (const path of ['/reject-account', '/verify-email']) {
      const { status, body } = await browser.ask(path, { token });
      expect([status, body?.code]).toEqual([400, 'INVALID_TOKEN']);
    }
  });

  test("'No fui yo' does nothing to a verified account", async () => {
    const { browser, link, token } = await open();
    await browser.ask(link);
    const { status, body } = await openBrowser(shop).ask('/reject-account', { token });
    expect([status, body?.code]).toEqual([400, 'EMAIL_ALREADY_VERIFIED']);
    expect(await isVerified(browser)).toBe(true);
  });

  test('runs out after a day', async () => {
    const { browser, link, token } = await open();
    ahead = 23 * HOUR_MS;
    expect((await openBrowser(shop).ask(link)).location).toMatch('SIGN_IN_TO_VERIFY');
    ahead = 25 * HOUR_MS;
    expect((await browser.ask(link)).location).toBe(
      `${shop.url}/?emailVerified=true&error=TOKEN_EXPIRED`,
    );
    expect((await browser.ask('/verify-email', { token })).body?.code).toBe('TOKEN_EXPIRED');
    expect((await browser.ask('/reject-account', { token })).body?.code).toBe('TOKEN_EXPIRED');
    ahead = 0;
    expect(await isVerified(browser)).toBe(false);
  });

  test('rejects a token of another kind or signer', async () => {
    const { browser, link } = await open();
    const idToken = (await browser.token()) ?? '';
    const [head, , signature] = link.split('token=')[1]?.split('&')[0]?.split('.') ?? [];
    const claims = { email: 'ana@correo.cl', sub: 'x', aud: 'verify-email', exp: 9_999_999_999 };
    const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
    for (const token of ['', 'x', idToken, forged]) {
      const { location } = await browser.ask(`/verify-email?token=${encodeURIComponent(token)}`);
      expect(location).toMatch(/error=INVALID_TOKEN/);
      expect((await browser.ask('/verify-email', { token })).body?.code).toBe('INVALID_TOKEN');
    }
    const mailToken = link.split('token=')[1]?.split('&')[0];
    const headers = { authorization: `Bearer ${mailToken}` };
    expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(401);
    expect(await isVerified(browser)).toBe(false);
  });

  test('sends nothing for an anonymous client nor for a verified account', async () => {
    const { browser, link } = await open();
    await browser.ask(link);
    const twice = await browser.ask('/send-verification-email', {});
    expect([twice.status, twice.body?.code]).toEqual([400, 'EMAIL_ALREADY_VERIFIED']);
    const stranger = await openBrowser(shop).ask('/send-verification-email', {});
    expect([stranger.status, stranger.body?.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});
