import { hash, randomBytes } from 'node:crypto';
import { HOUR_MS } from '#domain/base/dates.ts';
import type { Tx } from '#server/db/types.ts';
import { type AccountRow, findAccountRow, lockAccount } from './accounts.ts';
import { findPassword, proveMailbox, storePassword } from './credentials.ts';
import type { EmailProof } from './email-proofs.ts';
import { type FirstEntryProblem, readFirstEntry, useFirstEntry } from './first-entry.ts';
import type { Hashing } from './hashing.ts';
import type { EmbeddedOptions } from './options.ts';
import { type PasswordProblem, passwordProblem } from './password-rules.ts';
import { withQuery } from './return-link.ts';

/** An account, and the hash of its new password. */
export type ResetAccount = { uid: string; email: string; passwordHash: string };

export type ResetProblem = PasswordProblem | FirstEntryProblem | 'INVALID_TOKEN';

/** A link that is valid: the mailed one of an account, or the first admin's. */
type ResetLink = { email: string } & ({ uid: string } | { firstEntry: EmailProof });

/** Returns what a link's token stands for, or why it is not accepted. */
export async function findResetLink(
  options: EmbeddedOptions,
  token: string,
): Promise<ResetLink | FirstEntryProblem | 'INVALID_TOKEN'> {
  const { queries } = options.db;
  // Tokens of mailed links have no dots, unless the end of a sentence was copied too.
  if (token.split('.').length === 3) {
    const firstEntry = await readFirstEntry(options, token);
    return typeof firstEntry === 'string' ? firstEntry : { email: firstEntry.email, firstEntry };
  }
  const row = await queries
    .selectFrom('identity_reset_links as link')
    .innerJoin('identity_users as user', 'user.id', 'link.user_id')
    .select(['user.id as uid', 'user.email'])
    .where('token_hash', '=', hashToken(token))
    .where('link.expires_at', '>', options.clock())
    .executeTakeFirst();
  return row ?? 'INVALID_TOKEN';
}

/**
 * Sets an account's new password by a link, once: all its sessions and other links end, and an
 * unverified account is handed over to the reader of its mail. The first admin's link also creates
 * the account, if there is none, and makes it an admin.
 * @returns the account, whose e-mail is now verified
 */
export async function resetPassword(
  options: EmbeddedOptions,
  { token, newPassword, hashing }: { token: string; newPassword: string; hashing: Hashing },
): Promise<ResetAccount | ResetProblem> {
  const { db, clock, sendNotice, shopName } = options;
  const begunAt = clock();
  const link = await findResetLink(options, token);
  if (typeof link === 'string') return link;
  const problem = await passwordProblem(newPassword, {
    email: link.email,
    shopName: await shopName(),
  });
  if (problem) return problem;
  const hash = await hashing.hash(newPassword);
  return db.transaction(async (tx): Promise<ResetAccount | ResetProblem> => {
    const account = await openLink(options, tx, { link, token, begunAt });
    if (typeof account === 'string') return account;
    const { uid, email } = account;
    const known = await findPassword(tx, { uid });
    await storePassword(tx, { uid, hash }, clock());
    await proveMailbox(options, tx, { account, keepsPassword: true, endSessions: true });
    if ('firstEntry' in link) {
      await options.remember(tx, { uid, email, emailVerified: true });
      await options.grantAdmin(tx, uid);
    }
    const facts = { to: email, at: clock() };
    if (known) await sendNotice(tx, { kind: 'password_changed', ...facts });
    else await sendNotice(tx, { kind: 'sign_in_method_added', method: 'password', ...facts });
    return { uid, email, passwordHash: hash };
  });
}

/** Uses a link up. @returns its account, locked */
async function openLink(
  options: EmbeddedOptions,
  tx: Tx,
  { link, token, begunAt }: { link: ResetLink; token: string; begunAt: number },
): Promise<AccountRow | FirstEntryProblem | 'INVALID_TOKEN'> {
  if ('firstEntry' in link) {
    return (await useFirstEntry(options, tx, link.firstEntry)) ?? 'FIRST_ENTRY_USED';
  }
  const account = await lockAccount(options, tx, link.uid);
  return account && (await useResetLink(tx, token, begunAt)) ? account : 'INVALID_TOKEN';
}

/**
 * Mails a link for a new password, if the e-mail has an account. Link and mail are written in one
 * transaction that locks the account, so that a link is either older than a change of the password,
 * which revokes it, or requested after it.
 */
export async function requestReset(
  options: EmbeddedOptions,
  { email, returnTo }: { email: string; returnTo: string },
): Promise<void> {
  const { db, clock, publicUrl, enqueueMail } = options;
  const known = await findAccountRow(db.queries, { email });
  if (!known) return;
  await db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, known.uid);
    if (!account) return;
    const token = await insertResetLink(tx, account.uid, clock());
    const link = `${publicUrl()}/api/identity/reset-password/${token}`;
    const url = withQuery(link, 'callbackURL', returnTo);
    await enqueueMail(tx, { kind: 'reset_password', to: account.email, url });
  });
}

const LIFE_MS = HOUR_MS;
const TOKEN_BYTES = 24;

/** Creates a reset link. @returns its token, of which only the hash is stored */
async function insertResetLink(tx: Tx, uid: string, now: number): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx
    .insertInto('identity_reset_links')
    .values({
      token_hash: hashToken(token),
      user_id: uid,
      expires_at: now + LIFE_MS,
      created_at: now,
    })
    .execute();
  return token;
}

/** Revokes links, except for a reset that has already begun. */
export async function revokeResetLinks(
  tx: Tx,
  uid: string,
  { requestedBefore, now }: { requestedBefore: number; now: number },
): Promise<void> {
  await tx
    .updateTable('identity_reset_links')
    .set({ expires_at: now })
    .where('user_id', '=', uid)
    .where('created_at', '<', requestedBefore)
    .where('expires_at', '>', now)
    .execute();
}

/**
 * Uses a link up.
 * @param begunAt when the reset began, in milliseconds since 1970
 * @returns false when the link was not valid then, or has been used since
 */
async function useResetLink(tx: Tx, token: string, begunAt: number): Promise<boolean> {
  const used = await tx
    .deleteFrom('identity_reset_links')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', begunAt)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

const hashToken = (token: string) => hash('sha256', token, 'base64url');
