import { describe, expect, test } from 'vitest';
import { mayHaveSession } from '#contract/people/session-hint.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { SESSION_DAYS } from '#domain/privacy/retention.ts';
import { useFirebaseShop } from '#server/testing/firebase-shop.ts';
import { findRows } from '#server/testing/rows.ts';
import { databases } from '#server/testing/shop.ts';

/** Firebase continues to renew the tokens of all of these: the shop's rows reject them. */
describe.each(databases)('whose token is refused on %s', (kind) => {
  const rig = useFirebaseShop(kind, { env: { ADMIN_EMAILS: 'jefa@correo.cl' } });

  const renew = async (bearer: string) => (await rig.firebase.refresh(bearer)) ?? 'none';
  const call = (path: string, bearer: string, request: object = {}) =>
    rig.shop.call(path, { ...request, headers: { authorization: `Bearer ${bearer}` } });

  test('who signed out here, and no other session of the account', async () => {
    const here = await rig.enter('ana@correo.cl');
    const there = await rig.enter('ana@correo.cl');
    expect(await rig.see(here)).toMatchObject({ emailVerified: false });
    const out = await rig.ask('/sign-out', {}, here);
    expect(mayHaveSession(out.headers.getSetCookie()[0] ?? '')).toBe(false);
    expect(out.headers.getSetCookie()[0]).toContain('Max-Age=0');
    expect(await rig.see(here)).toBe(401);
    expect(await rig.see(await renew(here))).toBe(401);
    expect((await rig.ask('/session', {}, await renew(here))).status).toBe(401);
    expect(await rig.see(there)).toMatchObject({ emailVerified: false });
    expect(await rig.see(await rig.enter('ana@correo.cl'))).toMatchObject({ emailVerified: false });
  });

  test('who signed out before the session had a row', async () => {
    rig.advance(1000);
    const bearer = await rig.firebase.signIn('nueva@correo.cl');
    await rig.ask('/sign-out', {}, bearer);
    expect(await rig.see(await renew(bearer))).toBe(401);
  });

  test('whom an admin disabled, until the account is enabled and signs in again', async () => {
    const bearer = await rig.enter('bea@correo.cl');
    const seen = await rig.see(bearer);
    const uid = typeof seen === 'object' ? seen.uid : '';
    const admin = await rig.enter('jefa@correo.cl', 'google.com');
    const set = (isActive: boolean) =>
      call(`/api/admin/users/${uid}/status`, admin, { method: 'PATCH', json: { isActive } });
    rig.advance(1000);
    expect((await set(false)).status).toBe(200);
    expect(await rig.see(bearer)).toBe(403);
    expect(await rig.see(await renew(bearer))).toBe(403);
    rig.advance(1000);
    const again = await rig.firebase.signIn('bea@correo.cl');
    const refused = await rig.ask('/session', {}, again);
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'USER_DISABLED' }]);
    expect(await rig.see(again)).toBe(403);
    expect((await set(true)).status).toBe(200);
    expect(await rig.see(await renew(bearer))).toBe(401);
    expect(await rig.see(await rig.enter('bea@correo.cl'))).toMatchObject({ uid });
  });

  test('whose sign-in is too old, however often it was renewed', async () => {
    const bearer = await rig.enter('carla@correo.cl');
    rig.advance((SESSION_DAYS - 1) * DAY_MS);
    expect(await rig.see(await renew(bearer))).toMatchObject({ emailVerified: false });
    rig.advance(DAY_MS);
    expect(await rig.see(await renew(bearer))).toBe(401);
    expect((await rig.ask('/session', {}, await renew(bearer))).status).toBe(401);
  });

  test('whose session was ended in the profile', async () => {
    const mine = await rig.enter('dora@correo.cl');
    const lost = await rig.enter('dora@correo.cl');
    const { body } = await call('/api/auth/sessions', mine);
    const { sessions }: { sessions: { id: string; isCurrent: boolean; device: string }[] } =
      JSON.parse(JSON.stringify(body));
    expect(sessions).toMatchObject([
      { isCurrent: false, device: 'Chrome · Windows' },
      { isCurrent: true },
    ]);
    const path = `/api/auth/sessions/${sessions[0]?.id}`;
    expect((await call(path, mine, { method: 'DELETE' })).status).toBe(200);
    expect(await rig.see(await renew(lost))).toBe(401);
    expect((await call('/api/auth/sessions/x', mine, { method: 'DELETE' })).status).toBe(404);
    const third = await rig.enter('dora@correo.cl');
    expect((await call('/api/auth/sessions', third, { method: 'DELETE' })).status).toBe(200);
    expect(await rig.see(mine)).toBe(401);
    expect(await rig.see(third)).toMatchObject({ emailVerified: false });
  });

  test('who erased the account, which Firebase forgets too', async () => {
    const bearer = await rig.enter('elsa@correo.cl');
    await rig.see(bearer);
    expect((await call('/api/auth/profile', bearer, { method: 'DELETE' })).status).toBe(200);
    expect(await rig.see(bearer)).toBe(401);
    expect(rig.firebase.hasAccount('elsa@correo.cl')).toBe(false);
    const rows = await findRows(rig.shop.context, 'firebase_accounts', { email: 'elsa@correo.cl' });
    expect(rows).toEqual([]);
    const again = await rig.enter('elsa@correo.cl');
    expect(await rig.see(again)).toMatchObject({ emailVerified: false });

    // Even if Firebase is unreachable, the shop deletes the account.
    rig.firebase.isAway = true;
    expect((await call('/api/auth/profile', again, { method: 'DELETE' })).status).toBe(200);
    rig.firebase.isAway = false;
    expect(await rig.see(again)).toBe(401);
    expect(rig.firebase.hasAccount('elsa@correo.cl')).toBe(true);
  });

  test('an ended session is forgotten only once it could not be used any more', async () => {
    const bearer = await rig.enter('fina@correo.cl');
    await rig.ask('/sign-out', {}, bearer);
    await rig.shop.context.identity.sweep();
    expect(await rig.see(await renew(bearer))).toBe(401);
    rig.advance((SESSION_DAYS + 1) * DAY_MS);
    await rig.shop.context.identity.sweep();
    const rows = rig.shop.context.db.queries.selectFrom('firebase_sessions').selectAll();
    expect(await rows.execute()).toEqual([]);
    expect(await rig.see(await renew(bearer))).toBe(401);
  });

  test('while Firebase is unreachable a mail’s link is a 503, and a cached key is still accepted', async () => {
    const bearer = await rig.enter('gina@correo.cl');
    rig.firebase.isAway = true;
    const reset = await rig.ask('/reset-password', { token: 'x', newPassword: 'clave nueva' });
    expect(reset.status).toBe(503);
    expect(await rig.see(bearer)).toMatchObject({ emailVerified: false });
    rig.firebase.isAway = false;
  });

  test('another site cannot send requests as the user', async () => {
    const bearer = await rig.enter('hilda@correo.cl');
    const { status } = await rig.shop.fetch('/api/identity/sign-out', {
      method: 'POST',
      headers: {
        origin: 'https://mala.cl',
        'content-type': 'application/json',
        authorization: `Bearer ${bearer}`,
      },
      body: '{}',
    });
    expect(status).toBe(403);
    expect(await rig.see(bearer)).toMatchObject({ emailVerified: false });
  });
});
