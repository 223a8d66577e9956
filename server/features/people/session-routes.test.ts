import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnSession } from '#contract/people/sessions.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { type Browser, openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { codeOf, enrol, passWith } from '#server/testing/authenticator.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const SESSIONS = '/api/auth/sessions';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0';
const STEP_MS = 30_000;

describe.each(anyDatabase)("an account's own sessions on %s", (kind) => {
  let now = Date.now();
  let email: string;
  let browser: Browser;
  let count = 0;
  const env = { ADMIN_EMAILS: 'jefa@pines.cl' };
  const shop = useShop(kind, { env, context: { clock: () => now } });
  beforeEach(async () => {
    now = Date.now();
    count += 1;
    email = `ana${count}@correo.cl`;
    browser = await openAccount(shop, email, { verified: false });
  });

  /** The account in another browser, a minute later. */
  async function elsewhere(): Promise<Browser> {
    now += 60_000;
    const other = openBrowser(shop);
    const body = { email, password: PASSWORD };
    expect((await other.ask('/sign-in/email', body, { 'user-agent': FIREFOX })).status).toBe(200);
    return other;
  }
  async function list(asking: Browser): Promise<OwnSession[]> {
    return JSON.parse(JSON.stringify((await asking.call(SESSIONS)).body.sessions));
  }
  async function idOf(asking: Browser): Promise<string> {
    return (await list(asking)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  }
  const end = async (asking: Browser, id: string) =>
    refused(await asking.call(`${SESSIONS}/${id}`, { method: 'DELETE' }));
  const endOthers = async (asking: Browser) =>
    refused(await asking.call(SESSIONS, { method: 'DELETE' }));
  const isOpen = async (of: Browser) => (await of.token()) !== null;

  test('are listed newest first, with the name of the browser and no address', async () => {
    const startedAt = new Date(now).toISOString();
    await elsewhere();
    const listed = await list(browser);
    expect(listed).toEqual([
      {
        id: expect.any(String),
        startedAt: new Date(now).toISOString(),
        device: 'Firefox · Windows',
        isCurrent: false,
      },
      { id: expect.any(String), startedAt, device: null, isCurrent: true },
    ]);
  });

  test('have ids that are no credentials', async () => {
    const id = await idOf(browser);
    const text = JSON.stringify([...browser.cookies]);
    expect(text).not.toContain(id);
    const thief = openBrowser(shop);
    thief.cookies.set('pines.session_token', id);
    expect(await isOpen(thief)).toBe(false);
  });

  test('are not listed once they have expired', async () => {
    const { identity } = shop.context;
    const token = await identity.readToken(String(await browser.token()));
    if (!token) throw new Error('the token is refused');
    await elsewhere();
    now += 30 * DAY_MS - 30_000;
    expect(await identity.listSessions(token)).toEqual([
      expect.objectContaining({ device: 'Firefox · Windows' }),
    ]);
  });

  test('end one by one: the next call there is a 401, and the others stay open', async () => {
    const [other, third] = [await elsewhere(), await elsewhere()];
    const bearer = { authorization: `Bearer ${await other.token()}` };
    expect(await end(browser, await idOf(other))).toBe('200 ok');
    expect((await shop.call('/api/auth/profile', { headers: bearer })).status).toBe(401);
    expect(await Promise.all([other, third, browser].map(isOpen))).toEqual([false, true, true]);
    expect(await list(browser)).toHaveLength(2);
  });

  test('can end themselves', async () => {
    expect(await end(browser, await idOf(browser))).toBe('200 ok');
    expect(await isOpen(browser)).toBe(false);
  });

  test('of another account, ended ones and unknown ones are a 404 that changes nothing', async () => {
    const stranger = await openAccount(shop, `otra${count}@correo.cl`, { verified: false });
    const other = await elsewhere();
    const ended = await idOf(other);
    await end(browser, ended);
    const token = browser.cookies.get('pines.session_token')?.split('.')[0] ?? '';
    for (const id of [await idOf(stranger), ended, token, 'nada', '%00', '%25']) {
      expect(await end(browser, id), id).toMatch(/^40[04] /);
    }
    expect(await end(browser, await idOf(stranger))).toBe('404 not_found');
    expect(await Promise.all([stranger, browser].map(isOpen))).toEqual([true, true]);
  });

  test('end all except the one of the request', async () => {
    const stranger = await openAccount(shop, `otra${count}@correo.cl`, { verified: false });
    const others = [await elsewhere(), await elsewhere()];
    expect(await endOthers(browser)).toBe('200 ok');
    expect(await Promise.all(others.map(isOpen))).toEqual([false, false]);
    expect(await Promise.all([stranger, browser].map(isOpen))).toEqual([true, true]);
    expect(await endOthers(browser)).toBe('200 ok');
  });

  test('that end each other at once leave exactly one', async () => {
    const other = await elsewhere();
    const bearers = await Promise.all([browser.token(), other.token()]);
    await Promise.all(
      bearers.map((bearer) =>
        shop.call(SESSIONS, { method: 'DELETE', headers: { authorization: `Bearer ${bearer}` } }),
      ),
    );
    expect((await Promise.all([browser, other].map(isOpen))).toSorted()).toEqual([false, true]);
  });

  test('that have ended meanwhile end no other', async () => {
    const { identity } = shop.context;
    const token = await identity.readToken(String(await browser.token()));
    if (!token) throw new Error('the token is refused');
    const other = await elsewhere();
    await end(other, token.session);
    expect(await identity.endOtherSessions(token)).toBe(false);
    expect(await identity.endSession(token, await idOf(other))).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  test('lose their pass of the second factor when they end', async () => {
    email = 'jefa@pines.cl';
    const admin = await openAccount(shop, email);
    const { uri } = await enrol(admin, now);
    const others = [await elsewhere(), await elsewhere()];
    for (const other of others) {
      now += STEP_MS;
      expect(refused(await passWith(other, await codeOf(uri, now)))).toBe('200 ok');
    }
    const marks = async () =>
      (await shop.context.db.queries.selectFrom('second_factor_passes').selectAll().execute())
        .length;
    expect(await marks()).toBe(3);
    const [first] = others;
    if (first) await end(admin, await idOf(first));
    expect(await marks()).toBe(2);
    await endOthers(admin);
    expect(await marks()).toBe(1);
    expect(refused(await admin.call('/api/admin/check'))).toBe('200 ok');
  });
});
