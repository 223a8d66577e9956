import { createHmac, randomInt } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { deriveKey } from '../../../secrets.ts';

/** Without letters that are taken for one another on paper. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const GROUPS = 3;
const GROUP_LENGTH = 4;
const CODES = 10;
const APP_CODE = /^\d{6}$/;

/** Returns ten new codes such as `7K4M-QX2T-BA9R` (58 bits each); each works once. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, randomGroup).join('-'));
}

/** Returns what is stored of a code, however it was typed: a hash under a key of the shop's own. */
export function hashRecoveryCode(
  { secret }: Pick<Context, 'secret'>,
  uid: string,
  code: string,
): string {
  return createHmac('sha256', deriveKey(secret, 'recovery-codes'))
    .update(`${uid}:${plainCode(code)}`)
    .digest('base64url');
}

/** Returns a code of either kind without the blanks and hyphens it was typed with. */
export function plainCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase();
}

/** Whether this is meant as a code of the app rather than a recovery code. */
export function isAppCode(code: string): boolean {
  return APP_CODE.test(plainCode(code));
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join(
    '',
  );
}
