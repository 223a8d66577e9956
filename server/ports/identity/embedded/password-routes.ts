import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientKey } from '../../../limits/client-key.ts';
import type { Attempt } from './attempts.ts';
import { emailOf, textOf } from './body.ts';
import { changePassword } from './change-password.ts';
import type { Desk } from './desk.ts';
import { answerEntry } from './present-entry.ts';
import { refuseProblem } from './refuse-problem.ts';
import { refuse } from './relay.ts';
import { readSessionToken } from './session-cookie.ts';
import { cookieRules, sessionUser } from './session-user.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';

const MAX_NAME_LENGTH = 120;

/** Accounts by e-mail and password. */
export function passwordRoutes(scope: FastifyInstance, desk: Desk): void {
  const { options, attempts } = desk;
  const rules = () => cookieRules(options);
  const passwordOf = (request: FastifyRequest) => textOf(request, 'password') ?? '';
  const heldBy = (request: FastifyRequest) => readSessionToken(request.headers.cookie, rules());

  scope.post('/sign-up/email', async (request, reply) => {
    await attempts.count([['signUp', request.ip]]);
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH);
    const wanted = { email, name, password: passwordOf(request), replaces: heldBy(request) };
    const entry = await signUp(options, wanted);
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    return answerEntry(reply, entry, rules());
  });

  scope.post('/sign-in/email', async (request, reply) => {
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
    const tries: Attempt[] = [
      ['passwordOfAddress', request.ip],
      ['passwordOfPair', `${clientKey(request.ip).client} ${email}`],
      ['passwordOfAccount', email],
    ];
    await attempts.count(tries);
    const given = { email, password: passwordOf(request), replaces: heldBy(request) };
    const entry = await signIn(options, given);
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    await attempts.excuse(tries);
    return answerEntry(reply, entry, rules());
  });

  scope.post('/change-password', async (request, reply) => {
    const user = await sessionUser(options, request);
    if (!user) return refuse(reply, 401, 'UNAUTHORIZED');
    const tries: Attempt[] = [
      ['passwordOfAddress', request.ip],
      ['passwordOfPair', `${clientKey(request.ip).client} ${user.email}`],
    ];
    await attempts.count(tries);
    const entry = await changePassword(options, user, {
      currentPassword: textOf(request, 'currentPassword') ?? '',
      newPassword: textOf(request, 'newPassword') ?? '',
    });
    if (typeof entry === 'string') return refuseProblem(reply, entry);
    await attempts.excuse(tries);
    return answerEntry(reply, entry, rules());
  });
}
