import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Context } from '#server/context.ts';
import { issuerOf } from '#server/ports/identity/embedded/id-tokens.ts';
import { publishedKeys, stealKey } from '#server/testing/tokens.ts';

type Shop = { fetch: (path: string) => Promise<Response>; context: Context };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the account and session of a token. */
export function readClaims(bearer: string): { uid: string; sid: string } {
  const text = Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString();
  const { sub, sid }: { sub: string; sid: string } = JSON.parse(text);
  return { uid: sub, sid };
}

/**
 * Forges tokens in a user's name.
 * @param victim a valid token of that user
 * @param other a valid token of another user, to be changed
 * @returns invalid tokens by their flaw, and a valid one made in the same way
 */
export async function forgeTokens(
  shop: Shop,
  { victim, other }: { victim: string; other: string },
): Promise<{ bad: Record<string, string>; good: string }> {
  const { publicUrl } = shop.context;
  const claimed = readClaims(victim);
  const now = Math.floor(Date.now() / 1000);
  const right = {
    sub: claimed.uid,
    sid: claimed.sid,
    iat: now,
    exp: now + 600,
    iss: issuerOf(publicUrl),
    aud: publicUrl,
  };
  const steal = await stealKey(shop.context);
  const [head = '', , signature = ''] = victim.split('.');
  const { kid }: { kid: string } = JSON.parse(Buffer.from(head, 'base64url').toString());
  const own = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const sign = (header: { alg: string; kid: string }, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(right).setProtectedHeader(header).sign(key);
  const published = (await publishedKeys(shop)).find((key) => key.kid === kid);
  const jwk = await exportJWK(own.publicKey);
  return {
    good: await steal(right),
    bad: {
      'of no form at all': 'bearer',
      'of another key under our key’s name': await sign({ alg: 'EdDSA', kid }, own.privateKey),
      'of another key under its own name': await sign(
        { alg: 'EdDSA', kid: 'mine' },
        own.privateKey,
      ),
      'with its own key in the header': await new SignJWT(right)
        .setProtectedHeader({ alg: 'EdDSA', kid, jwk })
        .sign(own.privateKey),
      'with alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${encode(right)}.`,
      'with alg none and a signature': `${encode({ alg: 'none', kid })}.${encode(right)}.${signature}`,
      'with our public key as a shared secret': await sign(
        { alg: 'HS256', kid },
        new TextEncoder().encode(JSON.stringify(published)),
      ),
      'with changed claims': other.replace(/\.[^.]+\./, `.${encode(right)}.`),
      expired: await steal({ ...right, iat: now - 1200, exp: now - 300 }),
      'of too long a life': await steal({ ...right, iat: now - 3600 }),
      'of a day to come': await steal({ ...right, iat: now + 3600, exp: now + 7200 }),
      'of another issuer': await steal({ ...right, iss: 'https://otra.cl/api/identity' }),
      'for another audience': await steal({ ...right, aud: 'https://otra.cl' }),
      'without a session': await steal({ ...right, sid: undefined }),
      'of a session that never was': await steal({ ...right, sid: 'nunca' }),
      'of a session of another user': await steal({ ...right, sid: readClaims(other).sid }),
    },
  };
}
