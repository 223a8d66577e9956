import { setTimeout as sleep } from 'node:timers/promises';
import { answerJson, emailOf, redirect, refuse, textOf } from '#server/ports/identity/calls.ts';
import type { IdentityCall, IdentityRequest } from '#server/ports/identity/identity.ts';
import { nameAccount } from '#server/ports/identity/log-sign-ins.ts';
import { presentUser } from './accounts.ts';
import { countIf, createMailAttempts } from './attempts.ts';
import {
  browserOf,
  findKnownBrowser,
  rememberDevice,
  sessionCookies,
  sessionUser,
} from './cookies.ts';
import type { CallParts } from './options.ts';
import {
  type ChangeProblem,
  changePassword,
  type SignInProblem,
  type SignUpProblem,
  signIn,
  signUp,
} from './passwords.ts';
import { findResetLink, type ResetProblem, requestReset, resetPassword } from './reset-password.ts';
import { returnLink, withQuery } from './return-link.ts';
import type { PasswordEntry } from './sessions.ts';

const MAX_NAME_LENGTH = 120;

export function passwordCalls({
  options,
  attempts,
  tries,
  withHashing,
}: CallParts): IdentityCall[] {
  const passwordOf = (request: IdentityRequest) => textOf(request, 'password') ?? '';

  async function answerSignUp(request: IdentityRequest): Promise<Response> {
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH).toWellFormed();
    const entry = await withHashing(request.ip, async (hashing) => {
      await attempts.signUp.consume(request.ip);
      const email = emailOf(request);
      if (email === null) return 'INVALID_EMAIL';
      const given = { email, name, password: passwordOf(request), hashing };
      const taken = { key: request.ip, counted: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' as const };
      return countIf(attempts.takenEmail, taken, () =>
        signUp(options, { ...given, browser: browserOf(options, request) }),
      );
    });
    return answerEntry(request, entry);
  }

  async function answerSignIn(request: IdentityRequest): Promise<Response> {
    const email = emailOf(request);
    if (email === null) {
      await tries.countMalformed(request.ip);
      return refuse(400, 'INVALID_EMAIL');
    }
    const entry = await withHashing(request.ip, async (hashing) => {
      const device = await findKnownBrowser(options, request, email);
      const tried = { address: request.ip, email, device, release: hashing.release };
      const given = { email, password: passwordOf(request), hashing };
      return tries.run(tried, () =>
        signIn(options, { ...given, browser: browserOf(options, request) }),
      );
    });
    return answerEntry(request, entry);
  }

  async function answerChange(request: IdentityRequest): Promise<Response> {
    const entry = await withHashing(request.ip, async (hashing) => {
      const user = await sessionUser(options, request);
      if (!user) return 'UNAUTHORIZED';
      nameAccount(request, user.uid);
      const session = { uid: user.uid, session: user.sid };
      if (await options.lacksSecondFactor(session, request.headers.cookie)) {
        return 'second_factor_required';
      }
      const given = {
        currentPassword: textOf(request, 'currentPassword') ?? '',
        newPassword: textOf(request, 'newPassword') ?? '',
        hashing,
        userAgent: request.headers['user-agent'],
      };
      const tried = { address: request.ip, email: user.email, device: `session ${user.sid}` };
      const changed = await tries.run(tried, () => changePassword(options, user, given));
      if (typeof changed !== 'string') await tries.forget(tried);
      return changed;
    });
    return answerEntry(request, entry);
  }

  function answerEntry(request: IdentityRequest, entry: PasswordEntry | Problem): Response {
    if (typeof entry === 'string') return refuseProblem(entry);
    const { token, account, passwordHash } = entry;
    const opened = { uid: account.uid, passwordHash };
    const device = rememberDevice(options, request.headers.cookie, opened);
    const cookies = [...sessionCookies(options, token), device];
    return answerJson(200, { redirect: false, token, user: presentUser(account.row) }, cookies);
  }

  return [
    { method: 'POST', path: '/sign-up/email', answer: answerSignUp },
    { method: 'POST', path: '/sign-in/email', answer: answerSignIn },
    { method: 'POST', path: '/change-password', answer: answerChange },
  ];
}

/** Longer than enqueuing a mail takes, so that the time does not reveal who has an account. */
const SAME_TIME_MS = 300;
const DEFAULT_RETURN = '/?resetPassword=true';
const REQUESTED = 'If this email exists in our system, check your email for the reset link';

export function resetCalls({ options, attempts, tries, withHashing }: CallParts): IdentityCall[] {
  const countMail = createMailAttempts(options.limits, 'reset_password');

  async function answerRequest(request: IdentityRequest): Promise<Response> {
    const redirectTo = returnLink(options, textOf(request, 'redirectTo') ?? DEFAULT_RETURN);
    if (redirectTo === null) return refuse(403, 'INVALID_REDIRECT_URL');
    const email = emailOf(request);
    await countMail({ to: email, address: request.ip });
    if (email === null) return refuse(400, 'INVALID_EMAIL');
    await Promise.all([
      requestReset(options, { email, returnTo: redirectTo }),
      sleep(SAME_TIME_MS),
    ]);
    return answerJson(200, { status: true, message: REQUESTED });
  }

  async function answerLink({ ip, query, params }: IdentityRequest): Promise<Response> {
    await attempts.link.consume(ip);
    const link = returnLink(options, query.callbackURL ?? DEFAULT_RETURN);
    if (link === null) return refuse(403, 'INVALID_CALLBACK_URL');
    const { token = '' } = params;
    const found = await findResetLink(options, token);
    return redirect(
      typeof found === 'string' ? withQuery(link, 'error', found) : withQuery(link, 'token', token),
    );
  }

  async function answerReset(request: IdentityRequest): Promise<Response> {
    const account = await withHashing(request.ip, async (hashing) => {
      await attempts.link.consume(request.ip);
      return resetPassword(options, {
        token: textOf(request, 'token') ?? '',
        newPassword: textOf(request, 'newPassword') ?? '',
        hashing,
      });
    });
    if (typeof account === 'string') return refuseProblem(account);
    nameAccount(request, account.uid);
    await tries.forget({ address: request.ip, email: account.email });
    // The browser that set the password can sign in at once, despite other clients' attempts.
    const device = rememberDevice(options, request.headers.cookie, account);
    return answerJson(200, { status: true }, [device]);
  }

  return [
    { method: 'POST', path: '/request-password-reset', answer: answerRequest },
    { method: 'GET', path: '/reset-password/:token', answer: answerLink },
    { method: 'POST', path: '/reset-password', answer: answerReset },
  ];
}

type Problem =
  | ChangeProblem
  | ResetProblem
  | SignInProblem
  | SignUpProblem
  | 'INVALID_EMAIL'
  | 'second_factor_required';

const statuses: Record<Problem, number> = {
  INVALID_EMAIL: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  PASSWORD_TOO_COMMON: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 400,
  INVALID_PASSWORD: 400,
  INVALID_TOKEN: 400,
  FIRST_ENTRY_USED: 400,
  FIRST_ENTRY_EXPIRED: 400,
  UNAUTHORIZED: 401,
  INVALID_EMAIL_OR_PASSWORD: 401,
  USER_DISABLED: 403,
  second_factor_required: 403,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 422,
};

function refuseProblem(problem: Problem): Response {
  return refuse(statuses[problem], problem);
}
