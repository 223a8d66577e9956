import { DAY_MS } from '#domain/base/dates.ts';
import { answerJson, redirect, refuse, textOf } from '#server/ports/identity/calls.ts';
import type { Account, IdentityCall, IdentityRequest } from '#server/ports/identity/identity.ts';
import { deleteUser, findAccountRow, lockAccount, markVerified } from './accounts.ts';
import { createMailAttempts } from './attempts.ts';
import { sessionUser } from './cookies.ts';
import { readProof, signProof } from './email-proofs.ts';
import type { CallParts, EmbeddedOptions } from './options.ts';
import { returnLink, withQuery } from './return-link.ts';
import { findSession, type SessionUser } from './sessions.ts';

const DEFAULT_RETURN = '/?emailVerified=true';
const PATH = '/verify-email';
const LIFE_MS = DAY_MS;

/** The account that a mail was sent to, or the reason why its link is rejected. */
type Proven = Account | 'TOKEN_EXPIRED' | 'INVALID_TOKEN';

/**
 * Returns the calls that verify an e-mail. The mail's link proves the mailbox, the session proves
 * the account: both are required, or an attacker's account would be verified by the click of the
 * person whose address the attacker used.
 */
export function verificationCalls({ options, attempts }: CallParts): IdentityCall[] {
  const { db, mailKey, clock, publicUrl } = options;
  const signer = { key: mailKey, purpose: 'verify-email' };
  const countMail = createMailAttempts(options.limits, 'verify_email');

  async function answerRequest(request: IdentityRequest): Promise<Response> {
    const user = await sessionUser(options, request);
    if (!user) return refuse(401, 'UNAUTHORIZED');
    const link = returnLink(options, textOf(request, 'callbackURL') ?? DEFAULT_RETURN);
    if (link === null) return refuse(403, 'INVALID_CALLBACK_URL');
    if (user.emailVerified) return refuse(400, 'EMAIL_ALREADY_VERIFIED');
    await countMail({ to: user.email, address: request.ip });
    const { uid: subject, email } = user;
    const token = await signProof({ subject, email, expiresAt: clock() + LIFE_MS }, signer);
    const query = new URLSearchParams({ token, callbackURL: link });
    const url = `${publicUrl()}/api/identity${PATH}?${query}`;
    await options.enqueueMail(db.queries, { kind: 'verify_email', to: user.email, url });
    return answerJson(200, { status: true });
  }

  async function answerLink(request: IdentityRequest): Promise<Response> {
    const link = returnLink(options, request.query.callbackURL ?? DEFAULT_RETURN);
    if (link === null) return refuse(403, 'INVALID_CALLBACK_URL');
    const token = String(request.query.token ?? '');
    const account = await provenAccount(token);
    if (typeof account === 'string') return redirect(withQuery(link, 'error', account));
    if (account.emailVerified) return redirect(link);
    const user = await sessionUser(options, request);
    if (user?.uid !== account.uid) {
      const home = new URL(`/?error=SIGN_IN_TO_VERIFY`, link);
      home.hash = `verify-email=${token}`;
      return redirect(home.href);
    }
    const isVerified = await verifyEmail(options, user, account.email);
    return redirect(isVerified ? link : withQuery(link, 'error', 'INVALID_TOKEN'));
  }

  async function answerProof(request: IdentityRequest): Promise<Response> {
    const account = await readProven(request);
    if (typeof account === 'string') return refuse(400, account);
    const user = await sessionUser(options, request);
    if (!user) return refuse(401, 'UNAUTHORIZED');
    if (user.uid !== account.uid) return refuse(403, 'INVALID_USER');
    if (!(await verifyEmail(options, user, account.email))) return refuse(401, 'UNAUTHORIZED');
    return answerJson(200, { status: true });
  }

  async function answerRejection(request: IdentityRequest): Promise<Response> {
    const account = await readProven(request);
    if (typeof account === 'string') return refuse(400, account);
    if (!(await rejectAccount(options, account.uid))) return refuse(400, 'EMAIL_ALREADY_VERIFIED');
    return answerJson(200, { status: true });
  }

  async function readProven(request: IdentityRequest): Promise<Proven> {
    await attempts.link.consume(request.ip);
    return provenAccount(textOf(request, 'token') ?? '');
  }

  async function provenAccount(token: string): Promise<Proven> {
    const proof = await readProof(token, { ...signer, now: clock() });
    if (typeof proof === 'string') return proof;
    const account = await findAccountRow(db.queries, { id: proof.subject });
    return account?.email === proof.email ? account : 'INVALID_TOKEN';
  }

  return [
    { method: 'POST', path: '/send-verification-email', answer: answerRequest },
    { method: 'GET', path: PATH, answer: answerLink },
    { method: 'POST', path: PATH, answer: answerProof },
    { method: 'POST', path: '/reject-account', answer: answerRejection },
  ];
}

/**
 * Marks an account's e-mail as verified, while the session that confirmed it is still open.
 * @param email the address that the mail was sent to
 * @returns false when the session ended or the account changed meanwhile
 */
export async function verifyEmail(
  options: Pick<EmbeddedOptions, 'db' | 'clock' | 'remember'>,
  user: Pick<SessionUser, 'uid' | 'sid'>,
  email: string,
): Promise<boolean> {
  const { db, clock } = options;
  const { uid } = user;
  return db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, uid);
    if (account?.email !== email) return false;
    if (!(await findSession(tx, user, clock()))) return false;
    await markVerified(tx, uid, clock());
    await options.remember(tx, { uid, email, emailVerified: true });
    return true;
  });
}

/**
 * Removes an account created with another person's e-mail.
 * @returns false if it is verified: it stays
 */
export async function rejectAccount(
  options: Pick<EmbeddedOptions, 'db' | 'handOver' | 'forget'>,
  uid: string,
): Promise<boolean> {
  return options.db.transaction(async (tx) => {
    const account = await lockAccount(options, tx, uid);
    if (account?.emailVerified) return false;
    // Otherwise the attacker's orders would keep the caller's e-mail, which no erasure finds.
    await options.handOver(tx, uid);
    await deleteUser(tx, uid);
    await options.forget(tx, uid);
    return true;
  });
}
