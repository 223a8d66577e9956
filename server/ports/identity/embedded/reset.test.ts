import { describe, expect, test } from 'vitest';
import {
  type Browser,
  linksTo,
  openAccount,
  openBrowser,
  PASSWORD,
} from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRow, findRows } from '#server/testing/rows.ts';
import { databases, testOnAny, useShop } from '#server/testing/use-shop.ts';

const NEW = 'otra contraseña distinta';

describe.each(databases)('a new password by mail on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const shop = useShop(kind);

  /** Requests the mail and follows its link. @returns the token that the page gets */
  async function requestToken(browser: Browser, email: string): Promise<string> {
    const { status } = await browser.ask('/request-password-reset', { email });
    expect(status).toBe(200);
    const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
    const { location } = await browser.ask(link);
    const landed = new URL(location ?? '');
    expect(`${landed.origin}${landed.pathname}`).toBe(`${shop.url}/`);
    expect(landed.searchParams.get('resetPassword')).toBe('true');
    return landed.searchParams.get('token') ?? '';
  }

  test('works once, ends every session, and the old password is gone', async () => {
    const email = 'ana@correo.cl';
    const first = await openAccount(shop, email);
    const second = openBrowser(shop);
    await second.signIn(email);
    const bearer = { authorization: `Bearer ${await second.token()}` };

    const somewhere = openBrowser(shop);
    const token = await requestToken(somewhere, email);
    const reset = () => somewhere.ask('/reset-password', { token, newPassword: NEW });
    expect((await reset()).status).toBe(200);
    const again = await reset();
    expect([again.status, again.body?.code]).toEqual([400, 'INVALID_TOKEN']);

    expect([await first.token(), await second.token()]).toEqual([null, null]);
    expect((await shop.call('/api/auth/check-admin', { headers: bearer })).status).toBe(401);
    expect((await openBrowser(shop).signIn(email)).status).toBe(401);
    expect((await openBrowser(shop).signIn(email, NEW)).status).toBe(200);
  });

  test('used twenty times at once works once', async () => {
    await openAccount(shop, 'bea@correo.cl', { verified: false });
    const token = await requestToken(openBrowser(shop), 'bea@correo.cl');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        openBrowser(shop).ask('/reset-password', { token, newPassword: `${NEW} ${at}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is revoked by a change of the password', async () => {
    const email = 'cambia@correo.cl';
    const browser = await openAccount(shop, email);
    const token = await requestToken(openBrowser(shop), email);
    const change = { currentPassword: PASSWORD, newPassword: 'la tercera contraseña' };
    expect((await browser.ask('/change-password', change)).status).toBe(200);
    const late = await openBrowser(shop).ask('/reset-password', { token, newPassword: NEW });
    expect([late.status, late.body?.code]).toEqual([400, 'INVALID_TOKEN']);
    const link = `/reset-password/${token}?callbackURL=/`;
    expect((await openBrowser(shop).ask(link)).location).toMatch(/error=INVALID_TOKEN/);
    expect((await openBrowser(shop).signIn(email, change.newPassword)).status).toBe(200);
  });

  testAbove('does not reveal whether there is such an account, nor by its time', async () => {
    await openAccount(shop, 'dora@correo.cl', { verified: false });
    const ask = async (email: string) => {
      const start = performance.now();
      const { status, body } = await openBrowser(shop).ask('/request-password-reset', { email });
      return { said: [status, body], ms: performance.now() - start };
    };
    await ask('dora@correo.cl');
    const [known, unknown] = [await ask('dora@correo.cl'), await ask('nadie@correo.cl')];
    expect(unknown.said).toEqual(known.said);
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThan(290);
    expect(await linksTo(shop.context, 'nadie@correo.cl', 'reset_password')).toEqual([]);
  });

  testAbove('leads nowhere else, and a broken link says so on home', async () => {
    const browser = openBrowser(shop);
    const email = 'eva@correo.cl';
    for (const redirectTo of ['https://evil.cl', '//evil.cl', '/otra']) {
      const { status, body } = await browser.ask('/request-password-reset', { email, redirectTo });
      expect([status, body?.code]).toEqual([403, 'INVALID_REDIRECT_URL']);
    }
    expect((await browser.ask('/reset-password/x?callbackURL=https://evil.cl')).status).toBe(403);
    const { location } = await browser.ask('/reset-password/x');
    expect(location).toBe(`${shop.url}/?resetPassword=true&error=INVALID_TOKEN`);
  });

  test('is stored as a hash: a reader of the database cannot use it', async () => {
    await openAccount(shop, 'fina@correo.cl', { verified: false });
    const token = await requestToken(openBrowser(shop), 'fina@correo.cl');
    const rows = await findRows(shop.context, 'identity_reset_links');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('repairs a sign-up that was killed between its two rows', async () => {
    const email = 'gina@correo.cl';
    await openAccount(shop, email, { verified: false });
    const { queries } = shop.context.db;
    const [user] = await findRows(shop.context, 'identity_users', { email });
    const uid = user?.id ?? '';
    await queries.deleteFrom('identity_sessions').where('user_id', '=', uid).execute();
    await queries.deleteFrom('identity_accounts').where('user_id', '=', uid).execute();

    const browser = openBrowser(shop);
    expect((await browser.signIn(email)).status).toBe(401);
    const token = await requestToken(browser, email);
    await browser.ask('/reset-password', { token, newPassword: NEW });
    expect((await browser.signIn(email, NEW)).status).toBe(200);
    expect((await browser.call('/api/auth/profile')).body).toMatchObject({
      user: { uid, email, providers: ['password'] },
    });
  });

  testAbove('locks out an attacker who had opened the account with my address', async () => {
    const email = 'victima@correo.cl';
    const intruder = await openAccount(shop, email, { verified: false });
    const order = await intruder.call('/api/orders', {
      json: makeOrder({ images: await addPictures(shop.context, 1) }),
    });
    const { id } = placed(order);
    const picture = placed(order).images[0];
    const bearer = { authorization: `Bearer ${await intruder.token()}` };

    const owner = openBrowser(shop);
    const token = await requestToken(owner, email);
    await owner.ask('/reset-password', { token, newPassword: NEW });
    await owner.signIn(email, NEW);

    expect(await intruder.token()).toBeNull();
    expect((await shop.call('/api/auth/check-admin', { headers: bearer })).status).toBe(401);
    expect((await intruder.signIn(email, PASSWORD)).status).toBe(401);
    const { body } = await owner.call('/api/auth/profile');
    expect(body).toMatchObject({ user: { email, emailVerified: true }, address: null });
    // The attacker's orders are not shown to the owner; for the shop they are unchanged.
    expect((await owner.call('/api/orders')).body.orders).toEqual([]);
    const left = { owner_kind: 'detached', guest_email: null, deleted_at: null };
    expect(await findRow(shop.context, 'orders', { id })).toMatchObject(left);
    const again = makeOrder({ images: [String(picture)] });
    expect((await owner.call('/api/orders', { json: again })).body.code).toBe(
      'image_already_ordered',
    );
  });
});
