import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linksTo, openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { createClient } from '#server/testing/client.ts';
import { spawnShop } from '#server/testing/process.ts';
import { anyDatabase, openShop } from '#server/testing/shop.ts';
import { publishedKeys } from '#server/testing/tokens.ts';

test('no password, session, ID token, link or e-mail is logged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pines-log-'));
  const process = spawnShop({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'trace' });
  const url = await process.ready();
  const browser = openBrowser({ ...createClient(() => url), url });
  const email = 'secreta@correo.cl';
  await browser.signUp(email);
  await browser.signUp(email);
  await browser.signIn('nadie@correo.cl', 'clave equivocada');
  await browser.signIn(email, 'clave equivocada');
  const idToken = (await browser.token()) ?? '';
  await browser.call('/api/auth/profile');
  await browser.ask('/send-verification-email', {});
  await browser.ask('/send-verification-email', { callbackURL: 'https://evil.cl/marca' });
  await browser.ask('/verify-email?token=marca-en-la-consulta');
  await browser.ask('/request-password-reset', { email });
  await browser.ask('/reset-password/marca-en-la-ruta');
  await browser.ask('/callback/google?code=marca-del-codigo&state=marca-del-estado');
  await browser.ask('/otra-marca', {});
  const session = decodeURIComponent(browser.cookies.get('pines.session_token') ?? '');
  await sleep(200);
  await process.kill('SIGTERM');

  const log = process.output() + process.errors();
  expect(log).toContain('/api/identity/reset-password/:token');
  const secrets = [PASSWORD, 'clave equivocada', idToken, session.split('.')[0], email, 'nadie@'];
  for (const secret of [...secrets, 'marca', 'evil.cl']) {
    expect(secret).not.toBe('');
    expect(log).not.toContain(secret);
  }
  const { mode } = await stat(join(dataDir, 'secret'));
  expect(mode & 0o777).toBe(0o600);
  await rm(dataDir, { recursive: true });
});

test.each(anyDatabase)('sessions and tokens outlive a restart on %s', async (kind) => {
  const shop = await openShop(kind, { env: { PUBLIC_URL: 'http://tienda.test' } });
  const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
  const headers = { authorization: `Bearer ${await browser.token()}` };
  await shop.restart();
  expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(200);
  expect(await browser.token()).not.toBeNull();
  expect(await publishedKeys(shop)).toHaveLength(1);
  await shop.close();
});

test.each(anyDatabase)('another secret ends all sessions and links on %s', async (kind) => {
  const env = { PUBLIC_URL: 'http://tienda.test' };
  const shop = await openShop(kind, { env: { ...env, AUTH_SECRET: 'a'.repeat(40) } });
  const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
  await browser.ask('/send-verification-email', {});
  const [link = ''] = await linksTo(shop.context, 'ana@correo.cl', 'verify_email');
  const headers = { authorization: `Bearer ${await browser.token()}` };
  await shop.restart({ env: { ...env, AUTH_SECRET: 'b'.repeat(40) } });
  expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(401);
  expect(await browser.token()).toBeNull();
  expect((await browser.ask(link)).location).toMatch('error=INVALID_TOKEN');
  await browser.signIn('ana@correo.cl');
  expect((await browser.call('/api/auth/check-admin')).status).toBe(200);
  await shop.close();
});

test('cookies are for https alone when the site is', async () => {
  const shop = await openShop('sqlite', { env: { PUBLIC_URL: 'https://tienda.test' } });
  const browser = openBrowser(shop);
  const body = { name: '', email: 'ana@correo.cl', password: PASSWORD };
  const { status, setCookies } = await browser.ask('/sign-up/email', body);
  expect(status).toBe(200);
  expect(setCookies).toHaveLength(3);
  for (const header of setCookies) {
    expect(header).toMatch(/; Secure/);
    expect(header).toMatch(/; SameSite=Lax/);
  }
  expect(setCookies[0]).toMatch(/^__Host-pines\.session_token=.*HttpOnly/);
  expect(setCookies[1]).toMatch(/^pines_session=1/);
  expect(setCookies[2]).toMatch(/^__Host-pines\.device=.*HttpOnly/);
  expect((await browser.ask('/sign-out', {}, { origin: shop.url })).status).toBe(403);
  await browser.ask('/sign-out', {});
  expect([...browser.cookies.keys()]).toEqual(['__Host-pines.device']);
  await shop.close();
});
