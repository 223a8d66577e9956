import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { emailOf, textOf } from './body.ts';
import type { Desk } from './desk.ts';
import { askAuth, refuse, sendAnswer } from './relay.ts';
import { returnLink } from './return-link.ts';

/** Longer than writing a mail takes, so that the time does not tell who has an account. */
const SAME_TIME_MS = 300;
const DEFAULT_RETURN = '/?resetPassword=true';

/** A new password by mail. */
export function resetRoutes(scope: FastifyInstance, { options, provider, attempts }: Desk): void {
  const back = (link: unknown) => returnLink(link, options.publicUrl(), options.ownOrigins());
  const publicUrl = options.publicUrl;

  scope.post('/request-password-reset', async (request, reply) => {
    const email = emailOf(request);
    if (email === null) return refuse(reply, 400, 'INVALID_EMAIL');
    const redirectTo = back(textOf(request, 'redirectTo') ?? DEFAULT_RETURN);
    if (redirectTo === null) return refuse(reply, 403, 'INVALID_REDIRECT_URL');
    await attempts.count([
      ['resetOfAccount', email],
      ['resetOfAddress', request.ip],
    ]);
    const auth = await provider.auth();
    const [answer] = await Promise.all([
      askAuth(auth, request, {
        path: '/request-password-reset',
        body: { email, redirectTo },
        publicUrl: publicUrl(),
      }),
      sleep(SAME_TIME_MS),
    ]);
    return sendAnswer(reply, answer);
  });

  scope.get<{ Params: { token: string }; Querystring: { callbackURL?: unknown } }>(
    '/reset-password/:token',
    async (request, reply) => {
      await attempts.count([['link', request.ip]]);
      const link = back(request.query.callbackURL ?? DEFAULT_RETURN);
      if (link === null) return refuse(reply, 403, 'INVALID_CALLBACK_URL');
      const token = encodeURIComponent(request.params.token);
      const query = new URLSearchParams({ callbackURL: link });
      const path = `/reset-password/${token}?${query}`;
      const auth = await provider.auth();
      return sendAnswer(reply, await askAuth(auth, request, { path, publicUrl: publicUrl() }));
    },
  );

  scope.post('/reset-password', async (request, reply) => {
    await attempts.count([['link', request.ip]]);
    const body = {
      newPassword: textOf(request, 'newPassword') ?? '',
      token: textOf(request, 'token') ?? '',
    };
    const auth = await provider.auth();
    return sendAnswer(
      reply,
      await askAuth(auth, request, { path: '/reset-password', body, publicUrl: publicUrl() }),
    );
  });
}
