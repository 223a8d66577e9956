import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import { deriveKey } from '#server/lib/secrets.ts';
import { createKeyStore } from '#server/ports/identity/embedded/keys.ts';

/**
 * Adds a signing key to the shop that the test can use, as if it were stolen. The shop signs with
 * its newest key, so it must have signed something before.
 */
export async function stealKey({
  db,
  secret,
}: Pick<Context, 'db' | 'secret'>): Promise<(claims: JWTPayload) => Promise<string>> {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const id = randomUUID();
  const authKey = deriveKey(secret, 'identity').toString('base64url');
  await createKeyStore(db.queries, authKey, Date.now).add({
    id,
    public_key: JSON.stringify(await exportJWK(publicKey)),
    private_key: '',
    created_at: Date.now() - DAY_MS,
    expires_at: Date.now() + DAY_MS,
  });
  return (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid: id }).sign(privateKey);
}

/** Returns the keys that the shop publishes. */
export async function publishedKeys(shop: {
  fetch: (path: string) => Promise<Response>;
}): Promise<JWK[]> {
  const answer = await shop.fetch('/api/identity/jwks');
  const { keys }: { keys: JWK[] } = JSON.parse(await answer.text());
  return keys;
}
