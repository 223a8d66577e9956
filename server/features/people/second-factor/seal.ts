import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Context } from '../../../context.ts';
import { deriveKey } from '../../../secrets.ts';

type Parts = Pick<Context, 'secret' | 'clock'>;

/** What a sealed secret is for: one purpose's never opens as another's. */
type Purpose = { uid: string; use: 'factor' | 'enrolment' };

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' };

/** Encrypts a secret under a key derived from the shop's own. @param seconds after which it is void */
export function seal(
  { secret: shopSecret, clock }: Parts,
  secret: string,
  { uid, use, seconds }: Purpose & { seconds?: number },
): Promise<string> {
  const sealed = new EncryptJWT({ secret })
    .setProtectedHeader(ENCRYPTION)
    .setSubject(uid)
    .setAudience(use);
  if (seconds !== undefined) sealed.setExpirationTime(new Date(clock() + seconds * 1000));
  return sealed.encrypt(keyOf(shopSecret));
}

/** Returns a sealed secret; null when it is void, another's, or sealed under another shop secret. */
export async function unseal(
  { secret: shopSecret, clock }: Parts,
  sealed: string,
  { uid, use }: Purpose,
): Promise<string | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, keyOf(shopSecret), {
      subject: uid,
      audience: use,
      currentDate: new Date(clock()),
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    return typeof payload.secret === 'string' ? payload.secret : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function keyOf(shopSecret: string): Uint8Array {
  return deriveKey(shopSecret, 'second-factor');
}
