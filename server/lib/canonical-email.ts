import { domainToUnicode } from 'node:url';
import { isEmail, MAX_EMAIL_LENGTH } from '#domain/people/emails.ts';

/**
 * Returns the canonical spelling by which an e-mail's account and orders are found: in lower case,
 * accents composed (NFC), the domain in Unicode instead of `xn--`. So a mailbox has only one
 * account.
 * @returns null when it is not a valid address
 */
export function canonicalEmail(text: string): string | null {
  const trimmed = text.trim();
  // Checked first: the time of the next steps grows with the square of the domain's length.
  if (trimmed.length > MAX_EMAIL_LENGTH) return null;
  const email = trimmed.normalize('NFC').toLowerCase().normalize('NFC');
  if (!isEmail(email)) return null;
  const at = email.lastIndexOf('@');
  const whole = `${email.slice(0, at)}@${domainToUnicode(email.slice(at + 1))}`;
  return isEmail(whole) ? whole : null;
}

/**
 * Returns the key by which orders are found for a typed e-mail: its canonical spelling, or the text
 * in lower case when it is no valid address. Never equal to the spelling of another mailbox.
 */
export function emailKey(text: string): string {
  return canonicalEmail(text) ?? text.trim().normalize('NFC').toLowerCase();
}
