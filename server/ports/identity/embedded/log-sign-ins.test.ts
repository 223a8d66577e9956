import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { anyDatabase } from '#server/testing/database.ts';
import { readMails } from '#server/testing/mail.ts';
import { useShopProcess } from '#server/testing/use-home.ts';

const EMAIL = 'rosa@secreta.cl';

describe.each(anyDatabase)('the log of sign-ins on %s', (kind) => {
  const shop = useShopProcess(kind, { RATE_LIMITS: 'on', TRUST_PROXY: 'on', LOG_LEVEL: 'info' });

  test('has account and client without personal data, for success, failure and refusal', async () => {
    const browser = openBrowser(shop);
    const from = (password: string, email = EMAIL) =>
      browser.ask('/sign-in/email', { email, password }, { 'x-forwarded-for': '190.1.1.1' });
    const { body } = await browser.signUp(EMAIL, 'una clave muy larga');
    const { id } = JSON.parse(JSON.stringify(body?.user));
    await from('una clave muy larga');
    await from('no es esta', 'nadie@secreta.cl');
    for (let time = 0; time < 11; time += 1) await from('no es esta');

    // Each line is written after its response, so the sequence of lines may differ.
    const found = await vi.waitFor(() => {
      const about = shop.logLines().filter(({ way }) => way !== undefined);
      expect(about).toHaveLength(14);
      return about;
    }, 60_000);
    const client = found.find(({ msg, way }) => msg === 'signed in' && way === 'password')?.client;
    expect(client).toMatch(/^[\w-]{22}$/);
    for (const line of [
      { msg: 'signed in', way: 'sign-up', account: id },
      { msg: 'signed in', way: 'password', account: id, client },
      { msg: 'sign-in failed', account: null, client },
      { msg: 'sign-in failed', account: id, client, status: 401 },
      { msg: 'sign-in refused', account: id, status: 429 },
    ]) {
      expect(found).toContainEqual(expect.objectContaining(line));
    }
    expect(shop.output()).not.toMatch(/secreta|190\.1\.1\.1|clave/);
  });

  test('names the account of a new password by mail, and of a change that failed', async () => {
    const email = 'olvida@secreta.cl';
    const browser = openBrowser(shop);
    const { body } = await browser.signUp(email, 'una clave muy larga');
    const { id } = JSON.parse(JSON.stringify(body?.user));
    await browser.ask('/change-password', {
      currentPassword: 'x',
      newPassword: 'otra clave larga',
    });
    await browser.ask('/request-password-reset', { email });
    const token = await vi.waitFor(async () => {
      const mails = await readMails(join(shop.home.dataDir, 'mail'));
      const [, found] = /reset-password\/([\w-]+)/.exec(mails.at(-1)?.text ?? '') ?? [];
      expect(found).toBeDefined();
      return found;
    }, 60_000);
    const newPassword = 'esta clave es nueva';
    expect((await browser.ask('/reset-password', { token, newPassword })).status).toBe(200);
    expect((await browser.ask('/reset-password', { token, newPassword })).status).toBe(400);

    await vi.waitFor(() => {
      const resets = shop.logLines().filter(({ way }) => way === 'password reset');
      expect(resets).toHaveLength(2);
      expect(resets).toContainEqual(expect.objectContaining({ msg: 'signed in', account: id }));
      expect(resets).toContainEqual(
        expect.objectContaining({ msg: 'sign-in failed', account: null }),
      );
      expect(shop.logLines()).toContainEqual(
        expect.objectContaining({ way: 'password change', msg: 'sign-in failed', account: id }),
      );
    }, 60_000);
    expect(shop.output()).not.toMatch(/secreta|clave/);
  });
});
