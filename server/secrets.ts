import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { writeDurably } from './durable-files.ts';

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;
const FILE = 'secret';

/**
 * The secret that the shop signs with: AUTH_SECRET, or one made once and kept in the data folder.
 * Call it when the data folder is ours alone (the database is open).
 */
export async function loadSecret(
  { auth, dataDir }: Pick<Config, 'auth' | 'dataDir'>,
  scratch: string,
): Promise<string> {
  if (auth.secret) return auth.secret;
  const path = join(dataDir, FILE);
  const kept = await readFile(path, 'utf8').catch(ifMissing);
  if (kept?.trim()) return kept.trim();
  const made = randomBytes(SECRET_BYTES).toString('base64url');
  await writeDurably(path, `${made}\n`, { scratch, mode: OWNER_ONLY });
  return made;
}

/** @returns a key for one purpose, from which neither the secret nor another key follows */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `pines/${purpose}`, KEY_BYTES));
}

function ifMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
