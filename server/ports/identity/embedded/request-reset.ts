import { findAccountByEmail } from './accounts.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';
import { insertResetLink } from './reset-links.ts';
import { withQuery } from './return-link.ts';

/**
 * Mails a link for a new password to the address that an account has; to one without an account,
 * nothing. Link and mail are written in one with the account held, so that a link is either older
 * than a change of the password, which takes it back, or asked for after it.
 */
export async function requestReset(
  options: EmbeddedOptions,
  { email, returnTo }: { email: string; returnTo: string },
): Promise<void> {
  const { db, clock, publicUrl, enqueueMail, ringMail } = options;
  const known = await findAccountByEmail(db.queries, email);
  if (!known) return;
  await db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, known.uid);
    if (!account) return;
    const token = await insertResetLink(tx, account.uid, clock());
    const link = `${publicUrl()}/api/identity/reset-password/${token}`;
    const url = withQuery(link, 'callbackURL', returnTo);
    await enqueueMail(tx, { kind: 'reset_password', to: account.email, url });
  });
  ringMail();
}
