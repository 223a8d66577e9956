import { setTimeout as sleep } from 'node:timers/promises';
import { answerJson, redirect, refuse } from '../answers.ts';
import { emailOf, textOf } from '../body.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import { rememberBrowser } from './known-browser.ts';
import { nameAccount } from './log-sign-ins.ts';
import { createMailAttempts } from './mail-attempts.ts';
import type { CallParts } from './options.ts';
import { refuseProblem } from './refuse-problem.ts';
import { requestReset } from './request-reset.ts';
import { findResetLink } from './reset-links.ts';
import { resetPassword } from './reset-password.ts';
import { returnLink, withQuery } from './return-link.ts';

/** Longer than writing a mail takes, so that the time does not tell who has an account. */
const SAME_TIME_MS = 300;
const DEFAULT_RETURN = '/?resetPassword=true';
const REQUESTED = 'If this email exists in our system, check your email for the reset link';

export function resetCalls({ options, attempts, tries, admit }: CallParts): IdentityCall[] {
  const back = (link: unknown) => returnLink(link, options.publicUrl(), options.ownOrigins());
  const mailAttempts = createMailAttempts(options.limits);

  async function answerRequest(request: IdentityRequest): Promise<Response> {
    const redirectTo = back(textOf(request, 'redirectTo') ?? DEFAULT_RETURN);
    if (redirectTo === null) return refuse(403, 'INVALID_REDIRECT_URL');
    const email = emailOf(request);
    await mailAttempts.count('reset_password', { to: email, address: request.ip });
    if (email === null) return refuse(400, 'INVALID_EMAIL');
    await Promise.all([
      requestReset(options, { email, returnTo: redirectTo }),
      sleep(SAME_TIME_MS),
    ]);
    return answerJson(200, { status: true, message: REQUESTED });
  }

  async function answerLink({ ip, query, params }: IdentityRequest): Promise<Response> {
    await attempts.count([['link', ip]]);
    const link = back(query.callbackURL ?? DEFAULT_RETURN);
    if (link === null) return refuse(403, 'INVALID_CALLBACK_URL');
    const { token = '' } = params;
    const isGood = (await findResetLink(options.db.queries, token, options.clock())) !== null;
    return redirect(
      isGood ? withQuery(link, 'token', token) : withQuery(link, 'error', 'INVALID_TOKEN'),
    );
  }

  async function answerReset(request: IdentityRequest): Promise<Response> {
    const account = await admit(request.ip, async (hashing) => {
      await attempts.count([['link', request.ip]]);
      return resetPassword(options, {
        token: textOf(request, 'token') ?? '',
        newPassword: textOf(request, 'newPassword') ?? '',
        hashing,
      });
    });
    if (typeof account === 'string') return refuseProblem(account);
    nameAccount(request, account.uid);
    await tries.forget({ address: request.ip, email: account.email });
    // Whoever set the password may sign in with it at once, whatever others try meanwhile.
    return answerJson(200, { status: true }, [rememberBrowser(options, request, account)]);
  }

  return [
    { method: 'POST', path: '/request-password-reset', answer: answerRequest },
    { method: 'GET', path: '/reset-password/:token', answer: answerLink },
    { method: 'POST', path: '/reset-password', answer: answerReset },
  ];
}
