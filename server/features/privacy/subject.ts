import { GUEST } from '#contract/privacy/privacy.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Owner } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { findPerson, type Person } from '#server/features/people/repo.ts';
import { emailKey } from '#server/lib/canonical-email.ts';

/** The audit log's id of a guest, because it must not contain the e-mail. */
export const GUEST_ENTITY = GUEST;

/** The person of a call: an account, or a guest by e-mail. */
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

/** Returns the orders of an account: its own, and the guest ones of its verified e-mail. */
export function ownerOfPerson({ uid, email, email_verified }: Person): Owner {
  return { uid, guestEmail: email_verified === 1 ? email : null };
}

/** Returns the orders of an e-mail, in any spelling. */
export function ownerOfEmail(email: string): { uid: null; guestEmail: string } {
  return { uid: null, guestEmail: emailKey(email) };
}
