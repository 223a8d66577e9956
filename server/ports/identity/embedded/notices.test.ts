import { describe, expect, test } from 'vitest';
import { linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { readJobs } from '#server/testing/jobs.ts';
import { anyDatabase, useFreshShop } from '#server/testing/use-shop.ts';

const EMAIL = 'ana@correo.cl';
const FIRST = 'contraseña segura';

describe.each(anyDatabase)('notices of an account on %s', (kind) => {
  const shop = useFreshShop(kind, { env: { RATE_LIMITS: 'on', ADMIN_EMAILS: EMAIL } });

  async function notices(): Promise<string[]> {
    const jobs = await readJobs(shop.context.db);
    return jobs
      .filter(({ kind: job }) => /password_changed|sign_in_method_added/.test(job))
      .map(({ kind: job, payload, queue }) => `${job} ${JSON.parse(payload).to} ${queue}`);
  }

  test('inform a verified owner of a changed password, before any other mail', async () => {
    const browser = await openAccount(shop, EMAIL);
    const passwords = { currentPassword: FIRST, newPassword: 'otra frase larga' };
    expect((await browser.ask('/change-password', passwords)).status).toBe(200);
    expect(await notices()).toEqual([`mail.password_changed ${EMAIL} account`]);
  });

  test('are not sent for a change to an account whose address is unverified', async () => {
    const browser = await openAccount(shop, EMAIL, { verified: false });
    const passwords = { currentPassword: FIRST, newPassword: 'otra frase larga' };
    expect((await browser.ask('/change-password', passwords)).status).toBe(200);
    expect(await notices()).toEqual([]);
  });

  test('inform the user who reset the password by mail, also when another opened the account', async () => {
    await openAccount(shop, EMAIL, { verified: false });
    const owner = openBrowser(shop);
    await owner.ask('/request-password-reset', { email: EMAIL });
    const link = (await linksTo(shop.context, EMAIL, 'reset_password')).at(-1) ?? '';
    const token = new URL(link).pathname.split('/').at(-1);
    const { status } = await owner.ask('/reset-password', { token, newPassword: 'frase de Ana 9' });
    expect(status).toBe(200);
    expect(await notices()).toEqual([`mail.password_changed ${EMAIL} account`]);
  });

  test('are five an hour, and whether they are sent changes nothing else', async () => {
    const browser = await openAccount(shop, EMAIL);
    await shop.context.db.transaction(async (tx) => {
      const recipient = shop.context.limits.hashRecipient(EMAIL);
      const key = `password_changed recipient ${recipient} hour`;
      const row = { key, ends_at: Date.now() + 60_000, mails: 5 };
      await tx.insertInto('mail_counts').values(row).execute();
    });
    const passwords = { currentPassword: FIRST, newPassword: 'otra frase larga' };
    expect((await browser.ask('/change-password', passwords)).status).toBe(200);
    expect(await notices()).toEqual([]);
  });

  test('of new recovery codes are five an hour, and do not hide another change', async () => {
    const admin = await openAccount(shop, EMAIL);
    await enrol(admin, Date.now());
    const path = '/api/auth/second-factor';
    for (let at = 0; at < 7; at += 1) {
      const { body } = await admin.call(`${path}/recovery-codes`, { method: 'POST' });
      expect(body.recoveryCodes).toHaveLength(10);
    }
    expect((await admin.call(path, { method: 'DELETE' })).status).toBe(200);
    const changes = (await readJobs(shop.context.db))
      .filter(({ kind: job }) => job === 'mail.second_factor_changed')
      .map(({ payload }) => JSON.parse(payload).change);
    expect(changes.sort()).toEqual(['added', ...Array(5).fill('codes_renewed'), 'removed']);
  });
});
