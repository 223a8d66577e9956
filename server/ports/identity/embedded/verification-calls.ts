import { answerJson, redirect, refuse } from '../answers.ts';
import { textOf } from '../body.ts';
import type { Account, IdentityCall, IdentityRequest } from '../identity.ts';
import { readAccountRow } from './accounts.ts';
import { sessionUser } from './cookies.ts';
import { createMailAttempts } from './mail-attempts.ts';
import { readMailProof, signMailProof } from './mail-tokens.ts';
import type { CallParts } from './options.ts';
import { rejectAccount } from './reject-account.ts';
import { returnLink, withQuery } from './return-link.ts';
import { verifyEmail } from './verify-email.ts';

const DEFAULT_RETURN = '/?emailVerified=true';
const PATH = '/verify-email';

/** The account that a mail was written to, or why it proves nothing. */
type Proven = Account | 'TOKEN_EXPIRED' | 'INVALID_TOKEN';

/**
 * The e-mail's verification. Reading the mail proves that somebody holds the mailbox, the session
 * that he also opened the account: it takes both, or a stranger's account would be verified by the
 * click of the person whose address he took.
 */
export function verificationCalls({ options, attempts }: CallParts): IdentityCall[] {
  const { db, mailKey, clock, publicUrl } = options;
  const mailAttempts = createMailAttempts(options.limits);
  const back = (link: unknown) => returnLink(link, publicUrl(), options.ownOrigins());

  async function answerRequest(request: IdentityRequest): Promise<Response> {
    const user = await sessionUser(options, request);
    if (!user) return refuse(401, 'UNAUTHORIZED');
    const link = back(textOf(request, 'callbackURL') ?? DEFAULT_RETURN);
    if (link === null) return refuse(403, 'INVALID_CALLBACK_URL');
    if (user.emailVerified) return refuse(400, 'EMAIL_ALREADY_VERIFIED');
    await mailAttempts.count('verify_email', { to: user.email, address: request.ip });
    const token = await signMailProof(user, { mailKey, now: clock() });
    const query = new URLSearchParams({ token, callbackURL: link });
    const url = `${publicUrl()}/api/identity${PATH}?${query}`;
    await options.enqueueMail(db.queries, { kind: 'verify_email', to: user.email, url });
    options.ringMail();
    return answerJson(200, { status: true });
  }

  async function answerLink(request: IdentityRequest): Promise<Response> {
    const link = back(request.query.callbackURL ?? DEFAULT_RETURN);
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
    const account = await readProof(request);
    if (typeof account === 'string') return refuse(400, account);
    const user = await sessionUser(options, request);
    if (!user) return refuse(401, 'UNAUTHORIZED');
    if (user.uid !== account.uid) return refuse(403, 'INVALID_USER');
    if (!(await verifyEmail(options, user, account.email))) return refuse(401, 'UNAUTHORIZED');
    return answerJson(200, { status: true });
  }

  async function answerRejection(request: IdentityRequest): Promise<Response> {
    const account = await readProof(request);
    if (typeof account === 'string') return refuse(400, account);
    if (!(await rejectAccount(options, account.uid))) return refuse(400, 'EMAIL_ALREADY_VERIFIED');
    return answerJson(200, { status: true });
  }

  async function readProof(request: IdentityRequest): Promise<Proven> {
    await attempts.count([['link', request.ip]]);
    return provenAccount(textOf(request, 'token') ?? '');
  }

  async function provenAccount(token: string): Promise<Proven> {
    const proof = await readMailProof(token, { mailKey, now: clock() });
    if (typeof proof === 'string') return proof;
    const account = await readAccountRow(db.queries, proof.uid);
    return account?.email === proof.email ? account : 'INVALID_TOKEN';
  }

  return [
    { method: 'POST', path: '/send-verification-email', answer: answerRequest },
    { method: 'GET', path: PATH, answer: answerLink },
    { method: 'POST', path: PATH, answer: answerProof },
    { method: 'POST', path: '/reject-account', answer: answerRejection },
  ];
}
