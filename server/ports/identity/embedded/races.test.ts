import { describe, expect, test, vi } from 'vitest';
import {
  type Browser,
  type BrowserAnswer,
  linksTo,
  openAccount,
  openBrowser,
  PASSWORD,
} from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { LONG } from '#server/testing/seed.ts';
import { createSlowHashing } from '#server/testing/slow-hashing.ts';
import { raceDatabases, useShop } from '#server/testing/use-shop.ts';

const { during, ...slowHashing } = createSlowHashing();
useHashing(slowHashing);

const OWNERS = 'la clave de la dueña';
const STRANGERS = 'la nueva del intruso';
const resultOf = ({ status, body }: BrowserAnswer) => [status, body?.code];

describe.each(raceDatabases)('while a password is being hashed on %s', (kind) => {
  let count = 0;
  const ADMIN_EMAILS = Array.from({ length: 60 }, (_, at) => `p${at}@correo.cl`).join();
  const shop = useShop(kind, { env: { ADMIN_EMAILS } });

  const newEmail = () => `p${count++}@correo.cl`;
  async function open(): Promise<{ browser: Browser; email: string; uid: string }> {
    const email = newEmail();
    const browser = await openAccount(shop, email, { verified: false });
    const { body } = await browser.call('/api/auth/profile');
    const { uid } = JSON.parse(JSON.stringify(body.user));
    return { browser, email, uid };
  }
  async function requestLink(email: string): Promise<string> {
    await openBrowser(shop).ask('/request-password-reset', { email });
    const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
    return new URL(link).pathname.split('/').at(-1) ?? '';
  }
  const reset = (token: string, newPassword = OWNERS) =>
    openBrowser(shop).ask('/reset-password', { token, newPassword });
  const change = (browser: Browser, newPassword = STRANGERS, currentPassword = PASSWORD) =>
    browser.ask('/change-password', { currentPassword, newPassword });
  const enters = async (email: string, password: string) =>
    (await openBrowser(shop).signIn(email, password)).status === 200;
  async function sessionsOf(uid: string): Promise<number> {
    const { queries } = shop.context.db;
    const rows = await queries.selectFrom('identity_sessions').select('user_id').execute();
    return rows.filter(({ user_id }) => user_id === uid).length;
  }

  test('for a change, a reset happens: the change is refused and the account is the owner’s', async () => {
    const { browser, email, uid } = await open();
    const token = await requestLink(email);
    const late = await during(
      STRANGERS,
      () => change(browser),
      async () => expect((await reset(token)).status).toBe(200),
    );
    expect(resultOf(late)).toEqual([401, 'UNAUTHORIZED']);
    expect([await browser.token(), await sessionsOf(uid)]).toEqual([null, 0]);
    for (const old of [PASSWORD, STRANGERS]) expect(await enters(email, old)).toBe(false);
    expect(await enters(email, OWNERS)).toBe(true);
  });

  test('for two changes at once, one is made', async () => {
    const { browser, email } = await open();
    const other = openBrowser(shop);
    await other.signIn(email);
    const late = await during(
      STRANGERS,
      () => change(browser),
      async () => expect((await change(other, OWNERS)).status).toBe(200),
    );
    expect(late.status).toBe(401);
    expect([await enters(email, STRANGERS), await enters(email, OWNERS)]).toEqual([false, true]);
    expect(await other.token()).not.toBeNull();
  });

  test.each<[string, number, (uid: string, browser: Browser) => Promise<unknown>]>([
    ['its session ends', 401, (_uid, browser) => browser.ask('/sign-out', {})],
    ['all sessions end', 401, (uid) => shop.context.identity.endSessions(uid)],
    ['the account is removed', 401, (uid) => shop.context.identity.remove(uid)],
  ])('for a change, %s: nothing is changed', async (_name, status, meanwhile) => {
    const { browser, email, uid } = await open();
    const twin = openBrowser(shop);
    for (const [name, value] of browser.cookies) twin.cookies.set(name, value);
    const late = await during(
      STRANGERS,
      () => change(browser),
      () => meanwhile(uid, twin),
    );
    expect([late.status, late.setCookies]).toEqual([status, []]);
    expect(await sessionsOf(uid)).toBe(0);
    expect(await enters(email, STRANGERS)).toBe(false);
  });

  test.each<[string, (uid: string, email: string, browser: Browser) => Promise<unknown>]>([
    ['a reset', async (_uid, email) => reset(await requestLink(email))],
    ['a change', (_uid, _email, browser) => change(browser, OWNERS)],
    ['the removal', (uid) => shop.context.identity.remove(uid)],
  ])('for a sign-in, %s comes: it starts no session', async (_name, meanwhile) => {
    const { browser, email, uid } = await open();
    const stranger = openBrowser(shop);
    const late = await during(
      PASSWORD,
      () => stranger.signIn(email),
      () => meanwhile(uid, email, browser),
    );
    expect(resultOf(late)).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
    expect([...stranger.cookies]).toEqual([]);
    expect(await sessionsOf(uid)).toBe((await browser.token()) === null ? 0 : 1);
  });

  test('for a sign-in, the account is disabled: it starts no session', async () => {
    const { email, uid } = await open();
    const stranger = openBrowser(shop);
    const late = await during(
      PASSWORD,
      () => stranger.signIn(email),
      async () => {
        const { queries } = shop.context.db;
        await queries.updateTable('people').set({ is_active: 0 }).where('uid', '=', uid).execute();
        await shop.context.identity.endSessions(uid);
      },
    );
    expect(resultOf(late)).toEqual([403, 'USER_DISABLED']);
    expect(await sessionsOf(uid)).toBe(0);
  });

  test('for a sign-up, the same e-mail signs up: only the first one’s password works', async () => {
    const email = newEmail();
    const late = await during(
      STRANGERS,
      () => openBrowser(shop).signUp(email, STRANGERS),
      () => openBrowser(shop).signUp(email, OWNERS),
    );
    expect(resultOf(late)).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']);
    expect(late.setCookies).toEqual([]);
    expect([await enters(email, STRANGERS), await enters(email, OWNERS)]).toEqual([false, true]);
  });

  test.each<[string, (uid: string, email: string, browser: Browser) => Promise<unknown>]>([
    ['another reset', async (_uid, email) => reset(await requestLink(email), STRANGERS)],
    ['the removal', (uid) => shop.context.identity.remove(uid)],
    ['the end of all sessions', (uid) => shop.context.identity.endSessions(uid)],
  ])('for a reset, %s comes: the link is no longer good', async (_name, meanwhile) => {
    const { browser, email, uid } = await open();
    const token = await requestLink(email);
    const late = await during(
      OWNERS,
      () => reset(token),
      () => meanwhile(uid, email, browser),
    );
    expect(resultOf(late)).toEqual([400, 'INVALID_TOKEN']);
    expect(await enters(email, OWNERS)).toBe(false);
  });

  test('for a reset, a change happens: the reset wins, because it began earlier', async () => {
    const { browser, email } = await open();
    const token = await requestLink(email);
    const late = await during(
      OWNERS,
      () => reset(token),
      () => change(browser),
    );
    expect(late.status).toBe(200);
    expect(await browser.token()).toBeNull();
    expect([await enters(email, STRANGERS), await enters(email, OWNERS)]).toEqual([false, true]);
  });

  test('for a change, a link is requested: it stays valid, also after the next changes', async () => {
    const { browser, email } = await open();
    let token = '';
    await during(
      STRANGERS,
      () => change(browser),
      async () => {
        token = await requestLink(email);
      },
    );
    expect((await change(browser, PASSWORD, STRANGERS)).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expect(await browser.token()).toBeNull();
  });

  test('an intruder who changes the password again and again is out after the reset', async () => {
    for (let round = 0; round < (LONG ? 8 : 3); round += 1) {
      const { browser, email } = await open();
      const second = openBrowser(shop);
      await second.signIn(email);
      const known = [PASSWORD];
      let isOver = false;
      const attack = Array.from({ length: 3 }, async (_, at) => {
        while (!isOver) {
          const current = known.at(-1) ?? PASSWORD;
          const next = `${STRANGERS} ${at} ${known.length}`;
          const { status } = await change(at === 0 ? second : browser, next, current);
          if (status === 200) known.push(next);
          else await browser.signIn(email, known.at(-1));
        }
      });
      // The first change revokes the links requested before it; further ones revoke none.
      await vi.waitFor(() => expect(known.length).toBeGreaterThan(1), { timeout: 30_000 });
      const done = await reset(await requestLink(email));
      isOver = true;
      await Promise.all(attack);
      expect(done.status).toBe(200);
      for (const old of known) expect(await enters(email, old)).toBe(false);
      expect(await enters(email, OWNERS)).toBe(true);
      expect([await browser.token(), await second.token()]).toEqual([null, null]);
    }
  });
});
