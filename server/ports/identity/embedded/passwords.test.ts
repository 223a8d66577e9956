import { describe, expect, test, vi } from 'vitest';
import { openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { hashing } from '#server/testing/hashing.ts';
import { recordQueries } from '#server/testing/record-queries.ts';
import { findRows } from '#server/testing/rows.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

const WRONG = 'no es la contraseña';

describe.each(anyDatabase)('accounts by e-mail and password on %s', (kind) => {
  const shop = useShop(kind);

  const people = async (email: string) => findRows(shop.context, 'identity_users', { email });

  test('a sign-up signs in at once, unverified, and sends no mail', async () => {
    const browser = openBrowser(shop);
    const { status, setCookies } = await browser.signUp('Ana@Correo.CL');
    expect(status).toBe(200);
    const { body } = await browser.call('/api/auth/profile');
    expect(body).toMatchObject({ user: { email: 'ana@correo.cl', emailVerified: false } });
    expect(setCookies).toEqual([
      expect.stringMatching(
        /^pines\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      'pines_session=1; Max-Age=2592000; Path=/; SameSite=Lax',
      expect.stringMatching(
        /^pines\.device=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await shop.context.db.queries.selectFrom('jobs').selectAll().execute()).toEqual([]);
  });

  test('an e-mail has one account, in any case', async () => {
    await openAccount(shop, 'bea@correo.cl', { verified: false });
    const again = await openBrowser(shop).signUp('BEA@correo.cl', 'otra contraseña');
    expect([again.status, again.body?.code]).toEqual([
      422,
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
    ]);
    expect(again.setCookies).toEqual([]);
    expect((await openBrowser(shop).signIn('bea@correo.cl', 'otra contraseña')).status).toBe(401);
    expect((await openBrowser(shop).signIn('bea@correo.cl')).status).toBe(200);
  });

  test('ten sign-ups with one e-mail at the same time make one account', async () => {
    const browsers = Array.from({ length: 10 }, () => openBrowser(shop));
    const answers = await Promise.all(browsers.map((browser) => browser.signUp('x@correo.cl')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 422]).toContain(status);
    expect(await people('x@correo.cl')).toHaveLength(1);
  });

  test.each([
    ['7 characters', '1234567', 'PASSWORD_TOO_SHORT'],
    ['129 characters', 'x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['the most common one', 'password', 'PASSWORD_TOO_COMMON'],
    ['digits in a row', '12345678', 'PASSWORD_TOO_COMMON'],
    ['the e-mail', 'Carla@correo.cl', 'PASSWORD_TOO_COMMON'],
    ["the e-mail's name", 'carla2026', 'PASSWORD_TOO_COMMON'],
  ])('a password of %s is refused', async (_name, password, code) => {
    const { status, body } = await openBrowser(shop).signUp('carla@correo.cl', password);
    expect([status, body?.code]).toEqual([400, code]);
    expect(await people('carla@correo.cl')).toEqual([]);
  });

  test.each(['48213977', 'ñ'.repeat(128), 'contraseña 😀 con todo'])(
    'the password %j signs in again, and no other does',
    async (password) => {
      const email = `p${password.length}@correo.cl`;
      await openBrowser(shop).signUp(email, password);
      expect((await openBrowser(shop).signIn(email, password)).status).toBe(200);
      expect((await openBrowser(shop).signIn(email, `${password.slice(0, -1)}z`)).status).toBe(401);
    },
  );

  test.each(['', 'x', 'a@b.cl\r\nBcc: evil@x.cl', `${'a'.repeat(250)}@b.cl`])(
    'the e-mail %j is refused',
    async (email) => {
      const { status, body } = await openBrowser(shop).signUp(email);
      expect([status, body?.code]).toEqual([400, 'INVALID_EMAIL']);
    },
  );

  test('a sign-in does not reveal whether there is such an account, nor by its time', async () => {
    await openAccount(shop, 'dora@correo.cl', { verified: false });
    const slow = [vi.spyOn(hashing, 'hashPassword'), vi.spyOn(hashing, 'verifyPassword')];
    const { db } = shop.context;
    const recorded = recordQueries(shop.context);
    const transaction = vi.spyOn(db, 'transaction');
    const ask = async (email: string) => {
      for (const work of slow) work.mockClear();
      recorded.length = 0;
      const { status, body } = await openBrowser(shop).signIn(email, WRONG);
      const hashes = slow.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      // The last one is of the log, after the response.
      await vi.waitFor(() => expect(recorded.length).toBeGreaterThan(1));
      const queries = recorded.map((query) => query.replaceAll(email, '…'));
      return { status, body, hashes, queries };
    };
    const known = await ask('dora@correo.cl');
    expect(known).toMatchObject({ status: 401, hashes: 1, queries: { length: 2 } });
    expect(await ask('nadie@correo.cl')).toEqual(known);
    expect(transaction).not.toHaveBeenCalled();
    for (const spy of [...slow, transaction]) spy.mockRestore();
  });

  test('a sign-out ends that session alone and clears its two cookies', async () => {
    const first = await openAccount(shop, 'eva@correo.cl', { verified: false });
    const second = openBrowser(shop);
    await second.signIn('eva@correo.cl');
    const { setCookies } = await first.ask('/sign-out', {});
    expect(setCookies.map((header) => header.split(';', 2).join(';'))).toEqual([
      'pines.session_token=; Max-Age=0',
      'pines_session=; Max-Age=0',
    ]);
    expect([...first.cookies.keys()]).toEqual(['pines.device']);
    expect(await first.token()).toBeNull();
    expect(await second.token()).not.toBeNull();
  });

  test('a browser whose session ended elsewhere loses its cookies at the next call', async () => {
    for (const path of ['/token', '/get-session']) {
      const browser = await openAccount(shop, `fin${path.length}@correo.cl`, { verified: false });
      await shop.context.db.queries.deleteFrom('identity_sessions').execute();
      await browser.ask(path);
      expect([...browser.cookies.keys()]).toEqual(['pines.device']);
    }
  });

  test('a changed password ends every other session and takes the old password away', async () => {
    const first = await openAccount(shop, 'gina@correo.cl', { verified: false });
    const second = openBrowser(shop);
    await second.signIn('gina@correo.cl');
    const old = await second.token();
    const wrong = { currentPassword: WRONG, newPassword: 'una nueva contraseña' };
    const refused = await first.ask('/change-password', wrong);
    expect([refused.status, refused.body?.code]).toEqual([400, 'INVALID_PASSWORD']);
    const changed = await first.ask('/change-password', { ...wrong, currentPassword: PASSWORD });
    expect(changed.status).toBe(200);
    expect(await first.token()).not.toBeNull();
    expect(await second.token()).toBeNull();
    const headers = { authorization: `Bearer ${old}` };
    expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(401);
    expect((await openBrowser(shop).signIn('gina@correo.cl')).status).toBe(401);
    expect((await openBrowser(shop).signIn('gina@correo.cl', wrong.newPassword)).status).toBe(200);
  });

  test('a call from another site is refused, and so is what is not JSON', async () => {
    const browser = await openAccount(shop, 'hilda@correo.cl', { verified: false });
    for (const origin of ['https://evil.cl', 'null', `${shop.url}.evil.cl`, 'http://127.0.0.1']) {
      const { status, body } = await browser.ask('/sign-out', {}, { origin });
      expect([status, body?.code]).toEqual([403, 'INVALID_ORIGIN']);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await browser.ask('/sign-out', {}, form)).status).toBe(415);
    expect(await browser.token()).not.toBeNull();
  });

  test.each(['[]', '"x"', '{', 'null'])('the body %s is refused: 400', async (raw) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await shop.call('/api/identity/sign-in/email', { raw, headers });
    expect(answer.status).toBe(400);
  });

  test.each([
    '/update-user',
    '/change-email',
    '/delete-user',
    '/link-social',
    '/unlink-account',
    '/list-sessions',
    '/revoke-sessions',
    '/set-password',
    '/get-access-token',
    '/error',
    '/ok',
  ])('%s is not served: 404', async (path) => {
    const browser = openBrowser(shop);
    expect((await browser.ask(path, {})).status).toBe(404);
    expect((await browser.ask(path)).status).toBe(404);
  });

  test('stores no address of a sign-in, only the name of the browser, and no password', async () => {
    const browser = await openAccount(shop, 'ines@correo.cl', { verified: false });
    const { queries } = shop.context.db;
    const body = { email: 'ines@correo.cl', password: PASSWORD };
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    await browser.ask('/sign-in/email', body, { 'user-agent': userAgent });
    const sessions = await queries.selectFrom('identity_sessions').selectAll().execute();
    expect(JSON.stringify(sessions)).not.toContain('127.0.0.1');
    const stored = new Set(sessions.map(({ user_agent }) => user_agent));
    expect(stored).toEqual(new Set([null, 'Firefox · Linux']));
    const ways = await queries.selectFrom('identity_accounts').selectAll().execute();
    expect(JSON.stringify(ways)).not.toContain(PASSWORD);
  });
});
