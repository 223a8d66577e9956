import { IdentityError } from '../errors.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/**
 * Holds new passwords to the shop's lengths: Firebase by itself takes shorter ones.
 * @throws IdentityError `weak-password`, `password-too-long`
 */
export function checkNewPassword({ length }: string): void {
  if (length < MIN_LENGTH) throw new IdentityError('weak-password');
  if (length > MAX_LENGTH) throw new IdentityError('password-too-long');
}

/**
 * Returns where a mail's link leads back to, absolute.
 * @throws IdentityError `unauthorized-domain` for a link to elsewhere
 */
export function ownLink(link: string, origin: string): string {
  if (!URL.canParse(link, origin)) throw new IdentityError('unauthorized-domain');
  const url = new URL(link, origin);
  if (url.origin !== origin) throw new IdentityError('unauthorized-domain');
  return url.href;
}
