import { domainToUnicode } from 'node:url';
import { DELIVERY_LIMITS, isEmail } from '#domain/delivery.ts';

/** Not allowed in a host name, but accepted by Node: an escape, a port, a path. */
const notADomain = /[%:/?#\\[\]]/;
const isNumber = /\.\d+$/;
/**
 * Control characters; invisible signs, with which two addresses look the same; lone surrogates,
 * with which a database would store another address.
 */
const unwritable = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/**
 * Returns the canonical spelling by which an e-mail's account and orders are found: in lower case,
 * accents composed (NFC), the domain in Unicode instead of `xn--`. So a mailbox has only one
 * account.
 * @returns null when it is not a valid address
 */
export function canonicalEmail(text: string): string | null {
  const trimmed = text.trim();
  // Checked first: the time of the next steps grows with the square of the domain's length.
  if (trimmed.length > DELIVERY_LIMITS.email) return null;
  const email = trimmed.normalize('NFC').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@');
  const typed = email.slice(at + 1);
  const domain = notADomain.test(typed) ? '' : domainToUnicode(typed);
  const whole = `${email.slice(0, at)}@${domain}`;
  return isEmail(whole) && !isNumber.test(domain) && !unwritable.test(email + whole) ? whole : null;
}

/**
 * Returns the key by which orders are found for a typed e-mail: its canonical spelling, or the text
 * in lower case when it is no valid address but the order form accepts it (`a@b.123`). Never equal
 * to the spelling of another mailbox.
 */
export function emailKey(text: string): string {
  return canonicalEmail(text) ?? text.trim().normalize('NFC').toLowerCase();
}
