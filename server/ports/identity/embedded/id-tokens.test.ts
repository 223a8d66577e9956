import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { stealKey } from '#server/testing/tokens.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';
import { readProof, signProof } from './email-proofs.ts';
import { issuerOf, readIdToken } from './id-tokens.ts';

const CHECK = '/api/auth/check-admin';

describe.each(anyDatabase)('a bearer on %s', (kind) => {
  let browser: Browser;
  let ahead = 0;
  const shop = useShop(kind, { context: { clock: () => Date.now() + ahead } });
  beforeAll(async () => {
    browser = await openAccount(shop, 'ana@correo.cl');
  });

  const check = async (bearer: string) =>
    (await shop.call(CHECK, { headers: { authorization: bearer } })).status;

  async function claims(): Promise<JWTPayload> {
    const token = (await browser.token()) ?? '';
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  }

  test('of a signed-in account is accepted, and contains only uid and session', async () => {
    expect(await check(`Bearer ${await browser.token()}`)).toBe(200);
    const { iat = 0, exp = 0, ...rest } = await claims();
    expect(Object.keys(rest).sort()).toEqual(['aud', 'iss', 'sid', 'sub']);
    expect(exp - iat).toBe(900);
  });

  test.each(['', 'Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', 'bearer  a.b.c'])(
    '%j is refused, also where guests may call: 401',
    async (authorization) => {
      const answer = await shop.call('/api/orders', { json: {}, headers: { authorization } });
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    },
  );

  test('of our own key is accepted as it was made, and refused without one of its claims', async () => {
    const good = await claims();
    const sign = await stealKey(shop.context);
    // Unknown keys are looked up at most once per second.
    ahead = 1500;
    expect(await check(`Bearer ${await sign(good)}`)).toBe(200);
    for (const name of ['iss', 'aud', 'sub', 'sid', 'exp', 'iat']) {
      const { [name]: _, ...less } = good;
      expect(await check(`Bearer ${await sign(less)}`)).toBe(401);
    }
  });
});

test('a token of another algorithm is refused, even if the key found for it fits', async () => {
  const key = new Uint8Array(64).fill(7);
  const now = Date.now();
  const expiresAt = now + 60_000;
  const [publicUrl, email] = ['https://pines.cl', 'ana@correo.cl'];
  const claims = { sub: 'u', sid: 's', iss: issuerOf(publicUrl), aud: publicUrl };
  const times = { iat: Math.floor(now / 1000), exp: Math.floor(expiresAt / 1000) };
  // The public key as a shared secret, and no signature at all.
  const symmetric = new SignJWT({ ...claims, ...times }).setProtectedHeader({ alg: 'HS256' });
  const unsigned = new UnsecuredJWT({ ...claims, ...times }).encode();
  for (const bearer of [await symmetric.sign(key), unsigned])
    expect(await readIdToken(bearer, { findKey: async () => key, publicUrl, now })).toBeNull();
  const link = { key, purpose: 'verify' };
  const right = await signProof({ subject: 'u', email, expiresAt }, link);
  expect(await readProof(right, { ...link, now })).toMatchObject({ email });
  const other = new SignJWT({ email, sub: 'u', aud: 'verify', exp: times.exp });
  const longer = await other.setProtectedHeader({ alg: 'HS512' }).sign(key);
  expect(await readProof(longer, { ...link, now })).toBe('INVALID_TOKEN');
});
