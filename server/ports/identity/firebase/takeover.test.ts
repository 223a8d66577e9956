import { describe, expect, test } from 'vitest';
import { addPictures } from '#server/testing/add-pictures.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { useFirebaseShop } from '#server/testing/firebase-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';

/** The same for the embedded provider: reset.test.ts, google.test.ts, verification.test.ts. */
describe.each(databases)('who signed up first with my address on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const rig = useFirebaseShop(kind, { env: { ADMIN_EMAILS: 'jefa@correo.cl' } });

  const tokenOf = async (code: string) => {
    const path = `/api/identity/action?mode=verifyEmail&oobCode=${code}`;
    const link = await rig.shop.fetch(path, { redirect: 'manual' });
    const { hash } = new URL(link.headers.get('location') ?? '');
    return new URLSearchParams(hash.slice(1)).get('verify-email');
  };
  const order = async (bearer?: string) => {
    const images = await addPictures(rig.shop.context, 1);
    const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
    return placed(await rig.shop.call('/api/orders', { json: makeOrder({ images }), headers })).id;
  };
  const history = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    const { body } = await rig.shop.call('/api/orders', { headers });
    const { orders }: { orders: { id: string }[] } = JSON.parse(JSON.stringify(body));
    return orders.map(({ id }) => id);
  };
  const address = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await rig.shop.call('/api/orders/addresses', { headers })).body.address;
  };

  /** An attacker creates an account with a victim's e-mail, orders with it and stays signed in. */
  async function squat(email: string) {
    const bearer = await rig.enter(email);
    const id = await order(bearer);
    expect(await history(bearer)).toEqual([id]);
    expect(await address(bearer)).not.toBeNull();
    return bearer;
  }

  test('is signed out by my reset, and leaves no data', async () => {
    const stranger = await squat('ana@correo.cl');
    const code = rig.firebase.mail('ana@correo.cl', 'PASSWORD_RESET');
    rig.advance(1000);
    const reset = await rig.ask('/reset-password', { token: code, newPassword: 'clave nueva' });
    expect(reset.status).toBe(200);
    expect(await rig.see(stranger)).toBe(401);
    // At once: tokens tell only the second of a sign-in.
    const mine = await rig.firebase.signIn('ana@correo.cl');
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
    expect(await history(mine)).toEqual([]);
    expect(await address(mine)).toBeNull();
    const again = await rig.ask('/reset-password', { token: code, newPassword: 'otra clave' });
    expect([again.status, await again.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
  });

  test('is signed out by my Google account, even when Firebase renews the session', async () => {
    const stranger = await squat('bea@correo.cl');
    const mine = await rig.enter('bea@correo.cl', 'google.com');
    const renewed = (await rig.firebase.refresh(stranger)) ?? '';
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
    expect(await rig.see(stranger)).toBe(401);
    expect(await rig.see(renewed)).toBe(401);
    expect(await history(mine)).toEqual([]);
    expect(await address(mine)).toBeNull();
  });

  test('is signed out by my Google account in the same second as his own sign-in', async () => {
    rig.advance(1000 - (rig.shop.context.clock() % 1000));
    const stranger = await rig.firebase.signIn('irma@correo.cl');
    const mine = await rig.firebase.signIn('irma@correo.cl', 'google.com');
    expect(await rig.see(stranger)).toMatchObject({ emailVerified: false });
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
    expect(await rig.see(stranger)).toBe(401);
    expect((await rig.ask('/session', {}, stranger)).status).toBe(401);
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
  });

  test('is not signed in by being quicker than my Google sign-in', async () => {
    const stranger = await squat('carla@correo.cl');
    rig.advance(1000);
    const mine = await rig.firebase.signIn('carla@correo.cl', 'google.com');
    // Renewed after Google's proof, and used before my browser's first request to the shop.
    const renewed = (await rig.firebase.refresh(stranger)) ?? '';
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: false });
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
    expect(await rig.see(renewed)).toBe(401);
    expect(await history(mine)).toEqual([]);
  });

  testAbove('gets nothing by my opening his verification mail', async () => {
    const stranger = await squat('dora@correo.cl');
    const token = await tokenOf(rig.firebase.mail('dora@correo.cl', 'VERIFY_EMAIL'));
    expect(await rig.see((await rig.firebase.refresh(stranger)) ?? '')).toMatchObject({
      emailVerified: false,
    });
    // It works neither without a session nor with another account's session.
    const other = await rig.enter('otra@correo.cl');
    expect((await rig.ask('/verify-email', { token })).status).toBe(401);
    expect((await rig.ask('/verify-email', { token }, other)).status).toBe(403);
    // 'No fui yo'.
    rig.advance(1000);
    expect((await rig.ask('/reject-account', { token })).status).toBe(200);
    expect(await rig.see(stranger)).toBe(401);
    const mine = await rig.enter('dora@correo.cl', 'google.com');
    expect(await history(mine)).toEqual([]);
  });

  testAbove('gets nothing by a click on Firebase’s own page without confirmation', async () => {
    const guest = await order();
    expect(guest).not.toBe('');
    const stranger = await squat('elsa@correo.cl');
    rig.firebase.click(rig.firebase.mail('elsa@correo.cl', 'VERIFY_EMAIL'));
    const renewed = (await rig.firebase.refresh(stranger)) ?? '';
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: false });
    expect(await rig.see(await rig.enter('elsa@correo.cl'))).toMatchObject({
      emailVerified: false,
    });
  });

  testAbove('who never used a token here is signed out by my first visit', async () => {
    const stranger = await rig.firebase.signIn('fina@correo.cl');
    rig.advance(1000);
    const code = rig.firebase.mail('fina@correo.cl', 'PASSWORD_RESET');
    await rig.ask('/reset-password', { token: code, newPassword: 'clave nueva' });
    const mine = await rig.enter('fina@correo.cl');
    expect(await rig.see(mine)).toMatchObject({ emailVerified: false });
    expect(await rig.see(stranger)).toBe(401);
    // The owner of this session also reads the mail, which the shop does not know yet.
    const token = await tokenOf(rig.firebase.mail('fina@correo.cl', 'VERIFY_EMAIL'));
    expect((await rig.ask('/verify-email', { token }, mine)).status).toBe(200);
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
  });

  testAbove('is no admin when the owner of the address clicks on Firebase’s own page', async () => {
    await rig.firebase.signIn('jefa@correo.cl');
    rig.firebase.click(rig.firebase.mail('jefa@correo.cl', 'VERIFY_EMAIL'));
    // When the shop first sees the account, Firebase calls it verified.
    const stranger = await rig.enter('jefa@correo.cl');
    const { body } = await rig.browserOf(stranger).call('/api/auth/check-admin');
    expect(body).toMatchObject({ isAdmin: false });
    expect(await rig.see(stranger)).toMatchObject({ emailVerified: false });
    const admin = await rig.browserOf(stranger).call('/api/admin/check');
    expect(admin.status).toBe(403);

    const owner = await rig.enter('jefa@correo.cl', 'google.com');
    const entered = await rig.browserOf(owner).call('/api/auth/check-admin');
    expect(entered.body).toMatchObject({ isAdmin: true });
    expect(await rig.see(stranger)).toBe(401);
  });

  testAbove('is signed out when the first token that Firebase calls verified is mine', async () => {
    const stranger = await squat('julia@correo.cl');
    // A new password by Firebase's own page, which the shop does not see.
    rig.firebase.click(rig.firebase.mail('julia@correo.cl', 'VERIFY_EMAIL'));
    const mine = await rig.enter('julia@correo.cl');
    expect(await rig.see(mine)).toMatchObject({ emailVerified: false });
    expect(await rig.see(stranger)).toBe(401);
  });

  testAbove('is signed out when I verify the address that Firebase called verified', async () => {
    const stranger = await squat('karen@correo.cl');
    rig.firebase.click(rig.firebase.mail('karen@correo.cl', 'VERIFY_EMAIL'));
    rig.advance(1000);
    const renewed = (await rig.firebase.refresh(stranger)) ?? '';
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: false });
    const mine = await rig.enter('karen@correo.cl');
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: false });
    const token = await tokenOf(rig.firebase.mail('karen@correo.cl', 'VERIFY_EMAIL'));
    expect((await rig.ask('/verify-email', { token }, mine)).status).toBe(200);
    expect(await rig.see(mine)).toMatchObject({ emailVerified: true });
    expect(await rig.see(renewed)).toBe(401);
  });

  test('who has an admin’s password gets past the second factor by no other e-mail', async () => {
    const { db, clock } = rig.shop.context;
    const owner = await rig.enter('hilda@correo.cl', 'google.com');
    expect(await rig.see(owner)).toMatchObject({ emailVerified: true });
    const admin = rig.browserOf(owner);
    const people = db.queries.updateTable('people').set({ role: 'admin' });
    await people.where('email', '=', 'hilda@correo.cl').execute();
    await enrol(admin, clock());
    expect((await admin.call('/api/admin/check')).status).toBe(200);

    rig.firebase.changeEmail('hilda@correo.cl', 'ladron@correo.cl');
    const moved = await rig.enter('ladron@correo.cl');
    expect(await rig.see(moved)).toMatchObject({ emailVerified: false });
    rig.advance(1000);
    const code = rig.firebase.mail('ladron@correo.cl', 'PASSWORD_RESET');
    const reset = await rig.ask('/reset-password', { token: code, newPassword: 'clave nueva' });
    expect(reset.status).toBe(200);
    const thief = await rig.enter('ladron@correo.cl');
    const seen = await rig.see(thief);
    expect(seen).toMatchObject({ emailVerified: true });
    expect((await rig.browserOf(thief).call('/api/admin/check')).status).toBe(403);

    const noted = await findRows({ db }, 'audit_log', { action: 'role_changed' });
    const changes = JSON.stringify([{ field: 'role', from: 'admin', to: 'user' }]);
    const uid = typeof seen === 'number' ? '' : seen.uid;
    expect(noted).toMatchObject([{ actor_uid: null, entity_id: uid, changes }]);
  });

  testAbove('who verified his own address still has his data, by all his tokens', async () => {
    const bearer = await squat('gina@correo.cl');
    const token = await tokenOf(rig.firebase.mail('gina@correo.cl', 'VERIFY_EMAIL'));
    expect((await rig.ask('/verify-email', { token }, bearer)).status).toBe(200);
    expect(await rig.see(bearer)).toMatchObject({ emailVerified: true });
    rig.advance(120_000);
    const renewed = (await rig.firebase.refresh(bearer)) ?? '';
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: true });
    expect(await history(renewed)).toHaveLength(1);
    const twice = await rig.ask('/verify-email', { token }, bearer);
    expect([twice.status, await twice.json()]).toMatchObject([400, { code: 'INVALID_TOKEN' }]);
    const google = await rig.enter('gina@correo.cl', 'google.com');
    expect(await history(google)).toHaveLength(1);
    expect(await rig.see(renewed)).toMatchObject({ emailVerified: true });
    // A verified account cannot be rejected.
    const late = await tokenOf(rig.firebase.mail('gina@correo.cl', 'VERIFY_EMAIL'));
    expect((await rig.ask('/reject-account', { token: late })).status).toBe(400);
  });
});
