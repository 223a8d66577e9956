import { canonicalEmail } from '../../../canonical-email.ts';
import { answerJson, refuse } from '../answers.ts';
import { textOf } from '../body.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import { askingToken } from './asking.ts';
import type { CallParts } from './call-parts.ts';
import { countLinks } from './count-links.ts';
import { readMailCode } from './mail-tokens.ts';
import { proveByReset, proveBySession } from './prove.ts';
import { rejectAccount } from './remove.ts';
import { findUids } from './rows.ts';
import { findAccount } from './sessions.ts';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const done = () => answerJson(200, { status: true });

/** What the links of Firebase's mails stand for, once somebody has said so in our window. */
export function linkCalls(parts: CallParts): IdentityCall[] {
  const { options, toolkit } = parts;
  const count = countLinks(options.limits);

  /** @returns the code of a verification mail and whose it is, or null when it is of no use */
  async function readProof(request: IdentityRequest) {
    const code = readMailCode(textOf(request, 'token') ?? '');
    await count(request.ip);
    if (code === null) return null;
    const { email, requestType } = await toolkit.checkCode(code);
    return requestType === 'VERIFY_EMAIL' ? { code, email: canonicalEmail(email) ?? '' } : null;
  }

  async function verify(request: IdentityRequest): Promise<Response> {
    const token = await askingToken(parts, request);
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
    if (password.length < MIN_PASSWORD) return refuse(400, 'PASSWORD_TOO_SHORT');
    if (password.length > MAX_PASSWORD) return refuse(400, 'PASSWORD_TOO_LONG');
    await count(request.ip);
    const { email } = await toolkit.resetPassword(textOf(request, 'token') ?? '', password);
    await proveByReset(options, canonicalEmail(email) ?? '');
    return done();
  }

  return [
    { method: 'POST', path: '/verify-email', answer: verify },
    { method: 'POST', path: '/reject-account', answer: reject },
    { method: 'POST', path: '/reset-password', answer: reset },
  ];
}
