import { hash, randomUUID } from 'node:crypto';
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
import type { Selectable } from 'kysely';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Queries, Schema } from '#server/db/types.ts';

const ALGORITHM = 'EdDSA';
/** How long a key signs new tokens. */
const KEY_LIFE_MS = 90 * DAY_MS;
/** How long a retired key's tokens are still accepted. */
const GRACE_MS = DAY_MS;
/** Minimum time between two reads of the keys for unknown key ids, which may be invented. */
const READ_AGAIN_MS = 1000;

/** A key that signs new ID tokens; `id` is the `kid` of its tokens. */
export type SigningKey = { id: string; privateKey: CryptoKey | Uint8Array };

type KeyRow = Selectable<Schema['identity_keys']>;

/**
 * Stores the keys that sign ID tokens: the public key as a JWK, the private key as a JWK encrypted
 * with the secret (JWE). Keys of another secret cannot be decrypted and are not changed.
 */
export function createKeyStore(db: Queries, secret: string, clock: () => number) {
  const secretId = hash('sha256', `signing keys:${secret}`).slice(0, 16);
  const wrappingKey = hash('sha256', `wrap signing keys:${secret}`, 'buffer');
  /** The last key that was decrypted. */
  let current: SigningKey | null = null;
  let published: { ids: Set<string>; find: JWTVerifyGetKey; at: number } | null = null;

  /** Returns the keys whose tokens are accepted, the newest first. */
  function list(): Promise<KeyRow[]> {
    return db
      .selectFrom('identity_keys')
      .selectAll()
      .where('secret_id', '=', secretId)
      .where('expires_at', '>', clock() - GRACE_MS)
      .orderBy('created_at', 'desc')
      .execute();
  }

  async function add(key: Omit<KeyRow, 'alg' | 'secret_id'>): Promise<void> {
    const row = { ...key, alg: ALGORITHM, secret_id: secretId };
    await db.insertInto('identity_keys').values(row).execute();
  }

  async function create(): Promise<SigningKey> {
    const pair = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
    const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
    const id = randomUUID();
    const now = clock();
    await add({
      id,
      public_key: JSON.stringify(await exportJWK(pair.publicKey)),
      private_key: await new CompactEncrypt(new TextEncoder().encode(privateJwk))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(wrappingKey),
      created_at: now,
      expires_at: now + KEY_LIFE_MS,
    });
    published = null;
    return { id, privateKey: pair.privateKey };
  }

  async function decrypt({ id, private_key }: KeyRow): Promise<SigningKey> {
    const { plaintext } = await compactDecrypt(private_key, wrappingKey);
    const jwk: JWK = JSON.parse(new TextDecoder().decode(plaintext));
    return { id, privateKey: await importJWK(jwk, ALGORITHM) };
  }

  /** Returns the newest key that still signs; creates one if there is none. */
  async function findSigningKey(): Promise<SigningKey> {
    const newest = (await list()).find(({ expires_at }) => expires_at > clock());
    if (current && current.id === newest?.id) return current;
    current = newest ? await decrypt(newest) : await create();
    return current;
  }

  async function publish(): Promise<JSONWebKeySet> {
    const keys = (await list()).map(({ id, public_key }) => {
      const jwk: JWK = JSON.parse(public_key);
      return { ...jwk, kid: id, alg: ALGORITHM, use: 'sig' };
    });
    return { keys };
  }

  /** Finds the public key of a token in a cache, which is reloaded for an unknown key. */
  const findKey: JWTVerifyGetKey = async (header, token) => {
    const isUnknown = !published?.ids.has(header.kid ?? '');
    if (!published || (isUnknown && Math.abs(clock() - published.at) >= READ_AGAIN_MS)) {
      const set = await publish();
      const ids = new Set(set.keys.map(({ kid }) => kid ?? ''));
      published = { ids, find: createLocalJWKSet(set), at: clock() };
    }
    return published.find(header, token);
  };

  return { add, publish, findSigningKey, findKey };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
