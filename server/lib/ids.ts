import { randomBytes, randomInt } from 'node:crypto';

/** Without 0/O, 1/I/L and U/V, which are mixed up when read over the phone. */
const SPEAKABLE = '23456789ABCDEFGHJKMNPQRSTWXYZ';
const ORDER_ID_LENGTH = 10;

/** @returns an order number such as `7K4MQ-X2TBA`: short, speakable and unguessable (48 bits) */
export function newOrderId(): string {
  const letters = Array.from({ length: ORDER_ID_LENGTH }, () =>
    SPEAKABLE.charAt(randomInt(SPEAKABLE.length)),
  ).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** @returns a picture's name in its address, unguessable (144 bits) */
export function newUploadId(): string {
  return randomBytes(18).toString('base64url');
}

/** @returns a job's name, later ones sort behind (96 bits); `now` in milliseconds since 1970 */
export function newJobId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}${randomBytes(12).toString('hex')}`;
}

/** @returns an audit entry's name, made like a job's */
export function newAuditId(now: number): string {
  return newJobId(now);
}
