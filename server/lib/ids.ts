import { randomBytes, randomInt } from 'node:crypto';

/** Without 0/O, 1/I/L and U/V, which are confused on the phone. */
const SPEAKABLE = '23456789ABCDEFGHJKMNPQRSTWXYZ';

export function speakableLetters(length: number): string {
  const letter = () => SPEAKABLE.charAt(randomInt(SPEAKABLE.length));
  return Array.from({ length }, letter).join('');
}

/** Returns an order id such as `7K4MQ-X2TBA`: short, speakable and unguessable (48 bits). */
export function newOrderId(): string {
  return `${speakableLetters(5)}-${speakableLetters(5)}`;
}

/** Returns a picture's id, which is part of its URL: unguessable (144 bits). */
export function newUploadId(): string {
  return randomBytes(18).toString('base64url');
}

/** Returns the id of a job or an audit entry, which sorts by time (96 random bits). @param now milliseconds since 1970 */
export function newJobId(now: number): string {
  return `${now.toString(36).padStart(9, '0')}${randomBytes(12).toString('hex')}`;
}
