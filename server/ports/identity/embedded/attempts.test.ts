import { describe, expect, test } from 'vitest';
import {
  type BrowserAnswer,
  openAccount,
  openBrowser,
  PASSWORD,
} from '#server/testing/accounts.ts';
import { useHashing } from '#server/testing/hashing.ts';
import { LONG } from '#server/testing/seed.ts';
import { createSlowHashing } from '#server/testing/slow-hashing.ts';
import { anyDatabase, useFreshShop } from '#server/testing/use-shop.ts';

useHashing(createSlowHashing());

const EMAIL = 'ana@correo.cl';
const TAKEN = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';

describe.each(anyDatabase)('attempts on %s', (kind) => {
  const shop = useFreshShop(kind, { env: { RATE_LIMITS: 'on', TRUST_PROXY: 'on' } });

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const tryPassword = (email: string, address: string, password = 'no es esta') =>
    openBrowser(shop).ask('/sign-in/email', { email, password }, from(address));

  function expectTooMany({ status, headers, body }: BrowserAnswer): void {
    expect([status, body?.success, body?.code]).toEqual([429, false, 'too_many_requests']);
    expect(body?.message).toBe('Demasiados intentos. Espera un momento y vuelve a intentarlo');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }

  test('of wrong passwords for one account from one address stop after ten', async () => {
    await openAccount(shop, EMAIL, { verified: false });
    for (let time = 0; time < 10; time += 1) {
      expect((await tryPassword(EMAIL, '190.1.1.1')).status).toBe(401);
    }
    expectTooMany(await tryPassword(EMAIL, '190.1.1.1'));
    expectTooMany(await tryPassword('ANA@correo.cl', '190.1.1.1', 'contraseña segura'));
    expect((await tryPassword(EMAIL, '190.2.2.2', 'contraseña segura')).status).toBe(200);
    expect((await tryPassword('otra@correo.cl', '190.1.1.1')).status).toBe(401);
  });

  test('of ten people at once behind one address all pass', async () => {
    const emails = Array.from({ length: 10 }, (_, at) => `persona${at}@correo.cl`);
    for (const email of emails) await openAccount(shop, email, { verified: false });
    const answers = await Promise.all(
      emails.map((email) => tryPassword(email, '190.1.1.1', 'contraseña segura')),
    );
    expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 200));
  });

  test('to verify or reset by mail stop after a few, with one answer for known and unknown', async () => {
    const browser = await openAccount(shop, EMAIL, { verified: false });
    for (let time = 0; time < 5; time += 1) {
      expect((await browser.ask('/send-verification-email', {})).status).toBe(200);
    }
    expectTooMany(await browser.ask('/send-verification-email', {}));
    for (const email of [EMAIL, 'nadie@correo.cl']) {
      const ask = (time: number) =>
        openBrowser(shop).ask('/request-password-reset', { email }, from(`190.1.1.${time}`));
      const answers = await Promise.all([1, 2, 3, 4, 5].map(ask));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expectTooMany(await ask(6));
    }
  });

  test('to sign up with an address that has an account stop after twenty, free ones too', async () => {
    await openAccount(shop, EMAIL, { verified: false });
    const signUp = (email: string, address: string) =>
      openBrowser(shop).ask('/sign-up/email', { email, password: PASSWORD }, from(address));
    for (let time = 0; time < 21; time += 1) {
      expect((await signUp(`libre${time}@correo.cl`, '190.1.1.1')).status).toBe(200);
    }
    for (let time = 0; time < 20; time += 1) {
      expect((await signUp(EMAIL, '190.1.1.1')).body?.code).toBe(TAKEN);
    }
    expectTooMany(await signUp(EMAIL, '190.1.1.1'));
    expectTooMany(await signUp('otra@correo.cl', '190.1.1.1'));
    expect((await signUp(EMAIL, '190.1.1.2')).body?.code).toBe(TAKEN);
  });

  test.each([
    ...(LONG
      ? ([
          ['/sign-up/email', 200],
          ['/sign-in/email', 90],
        ] as const)
      : []),
    ['/request-password-reset', 30] as const,
  ])('to %s with what is no e-mail count: %i of a client', async (path, count) => {
    const ask = (address: string) =>
      openBrowser(shop).ask(
        path,
        { email: `ana@${'漢'.repeat(300)}.cl`, password: PASSWORD },
        from(address),
      );
    for (let time = 0; time < count; time += 1) {
      expect((await ask('190.1.1.1')).body?.code).toBe('INVALID_EMAIL');
    }
    expectTooMany(await ask('190.1.1.1'));
    expect((await ask('190.1.1.2')).status).toBe(400);
  });
});
