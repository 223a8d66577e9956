import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { canonicalEmail } from '#server/lib/canonical-email.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { answerJson, LINK_LIMIT, redirect, refuse, textOf } from '#server/ports/identity/calls.ts';
import { lengthProblem } from '#server/ports/identity/embedded/password-rules.ts';
import type { IdentityCall, IdentityRequest } from '#server/ports/identity/identity.ts';
import { proveByReset, proveBySession, rejectAccount } from './accounts.ts';
import { readBearer } from './id-tokens.ts';
import { findUids } from './rows.ts';
import { findAccount } from './sessions.ts';
import { type CallParts, ToolkitRefusal } from './toolkit.ts';

/** Firebase's request type of a mail, by the mode in its link. */
const types: Readonly<Record<string, string>> = {
  verifyEmail: 'VERIFY_EMAIL',
  resetPassword: 'PASSWORD_RESET',
};

/**
 * Returns the calls of the links in Firebase's mails. The target of all, if the project's action URL
 * is set to it, redirects to the home page, where the user has to confirm; only recovering an e-mail
 * takes effect at once. The others are the actions once the user has confirmed.
 */
export function mailLinkCalls(parts: CallParts): IdentityCall[] {
  const { options, toolkit } = parts;
  const limiter = options.limits.byClient(LINK_LIMIT);

  async function follow(request: IdentityRequest): Promise<Response> {
    const mode = String(request.query.mode ?? '');
    const code = String(request.query.oobCode ?? '');
    await limiter.consume(request.ip);
    if (mode === 'recoverEmail') return recover(code);
    const email = await findEmail(code, types[mode]);
    if (mode === 'resetPassword') return home(email === null ? resetGone : resetQuery(code));
    if (mode !== 'verifyEmail') return home('/');
    if (email === null) return home('/?emailVerified=true&error=INVALID_TOKEN');
    return home(`/?error=SIGN_IN_TO_VERIFY#verify-email=${packMailToken({ email, code })}`);
  }

  /** Restores an account's e-mail after an unwanted change. */
  async function recover(code: string): Promise<Response> {
    await toolkit.applyCode(code).catch(ifRefused);
    return home('/#recuperar-cuenta');
  }

  async function findEmail(code: string, type: string | undefined): Promise<string | null> {
    if (type === undefined) return null;
    const found = await toolkit.checkCode(code).catch(ifRefused);
    return found?.requestType === type ? found.email : null;
  }

  const home = (path: string) => redirect(`${options.publicUrl()}${path}`);

  /** Returns the code of a verification mail and its e-mail, or null when it is not valid. */
  async function readProof(request: IdentityRequest) {
    const code = readMailCode(textOf(request, 'token') ?? '');
    await limiter.consume(request.ip);
    if (code === null) return null;
    const { email, requestType } = await toolkit.checkCode(code);
    return requestType === 'VERIFY_EMAIL' ? { code, email: canonicalEmail(email) ?? '' } : null;
  }

  async function verify(request: IdentityRequest): Promise<Response> {
    const token = await readBearer(parts, request);
    const account = token && (await findAccount(options, token));
    if (!token || !account) return refuse(401, 'UNAUTHORIZED');
    const proof = await readProof(request);
    if (!proof) return refuse(400, 'INVALID_TOKEN');
    if (proof.email !== account.email) return refuse(403, 'INVALID_USER');
    await toolkit.applyCode(proof.code);
    return (await proveBySession(options, token, proof.email))
      ? done()
      : refuse(401, 'UNAUTHORIZED');
  }

  async function reject(request: IdentityRequest): Promise<Response> {
    const proof = await readProof(request);
    if (!proof) return refuse(400, 'INVALID_TOKEN');
    const uids = await findUids(options.db.queries, proof.email);
    for (const uid of uids) {
      if (!(await rejectAccount(options, uid))) return refuse(400, 'EMAIL_ALREADY_VERIFIED');
    }
    return done();
  }

  async function reset(request: IdentityRequest): Promise<Response> {
    const password = textOf(request, 'newPassword') ?? '';
    const problem = lengthProblem(password);
    if (problem) return refuse(400, problem);
    await limiter.consume(request.ip);
    const { email } = await toolkit.resetPassword(textOf(request, 'token') ?? '', password);
    await proveByReset(options, canonicalEmail(email) ?? '');
    // Tokens tell the second of a sign-in: one within this second counts as an earlier session.
    await sleep(1000 - (options.clock() % 1000));
    return done();
  }

  return [
    { method: 'GET', path: '/action', answer: follow },
    { method: 'POST', path: '/verify-email', answer: verify },
    { method: 'POST', path: '/reject-account', answer: reject },
    { method: 'POST', path: '/reset-password', answer: reset },
  ];
}

const resetGone = '/?resetPassword=true&error=INVALID_TOKEN';

function resetQuery(code: string): string {
  return `/?${new URLSearchParams({ resetPassword: 'true', token: code })}`;
}

function ifRefused(error: unknown): null {
  if (error instanceof ToolkitRefusal) return null;
  throw error;
}

const done = () => answerJson(200, { status: true });

const content = z.object({ email: z.string(), code: z.string().min(1).max(500) });

/** A verification mail's code with its e-mail, in the format of the embedded provider's links. */
type MailToken = z.infer<typeof content>;

/**
 * Packs a code and its e-mail into one text. A signature would protect nothing: the server reads the
 * code alone, which Firebase checks, and the page only shows the e-mail.
 */
function packMailToken(token: MailToken): string {
  return `firebase.${Buffer.from(JSON.stringify(token)).toString('base64url')}.`;
}

function readMailCode(text: string): string | null {
  const [, middle = ''] = /^firebase\.([\w-]+)\.$/.exec(text) ?? [];
  const packed = parseJson(Buffer.from(middle, 'base64url').toString());
  return content.safeParse(packed).data?.code ?? null;
}
