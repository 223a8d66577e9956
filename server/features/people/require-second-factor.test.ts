import { beforeEach, describe, expect, test } from 'vitest';
import { type Browser, openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { codeOf, type Enrolled, enrol, passWith } from '#server/testing/authenticator.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';

const STEP_MS = 30_000;
const COOKIE = 'pines.second_factor';

describe.each(databases)('an account with a second factor on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now = Date.now();
  let email: string;
  let uid: string;
  let owner: Browser;
  let factor: Enrolled;
  let count = 0;
  const adminShop = useAdminShop(kind, { context: { clock: () => now } });
  beforeEach(async () => {
    now = Date.now();
    count += 1;
    email = `ana${count}@correo.cl`;
    owner = await openAccount(adminShop.shop, email);
    uid = String((await owner.call('/api/verify/test-auth')).body.uid);
    await setRole('admin');
    factor = await enrol(owner, now);
  });

  async function setRole(role: 'admin' | 'user'): Promise<void> {
    const admin = await openSignedIn('jefa@pines.cl');
    const path = `/api/admin/users/${uid}/role`;
    expect((await admin.call(path, { method: 'PATCH', json: { role } })).status).toBe(200);
  }
  async function openSignedIn(who: string): Promise<Browser> {
    const browser = openBrowser(adminShop.shop);
    expect((await browser.signIn(who)).status).toBe(200);
    return browser;
  }
  const pass = async (browser: Browser) => {
    now += STEP_MS;
    expect(refused(await passWith(browser, await codeOf(factor.uri, now)))).toBe('200 ok');
  };
  const adminCall = async (browser: Browser) => refused(await browser.call('/api/admin/check'));
  const passes = async () =>
    (await findRows(adminShop.shop.context, 'second_factor_passes', { uid })).length;
  const changePassword = async (browser: Browser, newPassword: string) => {
    const body = { currentPassword: PASSWORD, newPassword };
    const answer = await browser.ask('/change-password', body);
    return `${answer.status} ${answer.body?.code ?? 'ok'}`;
  };

  const calls = [
    ['GET', '/profile/export'],
    ['DELETE', '/sessions/x'],
    ['DELETE', '/sessions'],
    ['POST', '/second-factor/recovery-codes'],
    ['DELETE', '/second-factor'],
    ['DELETE', '/profile'],
  ] as const;
  const tryAll = async (browser: Browser) => {
    const answers: string[] = [];
    for (const [method, path] of calls) {
      answers.push(refused(await browser.call(`/api/auth${path}`, { method })));
    }
    return answers;
  };

  test('erases, exports, ends sessions and changes the password only after passing it', async () => {
    const thief = await openSignedIn(email);
    expect(await tryAll(thief)).toEqual(calls.map(() => '403 second_factor_required'));
    expect(await changePassword(thief, 'clave del ladrón')).toBe('403 second_factor_required');
    expect(await adminCall(owner)).toBe('200 ok');

    await pass(thief);
    expect(await tryAll(thief)).toEqual([
      '200 ok',
      '404 not_found',
      '200 ok',
      '200 ok',
      '200 ok',
      '200 ok',
    ]);
  });

  testAbove('changes its password once passed, and the new session must pass again', async () => {
    expect(await changePassword(owner, 'otra clave segura')).toBe('200 ok');
    expect(await adminCall(owner)).toBe('403 second_factor_required');
    await pass(owner);
    expect(await adminCall(owner)).toBe('200 ok');
  });

  testAbove('that is no admin any more must pass it too, and has passed it nowhere', async () => {
    await setRole('user');
    expect(await passes()).toBe(0);
    expect(await tryAll(owner)).toEqual(calls.map(() => '403 second_factor_required'));
    await setRole('admin');
    expect(await adminCall(owner)).toBe('403 second_factor_required');
    await pass(owner);
    expect(await adminCall(owner)).toBe('200 ok');
  });

  testAbove('signs out, orders and requests a new password by mail without it', async () => {
    const other = await openSignedIn(email);
    expect((await other.call('/api/orders')).status).toBe(200);
    expect((await other.ask('/request-password-reset', { email })).status).toBe(200);
    expect((await other.ask('/sign-out', {})).status).toBe(200);
  });

  testAbove('has passed in one browser: a bearer stolen from it is refused', async () => {
    const bearer = { authorization: `Bearer ${await owner.token()}` };
    const headers = [
      bearer,
      { ...bearer, cookie: '' },
      { ...bearer, cookie: `${COOKIE}=` },
      { ...bearer, cookie: `${COOKIE}=${'x'.repeat(43)}` },
    ];
    for (const each of headers) {
      const answer = await adminShop.shop.call('/api/admin/check', { headers: each });
      expect(refused(answer)).toBe('403 second_factor_required');
    }
    expect(await adminCall(owner)).toBe('200 ok');
  });

  testAbove('has passed in one session: its cookie is refused in any other one', async () => {
    const value = owner.cookies.get(COOKIE) ?? '';
    expect(value).toHaveLength(43);
    const other = await openSignedIn(email);
    other.cookies.set(COOKIE, value);
    expect(await adminCall(other)).toBe('403 second_factor_required');

    email = `bea${count}@correo.cl`;
    const second = await openAccount(adminShop.shop, email);
    uid = String((await second.call('/api/verify/test-auth')).body.uid);
    await setRole('admin');
    factor = await enrol(second, now);
    second.cookies.set(COOKIE, value);
    expect(await adminCall(second)).toBe('403 second_factor_required');
  });

  test('has passed in every tab, also when two of them pass', async () => {
    const tab = await openSignedIn(email);
    await pass(tab);
    const first = tab.cookies.get(COOKIE) ?? '';
    await pass(tab);
    expect(await adminCall(tab)).toBe('200 ok');
    // The other tab's response may have arrived first.
    tab.cookies.set(COOKIE, first);
    expect(await adminCall(tab)).toBe('200 ok');
  });

  testAbove('has passed nowhere after its sign-out, and only a hash is stored', async () => {
    const stored = JSON.stringify(await findRows(adminShop.shop.context, 'second_factor_passes'));
    expect(stored).not.toContain(owner.cookies.get(COOKIE));
    expect(await passes()).toBe(1);
    await owner.ask('/sign-out', {});
    expect(await passes()).toBe(0);
  });

  testAbove('has passed nowhere after it was disabled', async () => {
    const admin = await openSignedIn('jefa@pines.cl');
    const path = `/api/admin/users/${uid}/status`;
    const set = (isActive: boolean) => admin.call(path, { method: 'PATCH', json: { isActive } });
    expect((await set(false)).status).toBe(200);
    expect(await passes()).toBe(0);
  });
});
