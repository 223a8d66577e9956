import { type KyselyPlugin, SelectQueryNode } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type Browser,
  type BrowserAnswer,
  linksTo,
  openAccount,
  openBrowser,
  PASSWORD,
} from '#server/testing/accounts.ts';
import { breakDatabase } from '#server/testing/break-database.ts';
import { freePort } from '#server/testing/free-port.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { type OpenIdProvider, startOpenIdProvider } from '#server/testing/openid-provider.ts';
import { findRow, findRows } from '#server/testing/rows.ts';
import { anyDatabase, openShop, type TestShop } from '#server/testing/shop.ts';
import { createSlowHashing } from '#server/testing/slow-hashing.ts';

const { during, ...slowHashing } = createSlowHashing();
useHashing(slowHashing);

/** Runs between the check whether an account may sign in and the start of its session. */
let afterCheck: (() => Promise<void>) | null = null;
const checks = new WeakSet<object>();
const gate: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => {
    const isCheck = SelectQueryNode.is(node) && JSON.stringify(node.from).includes('"people"');
    if (isCheck) checks.add(queryId);
    return node;
  },
  transformResult: async ({ queryId, result }) => {
    const next = afterCheck;
    if (!next || !checks.has(queryId)) return result;
    afterCheck = null;
    await next();
    return result;
  },
};

describe.each([
  ['sqlite', 'in the ID token'],
  ['postgres', 'in the ID token'],
  ['sqlite', 'from userinfo'],
] as const)('the Google account option on %s, with the e-mail %s', (kind, place) => {
  const isInToken = place === 'in the ID token';
  const testAbove = test.runIf(isInToken && anyDatabase.includes(kind));
  let google: OpenIdProvider;
  let shop: TestShop;
  let database: ReturnType<typeof breakDatabase>;
  let env: Record<string, string>;
  beforeAll(async () => {
    const port = await freePort();
    const callback = `http://127.0.0.1:${port}/api/identity/callback/google`;
    google = await startOpenIdProvider(callback, { emailInIdToken: isInToken });
    env = {
      PORT: String(port),
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER: google.issuer,
    };
    shop = await openShop(kind, { env });
    database = breakDatabase(shop.context);
    const { db } = shop.context;
    const { transaction } = db;
    db.queries = db.queries.withPlugin(gate);
    db.transaction = (work) => transaction((tx) => work(tx.withPlugin(gate)));
  });
  afterAll(async () => {
    await shop.close();
    await google.stop();
  });
  beforeEach(() => {
    google.person = null;
  });

  async function start(browser: Browser): Promise<string> {
    const { status, body } = await browser.ask('/sign-in/social', { provider: 'google' });
    expect([status, body?.redirect]).toEqual([200, false]);
    return String(body?.url);
  }

  /** Goes through the provider's pages. @returns the URL of the redirect back to the shop */
  async function passProvider(address: string): Promise<string> {
    const cookies = new Map<string, string>();
    let url = address;
    for (let step = 0; step < 12; step += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const header of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
        cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) throw new Error(`${response.status}: ${await response.text()}`);
      url = new URL(location, url).href;
      if (url.startsWith(shop.url)) return url;
    }
    throw new Error('never came back');
  }

  /** Signs in. @returns the path where the popup ends */
  async function signIn(browser: Browser): Promise<string> {
    const back = await passProvider(await start(browser));
    const { status, location } = await browser.ask(back);
    expect(status).toBe(302);
    return (location ?? '').replace(`${shop.url}/api/identity`, '');
  }
  const profile = async (browser: Browser) => (await browser.call('/api/auth/profile')).body;

  test('opens an account whose e-mail is verified, and finds it again', async () => {
    google.person = { sub: 'g-1', email: 'Ana@Correo.cl', emailVerified: true };
    const browser = openBrowser(shop);
    expect(await signIn(browser)).toBe('/popup');
    expect([...browser.cookies.keys()]).toContain('pines_session');
    const body = await profile(browser);
    expect(body).toMatchObject({
      user: { email: 'ana@correo.cl', emailVerified: true, providers: ['google.com'] },
    });
    const again = openBrowser(shop);
    await signIn(again);
    expect((await profile(again)).user).toMatchObject({ email: 'ana@correo.cl' });
    const users = await findRows(shop.context, 'identity_users', { email: 'ana@correo.cl' });
    expect(users).toHaveLength(1);
  });

  testAbove('takes a name without what databases refuse or change', async () => {
    const person = { sub: 'g-name', email: 'nombre@correo.cl', emailVerified: true };
    google.person = { ...person, name: 'Ana\u0000 \ud83dPérez' };
    expect(await signIn(openBrowser(shop))).toBe('/popup');
    const { name } = await findRow(shop.context, 'identity_users', { email: person.email });
    expect(name).toBe('Ana \ufffdPérez');
  });

  testAbove('stores no token of Google', async () => {
    google.person = { sub: 'g-keep', email: 'nada@correo.cl', emailVerified: true };
    await signIn(openBrowser(shop));
    await signIn(openBrowser(shop));
    const ways = await findRows(shop.context, 'identity_accounts', { provider_id: 'google' });
    expect(ways.length).toBeGreaterThan(0);
    for (const { account_id, user_id, ...way } of ways) {
      expect(way).toEqual({
        provider_id: 'google',
        password: null,
        created_at: expect.any(Number),
        updated_at: expect.any(Number),
      });
    }
  });

  testAbove('says so when it is cancelled, and starts no session', async () => {
    const browser = openBrowser(shop);
    expect(await signIn(browser)).toMatch(/^\/popup\?error=access_denied/);
    expect(await browser.token()).toBeNull();
  });

  test('joins the verified account of the same e-mail, whose password still works', async () => {
    const owner = await openAccount(shop, 'bea@correo.cl');
    google.person = { sub: 'g-2', email: 'bea@correo.cl', emailVerified: true };
    const browser = openBrowser(shop);
    expect(await signIn(browser)).toBe('/popup');
    const { uid } = JSON.parse(JSON.stringify((await profile(owner)).user));
    expect(await profile(browser)).toMatchObject({
      user: { uid, providers: ['password', 'google.com'] },
    });
    expect(await owner.token()).not.toBeNull();
    expect((await openBrowser(shop).signIn('bea@correo.cl')).status).toBe(200);
  });

  test('with an unverified e-mail neither joins an account nor opens one', async () => {
    const owner = await openAccount(shop, 'carla@correo.cl');
    for (const [email, code] of [
      ['carla@correo.cl', 'account_not_linked'],
      ['nueva@correo.cl', 'email_not_verified'],
    ] as const) {
      google.person = { sub: `g-${email}`, email, emailVerified: false };
      const browser = openBrowser(shop);
      expect(await signIn(browser)).toBe(`/popup?error=${code}`);
      expect(await browser.token()).toBeNull();
    }
    expect((await openBrowser(shop).signUp('nueva@correo.cl')).status).toBe(200);
    expect(await profile(owner)).toMatchObject({ user: { providers: ['password'] } });
  });

  test('locks out an attacker who had opened an account with my address', async () => {
    const email = 'victima@correo.cl';
    const intruder = await openAccount(shop, email, { verified: false });
    const second = openBrowser(shop);
    await second.signIn(email);
    const bearer = { authorization: `Bearer ${await intruder.token()}` };
    await intruder.ask('/request-password-reset', { email });

    google.person = { sub: 'g-3', email, emailVerified: true };
    const owner = openBrowser(shop);
    expect(await signIn(owner)).toBe('/popup');
    expect(await profile(owner)).toMatchObject({
      user: { email, emailVerified: true, providers: ['google.com'] },
      address: null,
    });
    expect([await intruder.token(), await second.token()]).toEqual([null, null]);
    expect((await shop.call('/api/auth/check-admin', { headers: bearer })).status).toBe(401);
    expect((await intruder.signIn(email, PASSWORD)).status).toBe(401);
    expect((await intruder.signUp(email)).status).toBe(422);
    const [link = ''] = await linksTo(shop.context, email, 'reset_password');
    expect((await intruder.ask(link)).location).toMatch(/error=INVALID_TOKEN/);
  });

  test.each<[string, (intruder: Browser, email: string) => Promise<BrowserAnswer>]>([
    [
      'a new password',
      (intruder) =>
        intruder.ask('/change-password', { currentPassword: PASSWORD, newPassword: 'held 12345' }),
    ],
    ['a password', (intruder, email) => intruder.signUp(email, 'held 12345')],
  ])('locks him out while %s of his is being hashed', async (name, start) => {
    const email = `${name.replaceAll(' ', '')}.${place.length}@correo.cl`;
    const intruder = openBrowser(shop);
    if (name === 'a new password') await intruder.signUp(email);
    google.person = { sub: `g-${email}`, email, emailVerified: true };
    const owner = openBrowser(shop);
    const late = await during(
      'held 12345',
      () => start(intruder, email),
      async () => expect(await signIn(owner)).toBe('/popup'),
    );
    expect([401, 422]).toContain(late.status);
    expect(await intruder.token()).toBeNull();
    for (const password of [PASSWORD, 'held 12345']) {
      expect((await openBrowser(shop).signIn(email, password)).status).toBe(401);
    }
    expect(await profile(owner)).toMatchObject({
      user: { email, emailVerified: true, providers: ['google.com'] },
    });
  });

  test('starts no session for a password that was right before the Google sign-in', async () => {
    const email = `verdad.${place.length}@correo.cl`;
    await openBrowser(shop).signUp(email);
    const intruder = openBrowser(shop);
    google.person = { sub: `g-${email}`, email, emailVerified: true };
    const late = await during(
      PASSWORD,
      () => intruder.signIn(email),
      () => signIn(openBrowser(shop)),
    );
    expect([late.status, late.setCookies]).toEqual([401, []]);
  });

  testAbove('ends the session that the browser had before', async () => {
    const browser = await openAccount(shop, `antes.${place.length}@correo.cl`);
    const headers = { authorization: `Bearer ${await browser.token()}` };
    google.person = { sub: 'g-after', email: 'despues@correo.cl', emailVerified: true };
    expect(await signIn(browser)).toBe('/popup');
    expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(401);
    expect(await profile(browser)).toMatchObject({ user: { email: 'despues@correo.cl' } });
  });

  testAbove('needs the browser that started, once, and the state it was given', async () => {
    google.person = { sub: 'g-4', email: 'dora@correo.cl', emailVerified: true };
    const browser = openBrowser(shop);
    const back = await passProvider(await start(browser));
    const thief = openBrowser(shop);
    expect((await thief.ask(back)).location).toMatch(/\/popup\?error=/);
    expect(await thief.token()).toBeNull();
    const changed = back.replace(/state=[^&]+/, 'state=other');
    expect((await browser.ask(changed)).location).toMatch(/\/popup\?error=/);
    expect(await browser.token()).toBeNull();
  });

  testAbove('of two tabs the last to start signs in, whichever comes back first', async () => {
    google.person = { sub: 'g-tabs', email: 'tina@correo.cl', emailVerified: true };
    const browser = openBrowser(shop);
    const first = await passProvider(await start(browser));
    const last = await passProvider(await start(browser));
    expect((await browser.ask(first)).location).toMatch(/\/popup\?error=/);
    expect((await browser.ask(last)).location).toBe(`${shop.url}/api/identity/popup`);
  });

  test('says so when the account is removed meanwhile, and opens it anew at the next try', async () => {
    google.person = { sub: 'g-gone', email: 'borrada@correo.cl', emailVerified: true };
    await signIn(openBrowser(shop));
    const { id } = await findRow(shop.context, 'identity_users', { email: 'borrada@correo.cl' });
    afterCheck = () => shop.context.identity.remove(id);
    const browser = openBrowser(shop);
    expect(await signIn(browser)).toBe('/popup?error=unable_to_create_session');
    expect(await browser.token()).toBeNull();
    expect(await signIn(browser)).toBe('/popup');
    expect((await profile(browser)).user).toMatchObject({ email: 'borrada@correo.cl' });
  });

  testAbove('says so while the database is unreachable, at any step', async () => {
    google.person = { sub: 'g-away', email: 'lejos@correo.cl', emailVerified: true };
    const browser = openBrowser(shop);
    const back = await passProvider(await start(browser));
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const away = async () => {
      database.away();
    };
    for (const goesAway of ['at once', 'when the session is written']) {
      if (goesAway === 'at once') database.away();
      else afterCheck = away;
      const address = goesAway === 'at once' ? back : await passProvider(await start(browser));
      const { status, location } = await browser.ask(address);
      database.back();
      expect([goesAway, status, location]).toEqual([
        goesAway,
        302,
        `${shop.url}/api/identity/popup?error=unavailable`,
      ]);
      expect(await browser.token()).toBeNull();
    }
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    expect(await signIn(browser)).toBe('/popup');
  });

  testAbove('shows in the popup what happened, in Spanish', async () => {
    const read = async (query: string) =>
      (await (await shop.fetch(`/api/identity/popup${query}`)).text()).match(/<p>(.*)<\/p>/)?.[1];
    expect(await read('')).toMatch(/^Listo\. Ya puedes cerrar/);
    expect(await read('?error=unavailable')).toMatch(/^La tienda no pudo responder/);
    expect(await read('?error=unable_to_create_session')).toMatch(/^No pudimos terminar/);
    expect(await read('?error=constructor&error=x')).toMatch(/^No pudimos terminar/);
    expect(await read('?error=%3Cscript%3E')).toMatch(/^No pudimos terminar[^<]*$/);
  });

  testAbove('accepts no other provider and no other return address', async () => {
    const browser = openBrowser(shop);
    const other = await browser.ask('/sign-in/social', { provider: 'github' });
    expect([other.status, other.body?.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    google.person = { sub: 'g-6', email: 'fina@correo.cl', emailVerified: true };
    const { body } = await browser.ask('/sign-in/social', {
      provider: 'google',
      callbackURL: 'https://evil.cl',
      errorCallbackURL: 'https://evil.cl',
    });
    const back = await passProvider(String(body?.url));
    expect((await browser.ask(back)).location).toBe(`${shop.url}/api/identity/popup`);
  });

  testAbove('ends on a page whose own script notifies its opener', async () => {
    const page = await shop.fetch('/api/identity/popup');
    expect(page.headers.get('content-security-policy')).toMatch("script-src 'self'");
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    const html = await page.text();
    expect(html).not.toMatch(/<script>|javascript:| on\w+=/);
    const script = await shop.fetch('/api/identity/popup.js');
    expect(script.headers.get('content-type')).toMatch('text/javascript');
    expect(await script.text()).toMatch('pines-identity');
  });

  testAbove('is reported to the page', async () => {
    const { body } = await shop.call('/api/config');
    expect(body.auth).toEqual({ provider: 'embedded', google: true });
  });
});

test('without settings the Google account option is off and says so', async () => {
  const shop = await openShop('sqlite');
  const { body } = await shop.call('/api/config');
  expect(body.auth).toEqual({ provider: 'embedded', google: false });
  const browser = openBrowser(shop);
  const start = await browser.ask('/sign-in/social', { provider: 'google' });
  expect([start.status, start.body?.code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
  expect((await browser.ask('/callback/google?code=x&state=y')).status).toBe(404);
  await shop.close();
});

test('while Google does not answer, passwords work, and Google works as soon as it does', async () => {
  const gone = await freePort();
  const shop = await openShop('sqlite', {
    env: {
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'y',
      GOOGLE_ISSUER: `http://127.0.0.1:${gone}`,
    },
  });
  const browser = await openAccount(shop, 'ana@correo.cl');
  const { status, body } = await browser.ask('/sign-in/social', { provider: 'google' });
  expect([status, body?.code]).toEqual([503, 'unavailable']);
  expect(await browser.token()).not.toBeNull();
  await shop.close();
});
