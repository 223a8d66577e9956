import { refuse } from '../answers.ts';
import { emailOf, textOf } from '../body.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import { changePassword } from './change-password.ts';
import { browserOf, cookieRules, sessionUser } from './cookies.ts';
import type { PasswordEntry } from './enter.ts';
import { findKnownBrowser, rememberBrowser } from './known-browser.ts';
import { nameAccount } from './log-sign-ins.ts';
import type { CallParts } from './options.ts';
import { answerEntry } from './present-entry.ts';
import { refuseProblem } from './refuse-problem.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const MAX_NAME_LENGTH = 120;

export function passwordCalls({ options, attempts, tries, admit }: CallParts): IdentityCall[] {
  const passwordOf = (request: IdentityRequest) => textOf(request, 'password') ?? '';

  async function answerSignUp(request: IdentityRequest): Promise<Response> {
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH).toWellFormed();
    const entry = await admit(request.ip, async (hashing) => {
      await attempts.count([['signUp', request.ip]]);
      const email = emailOf(request);
      if (email === null) return 'INVALID_EMAIL';
      const given = { email, name, password: passwordOf(request), hashing };
      const taken = ['takenEmail', request.ip] as const;
      return attempts.countIf(taken, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', () =>
        signUp(options, { ...given, browser: browserOf(options, request) }),
      );
    });
    return letIn(request, entry);
  }

  async function answerSignIn(request: IdentityRequest): Promise<Response> {
    const email = emailOf(request);
    if (email === null) {
      await tries.countMalformed(request.ip);
      return refuse(400, 'INVALID_EMAIL');
    }
    const entry = await admit(request.ip, async (hashing) => {
      const device = await findKnownBrowser(options, request, email);
      const tried = { address: request.ip, email, device, leave: hashing.leave };
      const given = { email, password: passwordOf(request), hashing };
      return tries.run(tried, () =>
        signIn(options, { ...given, browser: browserOf(options, request) }),
      );
    });
    return letIn(request, entry);
  }

  async function answerChange(request: IdentityRequest): Promise<Response> {
    const entry = await admit(request.ip, async (hashing) => {
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
    return letIn(request, entry);
  }

  function letIn(
    request: IdentityRequest,
    entry: PasswordEntry | Parameters<typeof refuseProblem>[0],
  ): Response {
    if (typeof entry === 'string') return refuseProblem(entry);
    const { account, passwordHash } = entry;
    const device = rememberBrowser(options, request, { uid: account.uid, passwordHash });
    return answerEntry(entry, { rules: cookieRules(options), device });
  }

  return [
    { method: 'POST', path: '/sign-up/email', answer: answerSignUp },
    { method: 'POST', path: '/sign-in/email', answer: answerSignIn },
    { method: 'POST', path: '/change-password', answer: answerChange },
  ];
}
