import { GUEST } from '#contract/privacy.ts';
import type { Owner } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { findPerson, type Person } from '#server/features/people/repo.ts';
import { emailKey } from '#server/lib/canonical-email.ts';

/** How the audit trail names a guest, whose e-mail it must not hold. */
export const GUEST_ENTITY = GUEST;

/** Whom a call is about: an account, or a guest by e-mail. */
export type Subject = { uid: string } | { email: string };

/** @throws ShopError `validation_failed` for a guest without e-mail, or an account with one */
export async function readSubject(
  { db }: Pick<Context, 'db'>,
  { uid, email }: { uid: string; email?: string | undefined },
): Promise<Subject> {
  if (email === undefined && uid !== GUEST) return { uid };
  const isAccount = uid !== GUEST && (await findPerson(db.queries, uid)) !== null;
  if (email === undefined || email === '' || isAccount) {
    const message = isAccount
      ? 'Indica la cuenta o el correo, no los dos'
      : 'Falta el correo de la persona invitada';
    throw new ShopError('validation_failed', { message, fields: { email: message } });
  }
  return { email };
}

/** Whose orders go with an account: its own, and the guest ones of an e-mail that it verified. */
export function ownerOfPerson({ uid, email, email_verified }: Person): Owner {
  return { uid, guestEmail: email_verified === 1 ? email : null };
}

/** Returns whose orders go by an e-mail, in whatever spelling it was typed. */
export function ownerOfEmail(email: string): { uid: null; guestEmail: string } {
  return { uid: null, guestEmail: emailKey(email) };
}
