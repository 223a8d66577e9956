import type { FastifyInstance } from 'fastify';
import { clientKey } from '../../../limits/client-key.ts';
import { deleteSession, passwordHash } from './accounts.ts';
import type { Attempt } from './attempts.ts';
import { emailOf, textOf } from './body.ts';
import type { Desk } from './desk.ts';
import { type Answer, askAuth, refuse, sendAnswer } from './relay.ts';
import { sessionUser } from './session-routes.ts';

const MAX_NAME_LENGTH = 120;

/** Accounts by e-mail and password. */
export function passwordRoutes(scope: FastifyInstance, desk: Desk): void {
  const { options, provider, attempts } = desk;
  const publicUrl = options.publicUrl;

  scope.post('/sign-up/email', async (request, reply) => {
    await attempts.count([['signUp', request.ip]]);
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
    const name = (textOf(request, 'name') ?? '').slice(0, MAX_NAME_LENGTH);
    const body = { name, email, password: textOf(request, 'password') ?? '' };
    const path = '/sign-up/email';
    const auth = await provider.auth();
    return sendAnswer(reply, await askAuth(auth, request, { path, body, publicUrl: publicUrl() }));
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
    const before = await passwordHash(options.db.queries, email);
    const body = {
      email,
      password: textOf(request, 'password') ?? '',
    };
    const auth = await provider.auth();
    const answer = await askAuth(auth, request, {
      path: '/sign-in/email',
      body,
      publicUrl: publicUrl(),
    });
    if (answer.status !== 200) return sendAnswer(reply, answer);
    if ((await passwordHash(options.db.queries, email)) !== before) {
      await endSession(answer);
      return refuse(reply, 401, 'INVALID_EMAIL_OR_PASSWORD');
    }
    await attempts.excuse(tries);
    return sendAnswer(reply, answer);
  });

  /** While the password was being checked, the account's rightful owner has replaced it. */
  async function endSession({ body }: Answer): Promise<void> {
    const { token }: { token: string } = JSON.parse(body);
    await deleteSession(options.db.queries, token);
  }

  scope.post('/change-password', async (request, reply) => {
    const user = await sessionUser(desk, request);
    if (!user) return refuse(reply, 401, 'UNAUTHORIZED');
    const tries: Attempt[] = [
      ['passwordOfAddress', request.ip],
      ['passwordOfPair', `${clientKey(request.ip).client} ${user.email}`],
    ];
    await attempts.count(tries);
    const answer = await askAuth(await provider.auth(), request, {
      path: '/change-password',
      body: {
        currentPassword: textOf(request, 'currentPassword') ?? '',
        newPassword: textOf(request, 'newPassword') ?? '',
        revokeOtherSessions: true,
      },
      publicUrl: publicUrl(),
    });
    if (answer.status === 200) await attempts.excuse(tries);
    return sendAnswer(reply, answer);
  });
}
