import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Queries, Tx } from '../../../db/types.ts';
import { toTime } from './times.ts';

const LIFE_MS = 3_600_000;
const TOKEN_BYTES = 24;

/** @returns the token of a new reset link; of it only a hash is kept */
export async function insertResetLink(tx: Tx, uid: string, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx
    .insertInto('identity_verifications')
    .values({
      id: randomUUID(),
      identifier: identify(token),
      value: uid,
      expires_at: toTime(now + LIFE_MS),
      created_at: toTime(now),
      updated_at: toTime(now),
    })
    .execute();
  return token;
}

/** @returns whose password a link may set, or null when it is used up, taken back or too old */
export async function findResetLink(
  db: Queries,
  token: string,
  now: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('identity_verifications')
    .select('value')
    .where('identifier', '=', identify(token))
    .where('expires_at', '>', toTime(now))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Ends links, but not for a reset that has begun before now. */
export async function revokeResetLinks(
  tx: Tx,
  uid: string,
  { askedBefore, now }: { askedBefore: number; now: number },
): Promise<void> {
  await tx
    .updateTable('identity_verifications')
    .set({ expires_at: toTime(now) })
    .where('value', '=', uid)
    .where('created_at', '<', toTime(askedBefore))
    .where('expires_at', '>', toTime(now))
    .execute();
}

/**
 * @param begunAt when the reset began, in milliseconds since 1970
 * @returns whether the link was good then and has not been used since; now it is
 */
export async function useResetLink(tx: Tx, token: string, begunAt: number): Promise<boolean> {
  const used = await tx
    .deleteFrom('identity_verifications')
    .where('identifier', '=', identify(token))
    .where('expires_at', '>', toTime(begunAt))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

function identify(token: string): string {
  return createHash('sha256').update(`reset-password:${token}`).digest('base64url');
}
