import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
export function passwordRoutes(scope: FastifyInstance, desk: Desk): void {
  const { options, attempts, tries, hashing } = desk;
  const rules = () => cookieRules(options);
  const passwordOf = (request: FastifyRequest) => textOf(request, 'password') ?? '';

  scope.post('/sign-up/email', async (request, reply) => {
    await attempts.count([['signUp', request.ip]]);
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH);
    const entry = await signUp(options, {
      email,
      name,
      password: passwordOf(request),
      browser: browserOf(options, request),
      hashing: hashing(request.ip),
    });
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    return letIn(request, reply, entry);
  });

  scope.post('/sign-in/email', async (request, reply) => {
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
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
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    return letIn(request, reply, entry);
  });

  scope.post('/change-password', async (request, reply) => {
    const user = await sessionUser(options, request);
    if (!user) return refuse(reply, 401, 'UNAUTHORIZED');
    const given = {
      currentPassword: textOf(request, 'currentPassword') ?? '',
      newPassword: textOf(request, 'newPassword') ?? '',
      hashing: hashing(request.ip),
      userAgent: request.headers['user-agent'],
    };
    const tried = { address: request.ip, email: user.email, device: `session ${user.sid}` };
    const entry = await tries.run(tried, () => changePassword(options, user, given));
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    await tries.forget(tried);
    return letIn(request, reply, entry);
  });

  function letIn(request: FastifyRequest, reply: FastifyReply, entry: PasswordEntry): FastifyReply {
    const { account, passwordHash } = entry;
    const device = rememberIn(options, request, { uid: account.uid, passwordHash });
    return answerEntry(reply, entry, { rules: rules(), device });
  }
}
