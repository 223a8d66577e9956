import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { files, routes } from '#contract/routes.ts';
import { type Browser, linksTo, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import { codeOf, enrol, passWith } from '#server/testing/authenticator.ts';
import type { AnswerBody } from '#server/testing/client.ts';
import { anyDatabase, useFreshAdminShop, useShop } from '#server/testing/use-shop.ts';
import { beginEnrolment, finishEnrolment } from './change-second-factor.ts';

const STEP_MS = 30_000;

describe.each(anyDatabase)("an admin's second factor on %s", (kind) => {
  let now = Date.now();
  let admin: Browser;
  let email: string;
  let count = 0;
  const env = { ADMIN_EMAILS: Array.from({ length: 20 }, (_, at) => `jefa${at}@pines.cl`).join() };
  const shop = useShop(kind, { env });
  beforeAll(async () => {
    shop.context.clock = () => now;
  });
  beforeEach(async () => {
    now = Date.now();
    count += 1;
    email = `jefa${count}@pines.cl`;
    admin = await openAccount(shop, email);
  });

  /** The admin in another browser. */
  async function elsewhere(): Promise<Browser> {
    const browser = openBrowser(shop);
    expect((await browser.signIn(email)).status).toBe(200);
    return browser;
  }
  const adminCall = async (browser: Browser) => refused(await browser.call('/api/admin/check'));
  const stateOf = async (browser: Browser) =>
    (await browser.call('/api/auth/check-admin')).body.secondFactor;

  test('is not required of an account without one', async () => {
    expect(await adminCall(admin)).toBe('200 ok');
    expect(await stateOf(admin)).toMatchObject({ required: false, enrolled: false });
  });

  test('once enrolled is required of every other session, until it passes by a code', async () => {
    const { uri } = await enrol(admin, now);
    expect(await adminCall(admin)).toBe('200 ok');
    const other = await elsewhere();
    expect(await adminCall(other)).toBe('403 second_factor_required');
    expect(await stateOf(other)).toMatchObject({ required: true, enrolled: true, passed: false });
    now += STEP_MS;
    expect(refused(await passWith(other, await codeOf(uri, now)))).toBe('200 ok');
    expect(await adminCall(other)).toBe('200 ok');
  });

  test('accepts no code twice, also not from two sessions at once', async () => {
    const { uri } = await enrol(admin, now);
    const [first, second] = [await elsewhere(), await elsewhere()];
    expect(refused(await passWith(first, await codeOf(uri, now)))).toBe('400 second_factor_wrong');
    now += STEP_MS;
    const code = await codeOf(uri, now);
    const answers = await Promise.all([passWith(first, code), passWith(second, code)]);
    expect(answers.map(refused).sort()).toEqual(['200 ok', '400 second_factor_wrong']);
  });

  test("allows a phone's clock to differ by half a minute, and no more", async () => {
    const { uri } = await enrol(admin, now);
    now += 10 * STEP_MS;
    const tries = [-2, 2, -1, 1].map(async (steps) => codeOf(uri, now + steps * STEP_MS));
    const answers: string[] = [];
    for (const code of await Promise.all(tries)) {
      answers.push(refused(await passWith(await elsewhere(), code)));
    }
    const no = '400 second_factor_wrong';
    expect(answers).toEqual([no, no, '200 ok', '200 ok']);
  });

  test('accepts each recovery code once, however it is typed, and notifies the owner', async () => {
    const { recoveryCodes } = await enrol(admin, now);
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ''] = recoveryCodes;
    const [first, second] = [await elsewhere(), await elsewhere()];
    const typed = ` ${code.toLowerCase().replace('-', '–').replaceAll('-', ' ')} `;
    const answers = await Promise.all([passWith(first, typed), passWith(second, code)]);
    expect(answers.map(refused).sort()).toEqual(['200 ok', '400 second_factor_wrong']);
    expect(await stateOf(first)).toMatchObject({ recoveryCodesLeft: 9 });
    const mails = await shop.context.db.queries.selectFrom('jobs').selectAll().execute();
    const notices = mails.filter((job) => job.kind === 'mail.second_factor_changed');
    const payloads = notices.map(({ payload }) => payload).filter((each) => each.includes(email));
    expect(payloads.join()).toContain('"change":"code_used"');
  });

  test('replaces its recovery codes, and the old ones are invalid', async () => {
    const { recoveryCodes } = await enrol(admin, now);
    const renewed = await admin.call('/api/auth/second-factor/recovery-codes', { method: 'POST' });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const other = await elsewhere();
    expect(refused(await passWith(other, recoveryCodes[0] ?? ''))).toBe('400 second_factor_wrong');
    const [fresh] = renewed.body.recoveryCodes as string[];
    expect(refused(await passWith(other, fresh ?? ''))).toBe('200 ok');
  });

  test('is enrolled, replaced and removed only after a fresh sign-in', async () => {
    const { uri } = await enrol(admin, now);
    const { body } = await admin.call('/api/auth/second-factor/enrolment', { method: 'POST' });
    expect(body.code).toBe('second_factor_exists');
    now += 11 * 60_000;
    const calls: [string, string, unknown?][] = [
      ['POST', '/enrolment'],
      ['POST', '', { ticket: 'x', code: '1' }],
      ['POST', '/recovery-codes'],
      ['DELETE', ''],
    ];
    for (const [method, path, json] of calls) {
      const answer = await admin.call(`/api/auth/second-factor${path}`, { method, json });
      expect(refused(answer)).toBe('403 fresh_sign_in_required');
    }
    expect(refused(await passWith(admin, await codeOf(uri, now)))).toBe('200 ok');
    now -= 11 * 60_000;
  });

  test('is removed together with its codes and passes', async () => {
    const { uri, recoveryCodes } = await enrol(admin, now);
    const other = await elsewhere();
    const gone = await admin.call('/api/auth/second-factor', { method: 'DELETE' });
    expect(gone.body.secondFactor).toMatchObject({ enrolled: false, passed: false });
    expect(await adminCall(other)).toBe('200 ok');
    for (const code of [await codeOf(uri, now + STEP_MS), recoveryCodes[0] ?? '']) {
      expect(refused(await passWith(other, code))).toBe('409 second_factor_missing');
    }
    await enrol(other, now);
    expect(await adminCall(admin)).toBe('403 second_factor_required');
  });

  test('is stored so that a copy of the database contains no usable credential', async () => {
    const { uri, recoveryCodes } = await enrol(admin, now);
    const { queries } = shop.context.db;
    const stored = JSON.stringify([
      await queries.selectFrom('second_factors').selectAll().execute(),
      await queries.selectFrom('second_factor_codes').selectAll().execute(),
    ]);
    const secret = new URL(uri).searchParams.get('secret') ?? 'none';
    for (const word of [secret, ...recoveryCodes]) expect(stored).not.toContain(word);
  });

  test('is removed when another person proves the mailbox', async () => {
    await enrol(admin, now);
    const { queries } = shop.context.db;
    await sql`update identity_users set email_verified = 0 where email = ${email}`.execute(queries);
    const owner = openBrowser(shop);
    await owner.ask('/request-password-reset', { email });
    const link = (await linksTo(shop.context, email, 'reset_password')).at(-1) ?? '';
    const { location } = await owner.ask(link);
    const token = new URL(location ?? '').searchParams.get('token');
    const newPassword = 'la clave de quien lee el correo';
    expect((await owner.ask('/reset-password', { token, newPassword })).status).toBe(200);
    expect((await owner.signIn(email, newPassword)).status).toBe(200);
    expect(await stateOf(owner)).toMatchObject({ enrolled: false, recoveryCodesLeft: 0 });
  });

  test('is not stored when the session that enrols has ended meanwhile', async () => {
    const { context } = shop;
    const uid = String((await admin.call('/api/verify/test-auth')).body.uid);
    const token = { uid, session: 'over', claims: {} };
    const buyer = { uid, email, emailVerified: true, isAdmin: true, signedInAt: now, token };
    const { uri, ticket } = await beginEnrolment(context, buyer);
    const finish = finishEnrolment(context, buyer, {
      ticket,
      code: await codeOf(uri, now),
      browserHash: 'x',
    });
    await expect(finish).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(await stateOf(admin)).toMatchObject({ enrolled: false });
  });

  test('is enrolled once, by an own ticket that has not expired', async () => {
    const begin = async () =>
      (await admin.call('/api/auth/second-factor/enrolment', { method: 'POST' })).body;
    const finish = async (browser: Browser, { uri, ticket }: AnswerBody, at = now) =>
      refused(
        await browser.call('/api/auth/second-factor', {
          json: { ticket, code: await codeOf(String(uri), at) },
        }),
      );
    const late = await begin();
    now += 16 * 60_000;
    expect(await finish(admin, late)).toBe('403 fresh_sign_in_required');
    now -= 16 * 60_000;

    const buyer = await openAccount(shop, 'rosa@correo.cl');
    const answer = await buyer.call('/api/auth/second-factor/enrolment', { method: 'POST' });
    expect(refused(answer)).toBe('403 forbidden');
    const ticket = await begin();
    expect(await finish(buyer, ticket)).toBe('403 forbidden');
    const people = shop.context.db.queries.updateTable('people');
    await people.set({ role: 'admin' }).where('email', '=', 'rosa@correo.cl').execute();
    expect(await finish(buyer, ticket)).toBe('409 second_factor_expired');

    const other = await begin();
    const answers = await Promise.all([finish(admin, ticket), finish(admin, other)]);
    expect(answers.sort()).toEqual(['201 ok', '409 second_factor_exists']);
  });
});

describe.each(anyDatabase)('guessing a second factor on %s', (kind) => {
  const adminShop = useFreshAdminShop(kind, { env: { RATE_LIMITS: 'on' } });

  test('stops after a few codes, while a recovery code of the owner still works', async () => {
    const { recoveryCodes } = await enrol(adminShop.admin, Date.now());
    const thief = openBrowser(adminShop.shop);
    await thief.signIn(ADMIN_EMAIL);
    const answers: string[] = [];
    for (let guess = 0; guess < 7; guess += 1) {
      answers.push(refused(await passWith(thief, String(100_000 + guess))));
    }
    expect(answers.slice(0, 6)).toEqual(Array(6).fill('400 second_factor_wrong'));
    expect(answers[6]).toBe('429 too_many_requests');
    const owner = openBrowser(adminShop.shop);
    await owner.signIn(ADMIN_EMAIL);
    expect(refused(await passWith(owner, recoveryCodes[3] ?? ''))).toBe('200 ok');
  });
});

describe.each(anyDatabase)('with ADMIN_2FA=required on %s', (kind) => {
  const adminShop = useFreshAdminShop(kind, { env: { ADMIN_2FA: 'required' } });

  test('every admin call requires it, and the admin sees the state of theirs', async () => {
    const adminCalls = [...routes, ...files].filter(({ auth }) => auth === 'admin');
    expect(adminCalls.length).toBeGreaterThan(100);
    for (const { method, path } of adminCalls) {
      const answer = await adminShop.admin.call(`/api${path.replaceAll(/{\w+}/g, 'X')}`, {
        method,
      });
      expect(refused(answer), `${method} ${path}`).toBe('403 second_factor_required');
    }
    const { body } = await adminShop.admin.call('/api/auth/check-admin');
    expect(body).toMatchObject({
      isAdmin: true,
      secondFactor: { required: true, enrolled: false, passed: false },
    });
    await enrol(adminShop.admin, Date.now());
    expect(refused(await adminShop.admin.call('/api/admin/check'))).toBe('200 ok');
  });

  test('is not required of a buyer', async () => {
    const buyer = await openAccount(adminShop.shop, 'rosa@correo.cl');
    expect((await buyer.call('/api/auth/check-admin')).body).toMatchObject({
      isAdmin: false,
      secondFactor: null,
    });
    expect((await buyer.call('/api/orders')).status).toBe(200);
  });
});
