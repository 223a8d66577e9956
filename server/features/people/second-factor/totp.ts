import { createHmac, randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { foldSigns } from '#domain/base/signs.ts';
import type { Context } from '#server/context.ts';
import { speakableLetters } from '#server/lib/ids.ts';
import { deriveKey, isSame } from '#server/lib/secrets.ts';

/** Defaults of every authenticator app (RFC 6238): six digits, half a minute each. */
const DIGITS = 6;
const PERIOD_S = 30;
const PERIOD_MS = PERIOD_S * 1000;
/** Maximum difference of a phone's clock, in steps. */
const DRIFT_STEPS = 1;
const SECRET_BYTES = 16;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret of 128 bits, as the text whose bytes are shared with the app (RFC 4226, section 4). */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Returns the code of a step (RFC 4226, section 5.3). */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * Returns the step of a code, in half minutes since 1970; null for a code of no current or adjacent
 * step.
 * @param now milliseconds since 1970
 */
export function findStep(secret: string, code: string, now: number): number | null {
  const current = Math.floor(now / PERIOD_MS);
  let found: number | null = null;
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step += 1) {
    if (isSame(code, codeOfStep(secret, step))) found = step;
  }
  return found;
}

/** Returns the content of the QR code, and the secret for typing: groups of four letters. */
export function describeSecret(
  secret: string,
  { issuer, account }: { issuer: string; account: string },
): { uri: string; secret: string } {
  const typed = toBase32(Buffer.from(secret));
  // Apps show `+` as it is, and take what is before a colon as the issuer.
  const shop = encodeURIComponent(issuer.replaceAll(/: ?/g, ' '));
  const label = `${shop}:${encodeURIComponent(account)}`;
  return {
    uri: `otpauth://totp/${label}?secret=${typed}&issuer=${shop}&digits=${DIGITS}&period=${PERIOD_S}`,
    secret: typed.match(/.{1,4}/g)?.join(' ') ?? typed,
  };
}

/** Writes bytes by RFC 4648, section 6, without padding. */
function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const GROUPS = 3;
const GROUP_LENGTH = 4;
const CODES = 10;
const APP_CODE = /^\d{6}$/;

/** Returns ten new codes such as `7K4M-QX2T-BA9R` (58 bits each); each works once. */
export function newRecoveryCodes(): string[] {
  const group = () => speakableLetters(GROUP_LENGTH);
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, group).join('-'));
}

/** Returns the stored hash of a code, however it was typed, keyed by the shop's secret. */
export function hashRecoveryCode(
  { secret }: Pick<Context, 'secret'>,
  uid: string,
  code: string,
): string {
  return createHmac('sha256', deriveKey(secret, 'recovery-codes'))
    .update(`${uid}:${plainCode(code)}`)
    .digest('base64url');
}

/** Returns a code of either kind without spaces and hyphens, of any kind. */
export function plainCode(code: string): string {
  return foldSigns(code).replaceAll(/[ -]/g, '').toUpperCase();
}

/** Returns whether this is a code of the app, else a recovery code. */
export function isAppCode(code: string): boolean {
  return APP_CODE.test(plainCode(code));
}

type Parts = Pick<Context, 'secret' | 'clock'>;

/** The purpose of an encrypted secret: one cannot be decrypted for another purpose. */
type Purpose = { uid: string; use: 'factor' | 'enrolment' };

const ENCRYPTION = { alg: 'dir', enc: 'A256GCM' };

/** Returns a secret encrypted by a key derived from the shop's own. @param seconds until it expires */
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

/** Returns a decrypted secret; null when it is expired, another's, or encrypted by another shop secret. */
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
