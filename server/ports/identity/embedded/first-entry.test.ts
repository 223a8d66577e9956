import { describe, expect, test } from 'vitest';
import { openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { FIRST_ENTRY_MS, firstEntryKey, signFirstEntry } from './first-entry.ts';

const NEW = 'la clave de quien abre';

describe.each(databases)("the first admin's link on %s", (kind) => {
  const shop = useShop(kind);

  const sign = (email: string, now = Date.now(), key = firstEntryKey(shop.context.secret)) =>
    signFirstEntry(email, { key, now });
  const enter = (token: string, newPassword = NEW) =>
    openBrowser(shop).ask('/reset-password', { token, newPassword });
  async function landing(token: string): Promise<URLSearchParams> {
    const { location } = await openBrowser(shop).ask(`/reset-password/${token}`);
    return new URL(location ?? '').searchParams;
  }

  test('makes an admin of an e-mail without an account, once, however often it is used', async () => {
    const token = await sign('duena@pines.cl');
    expect((await landing(token)).get('token')).toBe(token);
    expect((await enter(token, 'corta')).body?.code).toBe('PASSWORD_TOO_SHORT');
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(token)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body?.code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 'FIRST_ENTRY_USED')).toHaveLength(9);
    expect((await landing(token)).get('error')).toBe('FIRST_ENTRY_USED');
    const browser = openBrowser(shop);
    expect((await browser.signIn('duena@pines.cl', NEW)).status).toBe(200);
    expect((await browser.call('/api/admin/check')).body).toMatchObject({ isAdmin: true });
  });

  test('is used even when the account was removed afterwards', async () => {
    const token = await sign('breve@pines.cl');
    expect((await enter(token)).status).toBe(200);
    const browser = openBrowser(shop);
    await browser.signIn('breve@pines.cl', NEW);
    await shop.context.db.queries
      .deleteFrom('identity_users')
      .where('email', '=', 'breve@pines.cl')
      .execute();
    expect((await enter(token)).body?.code).toBe('FIRST_ENTRY_USED');
  });

  test('takes the account from an attacker who registered the e-mail before', async () => {
    const stranger = await openAccount(shop, 'mia@pines.cl', { verified: false });
    const token = await sign('mia@pines.cl');
    expect((await enter(token)).status).toBe(200);
    expect(await stranger.token()).toBeNull();
    expect((await openBrowser(shop).signIn('mia@pines.cl', PASSWORD)).status).toBe(401);
    const owner = openBrowser(shop);
    await owner.signIn('mia@pines.cl', NEW);
    expect((await owner.call('/api/admin/check')).status).toBe(200);
  });

  test('gives a role only to the person who used it', async () => {
    await sign('otra@pines.cl');
    const stranger = await openAccount(shop, 'otra@pines.cl', { verified: false });
    expect((await stranger.call('/api/admin/check')).status).toBe(403);
  });

  test.each([
    [
      'late',
      () => sign('tarde@pines.cl', Date.now() - FIRST_ENTRY_MS - 1000),
      'FIRST_ENTRY_EXPIRED',
    ],
    [
      'signed by another shop',
      () => sign('ajena@pines.cl', Date.now(), firstEntryKey('x'.repeat(32))),
      'FIRST_ENTRY_EXPIRED',
    ],
    [
      'with another e-mail in it',
      async () => {
        const [head, , signature] = (await sign('a@pines.cl')).split('.');
        const claims = { email: 'b@pines.cl', jti: 'x', aud: 'first-entry', exp: 4e9 };
        return `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
      },
      'FIRST_ENTRY_EXPIRED',
    ],
    // As a mailed link is copied with the end of its sentence.
    ['that is none', async () => 'a.b', 'INVALID_TOKEN'],
  ])('%s is refused, and says why', async (_name, make, code) => {
    const token = await make();
    expect((await enter(token)).body?.code).toBe(code);
    expect((await landing(token)).get('error')).toBe(code);
  });
});
