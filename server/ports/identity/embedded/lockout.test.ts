import { describe, expect, test } from 'vitest';
import { linksTo, openAccount, openBrowser, PASSWORD } from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { createSlowHashing } from '#server/testing/slow-hashing.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

useHashing(createSlowHashing());

const NEW = 'otra contraseña distinta';

describe.each(anyDatabase)("another client's wrong passwords on %s", (kind) => {
  let count = 0;
  const shop = useShop(kind, { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });

  const newAddress = () => ({ 'x-forwarded-for': `190.1.${count >> 8}.${count++ & 255}` });
  const newEmail = () => `persona${count++}@correo.cl`;
  const signIn = (email: string, password: string, browser = openBrowser(shop)) =>
    browser.ask('/sign-in/email', { email, password }, newAddress());

  /** Uses up the attempts without delay, and then the one that is allowed every five seconds. */
  async function attack(email: string): Promise<void> {
    const tries = Array.from({ length: 21 }, () => signIn(email, 'no es esta'));
    for (const { status } of await Promise.all(tries)) expect(status).toBe(401);
  }

  test('do not delay a browser that signed in before', async () => {
    const email = newEmail();
    const owner = await openAccount(shop, email, { verified: false });
    await attack(email);
    for (let time = 0; time < 5; time += 1) {
      expect((await signIn(email, PASSWORD, owner)).status).toBe(200);
    }
  });

  test('delay no sign-in after a reset, nor the browser that made it under attack', async () => {
    const email = newEmail();
    await openAccount(shop, email, { verified: false });
    await attack(email);
    const owner = openBrowser(shop);
    await owner.ask('/request-password-reset', { email });
    const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
    const { location } = await owner.ask(link);
    const token = new URL(location ?? '').searchParams.get('token');
    expect((await owner.ask('/reset-password', { token, newPassword: NEW })).status).toBe(200);
    // If they were delayed, the fourth one would have to wait longer than the limit.
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(email, NEW)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await attack(email);
    expect((await signIn(email, NEW, owner)).status).toBe(200);
  });

  test('are forgotten when the password is changed, which affects no other browser', async () => {
    const email = newEmail();
    const browser = await openAccount(shop, email, { verified: false });
    const other = openBrowser(shop);
    await signIn(email, PASSWORD, other);
    const before = new Map(other.cookies);
    await attack(email);
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await browser.ask('/change-password', change)).status).toBe(200);
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(email, NEW)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(other.cookies).toEqual(before);
    for (let time = 0; time < 10; time += 1) await signIn(email, 'no es esta', browser);
    expect((await signIn(email, NEW, browser)).status).toBe(429);
    expect((await signIn(email, NEW, other)).status).toBe(200);
  });

  test('of a session stop at the eleventh, too', async () => {
    const email = newEmail();
    const browser = await openAccount(shop, email, { verified: false });
    const wrong = { currentPassword: 'no es esta', newPassword: NEW };
    const statuses = [];
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await browser.ask('/change-password', wrong, newAddress())).status);
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});
