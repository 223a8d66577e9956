import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, openAccount } from '#server/testing/accounts.ts';
import { publishedKeys, stealKey } from '#server/testing/tokens.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';

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
    '%j is refused: 401',
    async (bearer) => {
      expect(await check(bearer)).toBe(401);
    },
  );

  test('is refused on a route that guests may call too: 401', async () => {
    const headers = { authorization: 'Bearer a.b.c' };
    const answer = await shop.call('/api/orders', { json: {}, headers });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  test('signed by another key is refused, under our key id and under its own: 401', async () => {
    const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const payload = await claims();
    const keys = await publishedKeys(shop);
    for (const kid of [keys[0]?.kid ?? '', 'mine']) {
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(privateKey);
      expect(await check(`Bearer ${token}`)).toBe(401);
    }
  });

  test('signed with the published key as a shared secret is refused: 401', async () => {
    const keys = await publishedKeys(shop);
    const token = await new SignJWT(await claims())
      .setProtectedHeader({ alg: 'HS256', kid: keys[0]?.kid ?? '' })
      .sign(Buffer.from(keys[0]?.x ?? '', 'base64url'));
    expect(await check(`Bearer ${token}`)).toBe(401);
  });

  test('without a signature is refused: 401', async () => {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const body = encode(await claims());
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await check(`Bearer ${encode({ alg })}.${body}.`)).toBe(401);
      expect(await check(`Bearer ${encode({ alg })}.${body}.AAAA`)).toBe(401);
    }
  });

  test('of our own key is accepted as it was made, and refused for any other claim', async () => {
    const good = await claims();
    const sign = await stealKey(shop.context);
    // Unknown keys are looked up at most once per second.
    ahead = 1500;
    expect(await check(`Bearer ${await sign(good)}`)).toBe(200);
    const now = Math.floor(Date.now() / 1000);
    for (const wrong of [
      { iss: 'https://evil.cl/api/identity' },
      { aud: 'https://evil.cl' },
      { sub: 'another' },
      { sid: 'another' },
      { exp: now - 60 },
      { iat: now - 3600, exp: now + 3600 },
    ]) {
      expect(await check(`Bearer ${await sign({ ...good, ...wrong })}`)).toBe(401);
    }
    for (const name of ['iss', 'aud', 'sub', 'sid', 'exp', 'iat']) {
      const { [name]: _, ...less } = good;
      expect(await check(`Bearer ${await sign(less)}`)).toBe(401);
    }
  });

  test('is rejected after its session has ended, long before it expires: 401', async () => {
    const other = await openAccount(shop, 'bea@correo.cl', { verified: false });
    const token = await other.token();
    expect(await check(`Bearer ${token}`)).toBe(200);
    await other.ask('/sign-out', {});
    expect(await check(`Bearer ${token}`)).toBe(401);
  });

  test('expires after 15 minutes, and a fresh one follows until the session ends', async () => {
    const token = await browser.token();
    ahead += 14 * 60_000;
    expect(await check(`Bearer ${token}`)).toBe(200);
    ahead += 2 * 60_000;
    expect(await check(`Bearer ${token}`)).toBe(401);
    ahead = 0;
    expect(await check(`Bearer ${await browser.token()}`)).toBe(200);
  });
});
