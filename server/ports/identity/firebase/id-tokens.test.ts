import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FirebaseDouble, openFirebaseDouble } from '#server/testing/firebase-double.ts';
import { publishedKeys, readIdToken } from './id-tokens.ts';

let ahead = 0;
const clock = () => Date.now() + ahead;
const now = () => Math.floor(clock() / 1000);
let firebase: FirebaseDouble;
let findKey: ReturnType<typeof publishedKeys>;
beforeAll(async () => {
  firebase = await openFirebaseDouble(clock);
  findKey = publishedKeys({ url: firebase.settings.keysUrl, clock });
});
afterAll(() => firebase.close());

const read = (bearer: string, isEmulated = false) =>
  readIdToken(bearer, {
    projectId: firebase.settings.projectId,
    findKey,
    isEmulated,
    now: clock(),
  });
const payloadOf = (bearer: string) =>
  JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString());

describe('an ID token of Firebase', () => {
  test('says whose it is and of which sign-in', async () => {
    const began = now() - 100;
    const token = await read(await firebase.sign({ sub: 'u1', auth_time: began }));
    expect(token).toMatchObject({ uid: 'u1', session: `${began}000` });
  });

  test('counts up to the second in which it ends', async () => {
    const end = { iat: now() - 3595, auth_time: now() - 3595, exp: now() + 5 };
    expect(await read(await firebase.sign(end))).not.toBeNull();
    expect(await read(await firebase.sign({ ...end, exp: now() }))).toBeNull();
  });

  test.each([
    ['has run out', () => ({ iat: now() - 3700, exp: now() - 100 })],
    ['lives longer than Firebase allows', () => ({ exp: now() + 7200 })],
    ['is of a day to come', () => ({ iat: now() + 600, exp: now() + 1200 })],
    ['says that its owner will have signed in', () => ({ auth_time: now() + 600 })],
    ['is of another issuer', () => ({ iss: 'https://securetoken.google.com/otra' })],
    ['is of Google itself', () => ({ iss: 'https://accounts.google.com' })],
    ['is for another project', () => ({ aud: 'otra-tienda' })],
    [
      'is of another project altogether',
      () => ({ aud: 'otra-tienda', iss: 'https://securetoken.google.com/otra-tienda' }),
    ],
    ['has an empty uid', () => ({ sub: '' })],
    ['has a uid that is too long', () => ({ sub: 'x'.repeat(129) })],
    ['has no sign-in', () => ({ auth_time: undefined })],
    ['has no end', () => ({ exp: undefined })],
    ['has no e-mail', () => ({ email: undefined })],
    ['has an e-mail that is none', () => ({ email: 'nadie' })],
    [
      'is of a way in that the shop does not offer',
      () => ({ firebase: { identities: {}, sign_in_provider: 'anonymous' } }),
    ],
    [
      'is of a tenant',
      () => ({ firebase: { identities: {}, sign_in_provider: 'password', tenant: 'otra' } }),
    ],
  ])('is refused when it %s', async (_what, change) => {
    expect(await read(await firebase.sign(change()))).toBeNull();
  });

  test('is rejected when another key signed it, under any name', async () => {
    const right = await firebase.sign();
    const claims = payloadOf(right);
    const { kid } = JSON.parse(Buffer.from(right.split('.')[0] ?? '', 'base64url').toString());
    const own = await generateKeyPair('RS256', { extractable: true });
    const jwk = await exportJWK(own.publicKey);
    const sign = (header: { kid?: string; jwk?: object }) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(own.privateKey);
    for (const header of [{ kid }, { kid: 'mine' }, {}, { kid, jwk }]) {
      expect(await read(await sign(header))).toBeNull();
    }
    const answer = await fetch(firebase.settings.keysUrl);
    const shared = new TextEncoder().encode(await answer.text());
    const symmetric = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(shared);
    expect(await read(await symmetric)).toBeNull();
    const fits = { findKey: async () => shared, isEmulated: false, now: clock() };
    const { projectId } = firebase.settings;
    expect(await readIdToken(await symmetric, { projectId, ...fits })).toBeNull();
  });

  test('is rejected without a signature, except for the emulator’s', async () => {
    const unsigned = new UnsecuredJWT(payloadOf(await firebase.sign())).encode();
    expect(await read(unsigned)).toBeNull();
    expect(await read(unsigned, true)).toMatchObject({ uid: 'nadie' });
    expect(await read(await firebase.sign(), true)).toBeNull();
    const foreign = new UnsecuredJWT(payloadOf(await firebase.sign({ aud: 'otra' }))).encode();
    expect(await read(foreign, true)).toBeNull();
    const expired = payloadOf(await firebase.sign({ iat: now() - 3700, exp: now() - 100 }));
    expect(await read(new UnsecuredJWT(expired).encode(), true)).toBeNull();
  });
});

describe('the published keys', () => {
  test('are cached as long as their answer says', async () => {
    const find = publishedKeys({ url: firebase.settings.keysUrl, clock });
    const check = async () =>
      readIdToken(await firebase.sign(), {
        projectId: firebase.settings.projectId,
        findKey: find,
        isEmulated: false,
        now: clock(),
      });
    firebase.maxAge = 600;
    const before = firebase.keyRequests;
    await Promise.all([check(), check(), check()]);
    ahead += 599_000;
    expect(await check()).not.toBeNull();
    expect(firebase.keyRequests - before).toBe(1);
    ahead += 2000;
    expect(await check()).not.toBeNull();
    expect(firebase.keyRequests - before).toBe(2);

    // A new key is found at once, but invalid tokens cannot make the shop fetch the keys all the
    // time.
    ahead += 31_000;
    await firebase.turnKeys();
    expect(await check()).not.toBeNull();
    expect(firebase.keyRequests - before).toBe(3);
    const foreign = await firebase.sign({}, { kid: 'none' });
    for (let i = 0; i < 5; i += 1) {
      expect(
        await readIdToken(foreign, {
          projectId: firebase.settings.projectId,
          findKey: find,
          isEmulated: false,
          now: clock(),
        }),
      ).toBeNull();
    }
    expect(firebase.keyRequests - before).toBe(3);

    // While Google is unreachable, the cached keys are still used.
    firebase.isAway = true;
    ahead += 700_000;
    expect(await check()).not.toBeNull();
    firebase.isAway = false;
  });

  test('that cannot be had are an outage, not a refusal', async () => {
    const find = publishedKeys({ url: firebase.settings.keysUrl, clock });
    firebase.isAway = true;
    const bearer = await firebase.sign();
    const rules = { projectId: 'pines-prueba', findKey: find, isEmulated: false, now: clock() };
    await expect(readIdToken(bearer, rules)).rejects.toMatchObject({ code: 'unavailable' });
    firebase.isAway = false;
    expect(await readIdToken(bearer, rules)).not.toBeNull();
  });
});
