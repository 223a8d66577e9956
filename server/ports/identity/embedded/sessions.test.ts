import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { insertGoogle } from './credentials.ts';
import { enterByGoogle, findGoogleAccount } from './google.ts';
import { findSession, startSession } from './sessions.ts';
import { rejectAccount, verifyEmail } from './verification.ts';

const NEW_BROWSER = { replaces: null, userAgent: undefined };

describe.each(databases)('sessions on %s', (kind) => {
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const shop = useShop(kind, { context: { clock } });

  const sessions = () =>
    shop.context.db.queries.selectFrom('identity_sessions').selectAll().execute();

  /** Creates an account, and returns it with a session as read now: both may change later. */
  async function read(email: string) {
    const browser = await openAccount(shop, email, { verified: false });
    const { db } = shop.context;
    const user = await findRow({ db }, 'identity_users', { email });
    const token = await db.transaction((tx) =>
      startSession(tx, { uid: user.id, userAgent: undefined, now: clock() }),
    );
    const session = await findSession(db.queries, { token }, clock());
    if (!session) throw new Error('no session');
    const nothing = async () => undefined;
    const parts = {
      db,
      clock,
      mayEnter: async () => true,
      handOver: nothing,
      remember: nothing,
      forget: nothing,
      sendNotice: nothing,
    };
    return { browser, token, session, uid: user.id, parts };
  }

  test('end when their browser signs in again, with any account', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
    const first = { authorization: `Bearer ${await browser.token()}` };
    await browser.signIn('ana@correo.cl');
    expect((await shop.call('/api/auth/check-admin', { headers: first })).status).toBe(401);
    const second = { authorization: `Bearer ${await browser.token()}` };
    await browser.signUp('bea@correo.cl');
    expect((await shop.call('/api/auth/check-admin', { headers: second })).status).toBe(401);
    expect(await sessions()).toHaveLength(1);
  });

  test('stay open in another browser, and are not ended by an unsigned cookie', async () => {
    const browser = await openAccount(shop, 'carla@correo.cl', { verified: false });
    const [token = ''] = (browser.cookies.get('pines.session_token') ?? '').split('.');
    const thief = openBrowser(shop);
    for (const forged of [token, `${token}.`, `${token}.${'A'.repeat(43)}%3D`, '%', '.x']) {
      thief.cookies.set('pines.session_token', forged);
      await thief.signIn('carla@correo.cl', 'no es la contraseña');
      expect((await thief.ask('/change-password', {})).status).toBe(401);
      thief.cookies.set('pines.session_token', forged);
      await thief.signUp(`otra${forged.length}@correo.cl`);
    }
    expect(await browser.token()).not.toBeNull();
  });

  test('of one account are a hundred at most: the oldest ends', async () => {
    const { session, token, uid } = await read('elsa@correo.cl');
    const { db } = shop.context;
    const start = (at: number) =>
      db.transaction((tx) =>
        startSession(tx, { uid, userAgent: undefined, now: session.signedInAt + at }),
      );
    for (let at = 1; at < 100; at += 1) await start(at);
    expect(await findSession(db.queries, { token }, clock())).not.toBeNull();
    await start(100);
    expect(await findSession(db.queries, { token }, clock())).toBeNull();
    expect((await sessions()).filter(({ user_id }) => user_id === uid)).toHaveLength(100);
  });

  test('end 30 days after they began, however often they are used', async () => {
    const browser = await openAccount(shop, 'dora@correo.cl', { verified: false });
    const [before] = (await sessions()).slice(-1);
    for (const path of ['/token', '/get-session']) {
      const { setCookies } = await browser.ask(path);
      expect(setCookies).toEqual([]);
    }
    expect((await sessions()).slice(-1)).toEqual([before]);
    const change = { currentPassword: PASSWORD, newPassword: 'otra contraseña' };
    ahead = 30 * DAY_MS - 60_000;
    expect((await browser.ask('/send-verification-email', {})).status).toBe(200);
    ahead = 30 * DAY_MS + 60_000;
    expect((await browser.ask('/change-password', change)).status).toBe(401);
    ahead = 0;
  });

  test('verify no e-mail once they have ended', async () => {
    const { session, uid, parts } = await read('eva@correo.cl');
    await shop.context.identity.endSessions(uid);
    expect(await verifyEmail(parts, session, session.email)).toBe(false);
    const { email_verified } = await findRow(shop.context, 'identity_users', { id: uid });
    expect(Boolean(email_verified)).toBe(false);
  });

  test('of an account that was verified meanwhile are not rejected with it', async () => {
    const { browser, session, uid, parts } = await read('fina@correo.cl');
    expect(await verifyEmail(parts, session, session.email)).toBe(true);
    expect(await rejectAccount(parts, uid)).toBe(false);
    expect(await browser.token()).not.toBeNull();
  });

  test.each<[string, (uid: string) => Promise<unknown>]>([
    ['was removed', (uid) => shop.context.identity.remove(uid)],
    ['lost its way in', (uid) => closeWays(uid)],
  ])('by Google do not begin when the account %s meanwhile', async (name, meanwhile) => {
    const { given, uid, parts } = await readGoogle(`${name.replaceAll(' ', '')}@correo.cl`);
    await meanwhile(uid);
    const before = await sessions();
    expect(await enterByGoogle(parts, given)).toBe('unable_to_create_session');
    expect(await sessions()).toEqual(before);
  });

  test('by Google do not begin when the account was disabled meanwhile', async () => {
    const { given, parts } = await readGoogle('hilda@correo.cl');
    const before = await sessions();
    for (const answers of [[false], [true, false]]) {
      const shut = { ...parts, mayEnter: async () => answers.shift() ?? false };
      expect(await enterByGoogle(shut, given)).toBe('USER_DISABLED');
    }
    expect(await sessions()).toEqual(before);
  });

  /** Creates an account linked to Google, and returns it as read now: it may change later. */
  async function readGoogle(email: string) {
    const { uid, parts } = await read(email);
    const { db } = shop.context;
    await db.transaction((tx) => insertGoogle(tx, { uid, sub: email }, clock()));
    const person = { sub: email, email, emailVerified: true, name: '' };
    const found = await findGoogleAccount(db.queries, person);
    expect(found).toEqual({ uid, isLinked: true });
    return { uid, parts, given: { person, found, browser: NEW_BROWSER } };
  }
  async function closeWays(uid: string): Promise<void> {
    const { queries } = shop.context.db;
    await queries.deleteFrom('identity_accounts').where('user_id', '=', uid).execute();
  }
});
