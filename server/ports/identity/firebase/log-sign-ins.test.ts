import { expect, test } from 'vitest';
import { openFirebaseShop } from '#server/testing/firebase-shop.ts';

test('the log names who got in and who did not by account and hashed client', async () => {
  const rig = await openFirebaseShop('sqlite');
  const lines: [string, object][] = [];
  const note = (facts: object, message: string) => void lines.push([message, facts]);
  const log = { debug: note, info: note, warn: note, error: note };
  const { identity } = rig.shop.context;
  const { calls } = await identity.open(log);
  const session = calls.find(({ path }) => path === '/session');
  const bearer = await rig.firebase.signIn('ana@correo.cl');
  const uid = (await identity.readToken(bearer))?.uid;
  for (const [authorization, status] of [
    [`Bearer ${bearer}`, 200],
    ['Bearer a.b.c', 401],
    [`Bearer ${bearer}`, 403],
  ] as const) {
    const request = {
      method: 'POST',
      url: '/api/identity/session',
      headers: { authorization },
      ip: '190.1.1.1',
      params: {},
      query: {},
      body: {},
    };
    await session?.note?.(request, { status, setCookies: [] }, log);
  }
  expect(lines).toMatchObject([
    ['signed in', { way: 'firebase', account: uid }],
    ['sign-in failed', { account: null, status: 401 }],
    ['sign-in refused', { account: uid, status: 403 }],
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/190\.1\.1\.1|ana@correo/);
  await rig.close();
});
