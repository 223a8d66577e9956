import { createHash } from 'node:crypto';
import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Queries } from '../../../db/types.ts';

/** A pair as better-auth makes it, its private half encrypted by the secret. */
export type StoredKey = {
  id: string;
  publicKey: string;
  privateKey: string;
  alg: 'EdDSA';
  createdAt: Date;
  expiresAt: Date;
};

const DAY_MS = 86_400_000;
/** How long a key signs new tokens. */
export const KEY_LIFE_MS = 90 * DAY_MS;
/** How long a retired key's tokens are still accepted. */
const GRACE_MS = DAY_MS;
/** Unknown key ids may be made up: the keys are read again no more often than this. */
const LOOK_AGAIN_MS = 1000;

/** Where the signing keys lie. Keys of another secret cannot be read and are left alone. */
export function createKeyStore(db: Queries, secret: string) {
  const secretId = createHash('sha256').update(`keys:${secret}`).digest('hex').slice(0, 16);
  return {
    list: async (now: number): Promise<StoredKey[]> => {
      const rows = await db
        .selectFrom('identity_keys')
        .selectAll()
        .where('secret_id', '=', secretId)
        .where('expires_at', '>', now - GRACE_MS)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        publicKey: row.public_key,
        privateKey: row.private_key,
        alg: 'EdDSA',
        createdAt: new Date(row.created_at),
        expiresAt: new Date(row.expires_at),
      }));
    },
    add: async (key: StoredKey): Promise<void> => {
      await db
        .insertInto('identity_keys')
        .values({
          id: key.id,
          public_key: key.publicKey,
          private_key: key.privateKey,
          alg: key.alg,
          secret_id: secretId,
          created_at: key.createdAt.getTime(),
          expires_at: key.expiresAt.getTime(),
        })
        .execute();
    },
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;

export async function publishKeys(store: KeyStore, now: number): Promise<JSONWebKeySet> {
  const keys = await store.list(now);
  return {
    keys: keys.map(({ id, alg, publicKey }) => {
      const jwk: JWK = JSON.parse(publicKey);
      return { ...jwk, kid: id, alg, use: 'sig' };
    }),
  };
}

/**
 * Finds the published key of a token; keeps them, and looks again for one it has not seen.
 * @returns a finder for jose, and how to make it look again at once
 */
export function createKeyFinder(store: KeyStore, clock: () => number) {
  let kept: { ids: Set<string>; find: JWTVerifyGetKey; at: number } | null = null;

  const findKey: JWTVerifyGetKey = async (header, token) => {
    const unknown = !kept?.ids.has(header.kid ?? '');
    if (!kept || (unknown && clock() - kept.at >= LOOK_AGAIN_MS)) {
      const published = await publishKeys(store, clock());
      const ids = new Set(published.keys.map(({ kid }) => kid ?? ''));
      kept = { ids, find: createLocalJWKSet(published), at: clock() };
    }
    return kept.find(header, token);
  };
  const forget = () => {
    kept = null;
  };
  return { findKey, forget };
}
