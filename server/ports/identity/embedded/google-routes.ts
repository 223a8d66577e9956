import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import { textOf } from './body.ts';
import { confirmSession } from './confirm-session.ts';
import { isSessionCookie } from './cookies.ts';
import type { Desk } from './desk.ts';
import { askAuth, refuse, sendAnswer } from './relay.ts';
import { withQuery } from './return-link.ts';
import { readSetSession, sessionCookies } from './session-cookie.ts';
import { browserOf, cookieRules } from './session-user.ts';

const POPUP = '/popup';

/** Google's side door: a popup that ends on a page of ours, which tells its opener. */
export async function googleRoutes(scope: FastifyInstance, desk: Desk): Promise<void> {
  const { options, provider, attempts } = desk;
  const popupUrl = () => `${options.publicUrl()}/api/identity${POPUP}`;

  scope.post('/sign-in/social', async (request, reply) => {
    if (!options.google || textOf(request, 'provider') !== 'google') {
      return refuse(reply, 404, 'PROVIDER_NOT_FOUND');
    }
    await attempts.count([['google', request.ip]]);
    const answer = await askAuth(await provider.googleAuth(), request, {
      path: '/sign-in/social',
      body: {
        provider: 'google',
        callbackURL: popupUrl(),
        errorCallbackURL: popupUrl(),
        disableRedirect: true,
      },
      publicUrl: options.publicUrl(),
    });
    return sendAnswer(reply, answer);
  });

  scope.get('/callback/google', async (request, reply) => {
    if (!options.google) throw new ShopError('not_found');
    await attempts.count([['google', request.ip]]);
    const path = `/callback/google${new URL(request.url, options.publicUrl()).search}`;
    const auth = await provider.googleAuth();
    const answer = await askAuth(auth, request, { path, publicUrl: options.publicUrl() });
    const rules = cookieRules(options);
    const token = readSetSession(answer.setCookies, rules);
    if (token === null) return sendAnswer(reply, answer);
    const browser = browserOf(options, request);
    const entry = await confirmSession(options, { token, browser });
    const others = answer.setCookies.filter((header) => !isSessionCookie(header));
    if (typeof entry === 'string') {
      reply.header('set-cookie', others);
      return reply.redirect(withQuery(popupUrl(), 'error', entry));
    }
    reply.header('set-cookie', [...others, ...sessionCookies(entry.token, rules)]);
    return reply.redirect(popupUrl());
  });

  const page = await readFile(join(import.meta.dirname, 'popup.html'));
  const script = await readFile(join(import.meta.dirname, 'popup.js'));
  scope.get(POPUP, async (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  scope.get(`${POPUP}.js`, async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
