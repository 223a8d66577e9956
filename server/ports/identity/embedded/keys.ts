import { createHash, randomUUID } from 'node:crypto';
import {
  CompactEncrypt,
  type CryptoKey,
  compactDecrypt,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Queries } from '#server/db/types.ts';

const ALGORITHM = 'EdDSA';
const DAY_MS = 86_400_000;
/** How long a key signs new tokens. */
const KEY_LIFE_MS = 90 * DAY_MS;
/** How long a retired key's tokens are still accepted. */
const GRACE_MS = DAY_MS;
/** Unknown key ids may be made up: the keys are read again no more often than this. */
const READ_AGAIN_MS = 1000;

/** What signs new ID tokens; `id` is the `kid` of its tokens. */
export type SigningKey = { id: string; privateKey: CryptoKey | Uint8Array };

/** A stored pair: the public half as a JWK, the private one as a JWE of its JWK. */
export type StoredKey = {
  id: string;
  publicKey: string;
  privateKey: string;
  createdAt: number;
  expiresAt: number;
};

/**
 * Stores the keys that sign ID tokens, the private halves encrypted by the secret. Keys of another
 * secret cannot be read and are left alone.
 */
export function createKeyStore(db: Queries, secret: string, clock: () => number) {
  const secretId = createHash('sha256').update(`signing keys:${secret}`).digest('hex').slice(0, 16);
  const wrappingKey = createHash('sha256').update(`wrap signing keys:${secret}`).digest();
  /** The last key that was decrypted. */
  let current: SigningKey | null = null;
  let published: { ids: Set<string>; find: JWTVerifyGetKey; at: number } | null = null;

  /** Returns the keys whose tokens are accepted, the newest first. */
  async function list(): Promise<StoredKey[]> {
    const rows = await db
      .selectFrom('identity_keys')
      .selectAll()
      .where('secret_id', '=', secretId)
      .where('expires_at', '>', clock() - GRACE_MS)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      publicKey: row.public_key,
      privateKey: row.private_key,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  }

  async function add({ id, publicKey, privateKey, ...times }: StoredKey): Promise<void> {
    await db
      .insertInto('identity_keys')
      .values({
        id,
        public_key: publicKey,
        private_key: privateKey,
        alg: ALGORITHM,
        secret_id: secretId,
        created_at: times.createdAt,
        expires_at: times.expiresAt,
      })
      .execute();
  }

  async function create(): Promise<SigningKey> {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
    const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
    const id = randomUUID();
    const now = clock();
    await add({
      id,
      publicKey: JSON.stringify(await exportJWK(pair.publicKey)),
      privateKey: await new CompactEncrypt(new TextEncoder().encode(privateJwk))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(wrappingKey),
      createdAt: now,
      expiresAt: now + KEY_LIFE_MS,
    });
    published = null;
    return { id, privateKey: pair.privateKey };
  }

  async function decrypt({ id, privateKey }: StoredKey): Promise<SigningKey> {
    const { plaintext } = await compactDecrypt(privateKey, wrappingKey);
    const jwk: JWK = JSON.parse(new TextDecoder().decode(plaintext));
    return { id, privateKey: await importJWK(jwk, ALGORITHM) };
  }

  /** Returns the newest key that still signs, a new one when there is none. */
  async function findSigningKey(): Promise<SigningKey> {
    const newest = (await list()).find(({ expiresAt }) => expiresAt > clock());
    if (current && current.id === newest?.id) return current;
    current = newest ? await decrypt(newest) : await create();
    return current;
  }

  /** Returns the public keys for `/jwks`. */
  async function publish(): Promise<JSONWebKeySet> {
    const keys = (await list()).map(({ id, publicKey }) => {
      const jwk: JWK = JSON.parse(publicKey);
      return { ...jwk, kid: id, alg: ALGORITHM, use: 'sig' };
    });
    return { keys };
  }

  /** Finds the public key of a token: cached ones, read anew for an unknown one. */
  const findKey: JWTVerifyGetKey = async (header, token) => {
    const isUnknown = !published?.ids.has(header.kid ?? '');
    if (!published || (isUnknown && clock() - published.at >= READ_AGAIN_MS)) {
      const set = await publish();
      const ids = new Set(set.keys.map(({ kid }) => kid ?? ''));
      published = { ids, find: createLocalJWKSet(set), at: clock() };
    }
    return published.find(header, token);
  };

  return { add, publish, findSigningKey, findKey };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
