import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Browser, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('who may call what on %s', (kind) => {
  const shop = useShop(kind, {
    env: { ADMIN_EMAILS: 'Jefa@Correo.cl, otro@correo.cl, olga@correo.cl' },
  });

  const people = () => shop.context.db.queries.selectFrom('people').selectAll();
  const isAdmin = async (browser: Browser) =>
    (await browser.call('/api/auth/check-admin')).body.isAdmin;
  const set = (email: string, values: { role?: 'admin' | 'user'; is_active?: 0 | 1 }) =>
    shop.context.db.queries.updateTable('people').set(values).where('email', '=', email).execute();

  test('no answer is cached, unless it is the same for every user', async () => {
    const browser = await openAccount(shop, 'olga@correo.cl');
    const headers = { authorization: `Bearer ${await browser.token()}` };
    const order = makeOrder({ images: await addPictures(shop.context, 1) });
    const secret = [
      shop.call('/api/orders', { headers }),
      shop.call('/api/orders/addresses', { headers }),
      shop.call('/api/auth/profile', { headers }),
      shop.call('/api/admin/check', { headers }),
      shop.call('/api/orders'),
      shop.call('/api/orders', { json: order }),
      shop.call('/api/orders', { json: order }),
      shop.call('/api/orders', { json: {} }),
      shop.call('/api/orders', { raw: 'x' }),
      shop.call('/api/orders/view', { json: { token: 'x' } }),
      shop.call('/api/nothing'),
      shop.fetch('/api/identity/get-session'),
      shop.fetch('/files/nothing.webp'),
    ];
    for (const { status, headers: answered } of await Promise.all(secret)) {
      expect([status, answered.get('cache-control')]).toEqual([status, 'no-store']);
    }
    for (const [path, wanted] of [
      ['/api/config', 'no-cache'],
      ['/api/openapi.json', 'public, max-age=60'],
    ] as const) {
      const cacheControl = (await shop.fetch(path)).headers.get('cache-control');
      expect([path, cacheControl]).toEqual([path, wanted]);
    }
  });

  test('what is not there below /api/admin is told to admins alone', async () => {
    const admin = openBrowser(shop);
    await admin.signIn('olga@correo.cl');
    for (const path of ['/api/admin/nada', '/api/admin/orders/X/Y/Z']) {
      expect((await shop.call(path)).status).toBe(401);
      expect((await admin.call(path)).status).toBe(404);
    }
  });

  test('an account is stored at its first call, as a user', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
    const before = await people().where('email', '=', 'ana@correo.cl').execute();
    expect(before).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => isAdmin(browser)));
    const after = await people().where('email', '=', 'ana@correo.cl').execute();
    expect(after).toMatchObject([{ role: 'user', is_active: 1, email_verified: 0 }]);
  });

  test('changes at the provider are stored at the next call, the role stays', async () => {
    const browser = await openAccount(shop, 'bea@correo.cl', { verified: false });
    await isAdmin(browser);
    await set('bea@correo.cl', { role: 'admin' });
    await sql`update identity_users set email_verified = 1 where email = 'bea@correo.cl'`.execute(
      shop.context.db.queries,
    );
    expect(await isAdmin(browser)).toBe(true);
    expect(await people().where('email', '=', 'bea@correo.cl').execute()).toMatchObject([
      { role: 'admin', email_verified: 1 },
    ]);
  });

  test("an e-mail on the operator's list makes an admin once it is verified, not before", async () => {
    const impostor = await openAccount(shop, 'jefa@correo.cl', { verified: false });
    expect(await isAdmin(impostor)).toBe(false);
    expect((await impostor.call('/api/verify/test-admin')).status).toBe(403);
    const verified = await openAccount(shop, 'OTRO@correo.cl'.toLowerCase());
    expect(await isAdmin(verified)).toBe(true);
    const row = await people().where('email', '=', 'otro@correo.cl').executeTakeFirst();
    expect(row?.role).toBe('user');
  });

  test('a disabled account is rejected at once, everywhere, and cannot sign in again', async () => {
    const email = 'eva@correo.cl';
    const browser = await openAccount(shop, email);
    await isAdmin(browser);
    const headers = { authorization: `Bearer ${await browser.token()}` };
    await set(email, { is_active: 0, role: 'admin' });
    const calls: [string, object][] = [
      ['/api/auth/check-admin', {}],
      ['/api/verify/test-admin', {}],
      ['/api/admin/anything', {}],
      ['/api/orders', { json: makeOrder({ images: await addPictures(shop.context, 1) }) }],
    ];
    for (const [path, request] of calls) {
      const { status, body } = await shop.call(path, { ...request, headers });
      expect([path, status, body.code]).toEqual([path, 403, 'account_disabled']);
    }
    const again = await openBrowser(shop).signIn(email);
    expect([again.status, again.body?.code]).toEqual([403, 'USER_DISABLED']);
    expect((await openBrowser(shop).signIn(email, 'no es esta')).status).toBe(401);

    const row = await people().where('email', '=', email).executeTakeFirstOrThrow();
    await shop.context.identity.endSessions(row.uid);
    const { status } = await shop.call('/api/auth/check-admin', { headers });
    expect(status).toBe(403);
    await set(email, { is_active: 1 });
    expect((await shop.call('/api/auth/check-admin', { headers })).status).toBe(401);
    expect((await openBrowser(shop).signIn(email)).status).toBe(200);
  });
});
