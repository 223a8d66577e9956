import { domainToUnicode } from 'node:url';
import { DELIVERY_LIMITS, isEmail } from '#domain/delivery.ts';

/** What a host name may not hold, but Node would read past: an escape, a port, a path. */
const notADomain = /[%:/?#\\[\]]/;
const isNumber = /\.\d+$/;
/** Control characters, and half characters: a database stores another address than that. */
const unwritable = /[\p{Cc}\p{Cs}]/u;

/**
 * Returns the one spelling by which an e-mail's account and orders are found: in lower case, letters
 * with accents composed (NFC), the domain in its own letters instead of `xn--`. A mailbox has one
 * spelling, so it has one account.
 * @returns null when it is no address that mail could be sent to
 */
export function canonicalEmail(text: string): string | null {
  const trimmed = text.trim();
  // Before all else: what follows takes time by the square of the domain's length.
  if (trimmed.length > DELIVERY_LIMITS.email) return null;
  const email = trimmed.normalize('NFC').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@');
  const typed = email.slice(at + 1);
  const domain = notADomain.test(typed) ? '' : domainToUnicode(typed);
  const whole = `${email.slice(0, at)}@${domain}`;
  return isEmail(whole) && !isNumber.test(domain) && !unwritable.test(email + whole) ? whole : null;
}

/**
 * Returns what orders are found by for an e-mail that was typed: its one spelling, or for text that
 * the order form takes though no mail reaches it (`a@b.123`) the text in lower case. Never equal to
 * the spelling of another mailbox.
 */
export function emailKey(text: string): string {
  return canonicalEmail(text) ?? text.trim().normalize('NFC').toLowerCase();
}
