import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '#server/testing/admin-shop.ts';
import { codeOf, type Enrolled, enrol, passWith } from '#server/testing/authenticator.ts';
import { type FirebaseShop, useFirebaseShop } from '#server/testing/firebase-shop.ts';
import { databases } from '#server/testing/shop.ts';

const STEP_MS = 30_000;

/** In Firebase's tokens, sessions differ only by the second of their sign-in. */
describe.each(databases)('a second factor beside Firebase on %s', (kind) => {
  const emails = Array.from({ length: 9 }, (_, at) => `jefa${at + 1}@correo.cl`);
  const rig = useFirebaseShop(kind, { env: { ADMIN_EMAILS: emails.join() } });
  let email: string;
  let factor: Enrolled;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    email = `jefa${count}@correo.cl`;
    const first = rig.browserOf(await rig.enter(email, 'google.com'));
    factor = await enrol(first, rig.shop.context.clock());
  });

  const adminCall = async (browser: ReturnType<FirebaseShop['browserOf']>) =>
    refused(await browser.call('/api/admin/check'));
  const passes = async () =>
    (await rig.shop.context.db.queries.selectFrom('second_factor_passes').selectAll().execute())
      .length;
  /** Two browsers that signed in within the same second. */
  async function twoOfOneSecond() {
    rig.advance(STEP_MS);
    const bearers = [await rig.enter(email), await rig.firebase.signIn(email)];
    const began = bearers.map((bearer) => {
      const claims: { auth_time: number } = JSON.parse(
        Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString(),
      );
      return claims.auth_time;
    });
    if (began[0] !== began[1]) return twoOfOneSecond();
    const [owner, thief] = bearers.map(rig.browserOf);
    if (!owner || !thief) throw new Error('two browsers');
    return { owner, thief };
  }

  test('passed in one browser is not passed in another of the same second', async () => {
    const { owner, thief } = await twoOfOneSecond();
    const code = await codeOf(factor.uri, rig.shop.context.clock());
    expect(refused(await passWith(owner, code))).toBe('200 ok');
    expect(await adminCall(owner)).toBe('200 ok');
    expect(await adminCall(thief)).toBe('403 second_factor_required');
    const state = await thief.call('/api/auth/second-factor');
    expect(state.body.secondFactor).toMatchObject({ enrolled: true, passed: false });
    for (const [method, path] of [
      ['DELETE', '/profile'],
      ['GET', '/profile/export'],
      ['DELETE', '/sessions'],
      ['DELETE', '/second-factor'],
      ['POST', '/second-factor/recovery-codes'],
    ] as const) {
      const answer = await thief.call(`/api/auth${path}`, { method });
      expect(`${path} ${refused(answer)}`).toBe(`${path} 403 second_factor_required`);
    }
    expect(await adminCall(owner)).toBe('200 ok');
  });

  test('may be passed in both, each for itself', async () => {
    const { owner, thief: other } = await twoOfOneSecond();
    for (const browser of [owner, other]) {
      const code = await codeOf(factor.uri, rig.shop.context.clock());
      expect(refused(await passWith(browser, code))).toBe('200 ok');
      rig.advance(STEP_MS);
    }
    expect(await adminCall(owner)).toBe('200 ok');
    expect(await adminCall(other)).toBe('200 ok');
  });

  test('is no longer passed where its session was signed out or ended in the profile', async () => {
    const before = await passes();
    const entered: { bearer: string; browser: ReturnType<FirebaseShop['browserOf']> }[] = [];
    for (let at = 0; at < 2; at += 1) {
      rig.advance(STEP_MS);
      const bearer = await rig.enter(email);
      const browser = rig.browserOf(bearer);
      const code = await codeOf(factor.uri, rig.shop.context.clock());
      expect(refused(await passWith(browser, code))).toBe('200 ok');
      entered.push({ bearer, browser });
    }
    const [left, here] = entered;
    expect(await passes()).toBe(before + 2);
    const listed = await here?.browser.call('/api/auth/sessions');
    const { sessions }: { sessions: { id: string; isCurrent: boolean }[] } = JSON.parse(
      JSON.stringify(listed?.body),
    );
    const [, second] = sessions;
    const ended = await here?.browser.call(`/api/auth/sessions/${second?.id}`, {
      method: 'DELETE',
    });
    expect(ended?.status).toBe(200);
    expect(await rig.see(left?.bearer ?? '')).toBe(401);
    expect(await passes()).toBe(before + 1);
    await rig.ask('/sign-out', {}, here?.bearer);
    expect(await passes()).toBe(before);
  });
});
