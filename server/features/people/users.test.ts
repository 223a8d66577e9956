import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { adminUser } from '#contract/people/people-admin.ts';
import { type Browser, linksTo, openAccount } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL, refused } from '#server/testing/admin-shop.ts';
import { findRows, setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(databases)('accounts on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let rosa: Browser;
  let pedro: Browser;
  const adminShop = useAdminShop(kind);
  beforeAll(async () => {
    await adminShop.ask('/check');
    rosa = await openAccount(adminShop.shop, 'rosa@correo.cl');
    await rosa.call('/api/auth/profile');
    pedro = await openAccount(adminShop.shop, 'pedro@otro.cl', { verified: false });
    await pedro.call('/api/auth/profile');
  });

  async function users(query = '') {
    const { status, body } = await adminShop.ask(`/users${query}`);
    expect(status).toBe(200);
    return z.array(adminUser).parse(body.users);
  }
  async function uidOf(email: string): Promise<string> {
    return (await users()).find((user) => user.email === email)?.uid ?? '';
  }
  const setRole = async (email: string, role: string) =>
    adminShop.ask(`/users/${await uidOf(email)}/role`, { method: 'PATCH', json: { role } });
  const setActive = async (email: string, isActive: boolean) =>
    adminShop.ask(`/users/${await uidOf(email)}/status`, { method: 'PATCH', json: { isActive } });
  const emails = async (query: string) => (await users(query)).map(({ email }) => email);

  test('are listed with their roles, the latest first', async () => {
    const all = await users();
    expect(
      all.map(({ email, isAdmin, role, emailVerified }) => [email, isAdmin, role, emailVerified]),
    ).toEqual([
      ['pedro@otro.cl', false, 'user', false],
      ['rosa@correo.cl', false, 'user', true],
      [ADMIN_EMAIL, true, 'admin', true],
    ]);
    expect(all.every(({ isActive }) => isActive)).toBe(true);
    const [first] = all;
    expect((await adminShop.ask(`/users/${first?.uid}`)).body.user).toEqual(first);
    expect(refused(await adminShop.ask('/users/nadie'))).toBe('404 not_found');
  });

  test('are filtered, searched and paged', async () => {
    expect(await emails('?q=CORREO')).toEqual(['rosa@correo.cl']);
    expect(await emails('?q=%25')).toEqual([]);
    expect(await emails('?role=admin')).toEqual([ADMIN_EMAIL]);
    expect(await emails('?role=user')).not.toContain(ADMIN_EMAIL);
    expect(await emails('?isActive=false')).toEqual([]);
    expect(await emails('?isActive=true&q=o')).toHaveLength(2);
    const seen: string[] = [];
    let cursor: unknown = '';
    while (typeof cursor === 'string') {
      const { body } = await adminShop.ask(`/users?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(
        ...z
          .array(adminUser)
          .parse(body.users)
          .map(({ email }) => email),
      );
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(await emails(''));
    expect(refused(await adminShop.ask('/users?role=boss'))).toBe('400 validation_failed');
  });

  test('one becomes an admin, and a user again, at once', async () => {
    const isAdmin = async () => (await rosa.call('/api/auth/check-admin')).body.isAdmin;
    const made = await setRole('rosa@correo.cl', 'admin');
    expect([made.status, made.body.message]).toEqual([200, 'Rol actualizado']);
    expect(made.body.user).toMatchObject({ role: 'admin', isAdmin: true });
    expect(await isAdmin()).toBe(true);
    expect((await rosa.call('/api/admin/users')).status).toBe(200);
    await setRole('rosa@correo.cl', 'user');
    expect(await isAdmin()).toBe(false);
    expect(refused(await rosa.call('/api/admin/users'))).toBe('403 forbidden');
    expect(refused(await setRole('rosa@correo.cl', 'boss'))).toBe('400 validation_failed');
  });

  testAbove('one with an unverified e-mail cannot become an admin', async () => {
    const email = 'nueva@correo.cl';
    const nueva = await openAccount(adminShop.shop, email, { verified: false });
    await nueva.call('/api/auth/profile');
    const refusal = await setRole(email, 'admin');
    expect(refused(refusal)).toBe('409 email_not_verified');
    expect(refusal.body.message).toContain('no ha verificado su correo');
    expect((await nueva.call('/api/auth/check-admin')).body.isAdmin).toBe(false);
    expect((await users()).find((user) => user.email === email)?.role).toBe('user');
    expect((await setRole(email, 'user')).status).toBe(200);

    await nueva.ask('/send-verification-email', {});
    await nueva.ask((await linksTo(adminShop.shop.context, email, 'verify_email'))[0] ?? '');
    // It has sent no request since.
    expect((await users()).find((user) => user.email === email)?.emailVerified).toBe(true);
    expect((await setRole(email, 'admin')).status).toBe(200);
    await setRole(email, 'user');
  });

  testAbove('an admin by the settings cannot be demoted', async () => {
    expect(refused(await setRole(ADMIN_EMAIL, 'user'))).toBe('409 admin_by_config');
  });

  testRace('one with an e-mail of the settings cannot be disabled, nor by several', async () => {
    const uid = await uidOf(ADMIN_EMAIL);
    await setRole('rosa@correo.cl', 'admin');
    const json = { isActive: false };
    const shutOut = () => rosa.call(`/api/admin/users/${uid}/status`, { method: 'PATCH', json });
    expect(refused(await shutOut())).toBe('409 admin_by_config');
    const { queries } = adminShop.shop.context.db;
    const knownAs = (email_verified: 0 | 1) =>
      queries.updateTable('people').set({ email_verified }).where('uid', '=', uid).execute();
    await knownAs(0);
    const answers = await Promise.all([shutOut(), adminShop.ask('/check'), shutOut(), knownAs(1)]);
    expect(answers.slice(0, 3).map((answer) => Object(answer).status)).toEqual([409, 200, 409]);
    expect((await adminShop.ask('/check')).status).toBe(200);
    await setRole('rosa@correo.cl', 'user');
  });

  testAbove('an admin whose e-mail is no longer verified is none until it is again', async () => {
    await setRole('rosa@correo.cl', 'admin');
    const provider = (verified: 0 | 1) =>
      sql`update identity_users set email_verified = ${verified}
        where email = 'rosa@correo.cl'`.execute(adminShop.shop.context.db.queries);
    await provider(0);
    expect(refused(await rosa.call('/api/admin/users'))).toBe('403 forbidden');
    await provider(1);
    expect((await rosa.call('/api/admin/users')).status).toBe(200);
    await setRole('rosa@correo.cl', 'user');
  });

  testAbove('the last active admin cannot be disabled', async () => {
    expect(refused(await setActive(ADMIN_EMAIL, false))).toBe('409 last_admin');
    await setRole('rosa@correo.cl', 'admin');
    await setActive('rosa@correo.cl', false);
    expect(refused(await setActive(ADMIN_EMAIL, false))).toBe('409 last_admin');
    await setActive('rosa@correo.cl', true);
    await setRole('rosa@correo.cl', 'user');
  });

  testAbove('a disabled one is rejected at once, with all its sessions', async () => {
    const again = await openAccount(adminShop.shop, 'sale@correo.cl');
    const bearer = { authorization: `Bearer ${await again.token()}` };
    const knock = () => adminShop.shop.call('/api/orders', { headers: bearer });
    expect((await knock()).status).toBe(200);
    const out = await setActive('sale@correo.cl', false);
    expect(out.body).toMatchObject({ message: 'Cuenta desactivada', user: { isActive: false } });
    expect(refused(await knock())).toBe('403 account_disabled');
    expect(await again.token()).toBeNull();
    await setActive('sale@correo.cl', true);
    expect(refused(await knock())).toBe('401 unauthenticated');
    await again.signIn('sale@correo.cl');
    expect((await again.call('/api/orders')).status).toBe(200);
  });

  testRace('two admins who demote or disable each other at once: one stays', async () => {
    const { queries } = adminShop.shop.context.db;
    await setRows(
      adminShop.shop.context,
      'people',
      { email: ['rosa@correo.cl', 'pedro@otro.cl'] },
      { role: 'admin', email_verified: 1 },
    );
    await setRows(adminShop.shop.context, 'people', { email: ADMIN_EMAIL }, { is_active: 0 });
    const { changeAccess, changeRole } = await import('./routes.ts');
    const rows = await findRows(adminShop.shop.context, 'people', { role: 'admin' });
    for (const attack of [
      (uid: string) => changeRole(adminShop.shop.context, uid, { uid, role: 'user' }),
      (uid: string) => changeAccess(adminShop.shop.context, uid, { uid, isActive: false }),
    ]) {
      const results = await Promise.allSettled(rows.map(({ uid }) => attack(uid)));
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      for (const { uid } of rows) {
        await setRows(adminShop.shop.context, 'people', { uid }, { role: 'admin', is_active: 1 });
      }
    }
    await queries.updateTable('people').set({ email_verified: 1, is_active: 1 }).execute();
  });

  test('are counted', async () => {
    const { stats } = (await adminShop.ask('/users/stats')).body;
    const all = await users();
    expect(stats).toEqual({
      totalUsers: all.length,
      activeUsers: all.filter(({ isActive }) => isActive).length,
      disabledUsers: all.filter(({ isActive }) => !isActive).length,
      verifiedUsers: all.filter(({ emailVerified }) => emailVerified).length,
      adminUsers: all.filter(({ isAdmin, isActive }) => isAdmin && isActive).length,
    });
  });
});
