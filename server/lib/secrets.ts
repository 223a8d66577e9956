import {
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldSigns } from '#domain/base/signs.ts';
import type { Config } from '#server/config.ts';
import { writeDurably } from './durable-files.ts';
import { codeOf } from './outages.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;
const FILE = 'secret';

/**
 * Returns the secret that the shop signs with: AUTH_SECRET, or one created once and stored in the
 * data folder. Call it only when this process owns the data folder (the database is open).
 */
export async function loadSecret(
  { auth, dataDir }: Pick<Config, 'auth' | 'dataDir'>,
  scratch: string,
): Promise<string> {
  const stored = await readSecret({ auth, dataDir });
  if (stored !== null) return stored;
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  await writeDurably(join(dataDir, FILE), `${made}\n`, { scratch, mode: OWNER_ONLY });
  return made;
}

/** Returns the secret that the shop signs with, or null before its first start. */
export async function readSecret({
  auth,
  dataDir,
}: Pick<Config, 'auth' | 'dataDir'>): Promise<string | null> {
  if (auth.secret) return auth.secret;
  const stored = await readFile(join(dataDir, FILE), 'utf8').catch((error) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  return stored?.trim() || null;
}

/** Returns a key for one purpose; neither the secret nor another key can be derived from it. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pines/${purpose}`, KEY_BYTES));
}

/** An id, and how often the links to it had been revoked when it was signed. */
export type Linked = { id: string; linksEnded: number };

/**
 * Signs ids of one kind for links, so that no token has to be stored.
 * @param purpose separates the signatures of one kind of id from all others; see `deriveKey`
 */
export function createIdSigner(purpose: string) {
  /** Derived once, because the secret stays the same and each order signs a link. */
  let last: { secret: string; key: KeyObject } | null = null;

  function keyOf(secret: string): KeyObject {
    if (last?.secret !== secret) {
      last = { secret, key: createSecretKey(deriveKey(secret, purpose)) };
    }
    return last.key;
  }

  function sign({ secret }: { secret: string }, text: string): string {
    const signature = createHmac('sha256', keyOf(secret)).update(text);
    return `${text}.${signature.digest('base64url')}`;
  }
  return {
    /** Returns the id with the shop's signature. */
    sign: (signer: { secret: string }, id: string, linksEnded = 0): string =>
      sign(signer, linksEnded === 0 ? id : `${id}~${linksEnded}`),
    /** Returns what was signed, perhaps revoked since; null: not by this shop for this purpose. */
    read: (signer: { secret: string }, copied: string): Linked | null => {
      // A chat or an editor may have put other hyphens or invisible signs into a copied link.
      const token = foldSigns(copied);
      const [text = ''] = token.split('.', 1);
      if (!isSame(token, sign(signer, text))) return null;
      const [id = '', linksEnded = '0'] = text.split('~');
      return { id, linksEnded: Number(linksEnded) };
    },
  };
}

/** Compares in constant time, so that nobody can guess the right text step by step. */
export function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
