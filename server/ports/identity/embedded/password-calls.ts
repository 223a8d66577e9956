import type { IdentityCall, IdentityRequest } from '../identity.ts';
import { emailOf, textOf } from './body.ts';
import { changePassword } from './change-password.ts';
import type { Desk } from './desk.ts';
import type { PasswordEntry } from './enter.ts';
import { knownDevice, rememberIn } from './known-device.ts';
import { answerEntry } from './present-entry.ts';
import { refuseProblem } from './refuse-problem.ts';
import { refuse } from './relay.ts';
import { browserOf, cookieRules, sessionUser } from './session-user.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const MAX_NAME_LENGTH = 120;

/** Accounts by e-mail and password. */
export function passwordCalls({ options, attempts, tries, hashing }: Desk): IdentityCall[] {
  const passwordOf = (request: IdentityRequest) => textOf(request, 'password') ?? '';

  async function answerSignUp(request: IdentityRequest): Promise<Response> {
    await attempts.count([['signUp', request.ip]]);
    const email = emailOf(request);
    if (email === null) return refuse(400, 'INVALID_EMAIL');
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH);
    const entry = await signUp(options, {
      email,
      name,
      password: passwordOf(request),
      browser: browserOf(options, request),
      hashing: hashing(request.ip),
    });
    return letIn(request, entry);
  }

  async function answerSignIn(request: IdentityRequest): Promise<Response> {
    const email = emailOf(request);
    if (email === null) return refuse(400, 'INVALID_EMAIL');
    const given = {
      email,
      password: passwordOf(request),
      browser: browserOf(options, request),
      hashing: hashing(request.ip),
    };
    const device = await knownDevice(options, request, email);
    const entry = await tries.run({ address: request.ip, email, device }, () =>
      signIn(options, given),
    );
    return letIn(request, entry);
  }

  async function answerChange(request: IdentityRequest): Promise<Response> {
    const user = await sessionUser(options, request);
    if (!user) return refuse(401, 'UNAUTHORIZED');
    const given = {
      currentPassword: textOf(request, 'currentPassword') ?? '',
      newPassword: textOf(request, 'newPassword') ?? '',
      hashing: hashing(request.ip),
      userAgent: request.headers['user-agent'],
    };
    const tried = { address: request.ip, email: user.email, device: `session ${user.sid}` };
    const entry = await tries.run(tried, () => changePassword(options, user, given));
    if (typeof entry !== 'string') await tries.forget(tried);
    return letIn(request, entry);
  }

  function letIn(
    request: IdentityRequest,
    entry: PasswordEntry | Parameters<typeof refuseProblem>[0],
  ): Response {
    if (typeof entry === 'string') return refuseProblem(entry);
    const { account, passwordHash } = entry;
    const device = rememberIn(options, request, { uid: account.uid, passwordHash });
    return answerEntry(entry, { rules: cookieRules(options), device });
  }

  return [
    { method: 'POST', path: '/sign-up/email', answer: answerSignUp },
    { method: 'POST', path: '/sign-in/email', answer: answerSignIn },
    { method: 'POST', path: '/change-password', answer: answerChange },
  ];
}
