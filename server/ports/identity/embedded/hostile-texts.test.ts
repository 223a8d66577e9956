import { describe, expect, test } from 'vitest';
import { openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { databases, openShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

const NUL = '\u0000';
/** A lone surrogate: JSON allows it as an escape. */
const HALF = '\ud83d';

describe.each(databases)('texts that databases reject, on %s,', (kind) => {
  const shop = useShop(kind);

  test.each(
    [NUL, HALF].flatMap((odd): [string, object, string][] => [
      ['/sign-up/email', { email: `a${odd}@b.cl`, password: PASSWORD }, 'INVALID_EMAIL'],
      ['/sign-up/email', { email: 'a@b.cl', password: `clave${odd}larga` }, 'INVALID_PASSWORD'],
      ['/sign-up/email', { email: 'a@b.cl', password: PASSWORD, name: odd }, 'VALIDATION_ERROR'],
      ['/sign-in/email', { email: `a@b.cl${odd}`, password: PASSWORD }, 'INVALID_EMAIL'],
      ['/sign-in/email', { email: 'a@b.cl', password: odd }, 'INVALID_PASSWORD'],
      ['/request-password-reset', { email: `${odd}a@b.cl` }, 'INVALID_EMAIL'],
      ['/request-password-reset', { email: 'a@b.cl', redirectTo: `/${odd}` }, 'VALIDATION_ERROR'],
      ['/reset-password', { token: `x${odd}`, newPassword: PASSWORD }, 'INVALID_TOKEN'],
      ['/reset-password', { token: 'x', newPassword: `${PASSWORD}${odd}` }, 'INVALID_PASSWORD'],
      ['/verify-email', { token: odd }, 'INVALID_TOKEN'],
      ['/reject-account', { token: odd }, 'INVALID_TOKEN'],
      ['/sign-in/social', { provider: odd }, 'VALIDATION_ERROR'],
    ]),
  )('are refused by %s in %j', async (path, body, code) => {
    const answer = await openBrowser(shop).ask(path, body);
    expect([answer.status, answer.body?.code]).toEqual([400, code]);
  });

  test('are refused in another encoding than UTF-8', async () => {
    const sent = Buffer.from(JSON.stringify({ email: 'a@b.cl', password: 'contraseña' }), 'latin1');
    const answer = await shop.fetch('/api/identity/sign-up/email', {
      ...{ method: 'POST', body: sent, headers: { 'content-type': 'application/json' } },
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_json' }]);
  });

  test('are refused in every address', async () => {
    const browser = await openAccount(shop, 'rosa@correo.cl');
    const paths: [string, number][] = [
      ['/api/identity/reset-password/x%00?callbackURL=/', 404],
      ['/api/identity/reset-password/x?callbackURL=/%00', 400],
      ['/api/identity/verify-email?token=%00', 400],
      ['/api/identity/callback/google?state=%00&code=%00', 400],
      ['/api/orders?cursor=%00', 400],
    ];
    for (const [path, status] of paths) {
      expect([path, (await browser.call(path)).status]).toEqual([path, status]);
    }
  });

  test('are ignored in a cookie or a bearer', async () => {
    const browser = openBrowser(shop);
    for (const value of ['%00.x', `%00.${'A'.repeat(43)}%3D`, '%ff', '%E0%A4%A']) {
      browser.cookies.set('pines.session_token', value);
      expect((await browser.ask('/change-password', {})).status).toBe(401);
      browser.cookies.set('pines.session_token', value);
      expect((await browser.ask('/token')).status).toBe(401);
    }
  });

  test.each([
    ['josé.núñez@correo.cl', 'JOSE\u0301.NU\u0301N\u0303EZ@Correo.CL'],
    ['ana@ñandú.cl', 'ana@xn--and-6ma2c.cl'],
    ['почта@мир.рф', 'Почта@МИР.РФ'],
  ])('the e-mail %s has one account, however it is typed', async (email, typed) => {
    const browser = openBrowser(shop);
    expect((await browser.signUp(email)).status).toBe(200);
    expect((await browser.call('/api/auth/profile')).body).toMatchObject({ user: { email } });
    expect((await openBrowser(shop).signUp(typed)).status).toBe(422);
    expect((await openBrowser(shop).signIn(typed)).status).toBe(200);
    const answer = await openBrowser(shop).ask('/request-password-reset', { email: typed });
    expect(answer.status).toBe(200);
  });
});

test('every answer of the provider stays out of caches', async () => {
  const shop = await openShop('sqlite');
  const browser = await openAccount(shop, 'ana@correo.cl');
  const answers = [
    await openBrowser(shop).signUp('bea@correo.cl'),
    await browser.signIn('ana@correo.cl'),
    await openBrowser(shop).signIn('ana@correo.cl', 'no es la contraseña'),
    await browser.ask('/token'),
    await browser.ask('/get-session'),
    await browser.ask('/jwks'),
    await browser.ask('/popup'),
    await browser.ask('/request-password-reset', { email: 'ana@correo.cl' }),
    await browser.ask('/reset-password/x'),
    await browser.ask('/verify-email?token=x'),
    await browser.ask('/reset-password', { token: 'x', newPassword: PASSWORD }),
    await browser.ask('/change-password', { currentPassword: PASSWORD, newPassword: PASSWORD }),
    await browser.ask('/sign-out', {}),
    await browser.ask('/token'),
    await browser.ask('/nowhere', {}),
  ];
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store');
  await shop.close();
});
