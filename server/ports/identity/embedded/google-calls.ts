import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ShopError } from '#domain/errors.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import { textOf } from './body.ts';
import { confirmSession } from './confirm-session.ts';
import { isSessionCookie } from './cookies.ts';
import type { Desk } from './desk.ts';
import { askAuth, passOn, redirect, refuse } from './relay.ts';
import { withQuery } from './return-link.ts';
import { readSetSession, sessionCookies } from './session-cookie.ts';
import { browserOf, cookieRules } from './session-user.ts';

const POPUP = '/popup';

/** Google's side door: a popup that ends on a page of ours, which tells its opener. */
export async function googleCalls({ options, provider, attempts }: Desk): Promise<IdentityCall[]> {
  const popupUrl = () => `${options.publicUrl()}/api/identity${POPUP}`;

  async function answerStart(request: IdentityRequest): Promise<Response> {
    if (!options.google || textOf(request, 'provider') !== 'google') {
      return refuse(404, 'PROVIDER_NOT_FOUND');
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
    return passOn(answer);
  }

  async function answerReturn(request: IdentityRequest): Promise<Response> {
    if (!options.google) throw new ShopError('not_found');
    await attempts.count([['google', request.ip]]);
    const path = `/callback/google${new URL(request.url, options.publicUrl()).search}`;
    const auth = await provider.googleAuth();
    const answer = await askAuth(auth, request, { path, publicUrl: options.publicUrl() });
    const rules = cookieRules(options);
    const token = readSetSession(answer.setCookies, rules);
    if (token === null) return passOn(answer);
    const browser = browserOf(options, request);
    const entry = await confirmSession(options, { token, browser });
    const others = answer.setCookies.filter((header) => !isSessionCookie(header));
    if (typeof entry === 'string') return redirect(withQuery(popupUrl(), 'error', entry), others);
    return redirect(popupUrl(), [...others, ...sessionCookies(entry.token, rules)]);
  }

  return [
    { method: 'POST', path: '/sign-in/social', answer: answerStart },
    { method: 'GET', path: '/callback/google', answer: answerReturn },
    await fileCall(POPUP, 'popup.html', 'text/html; charset=utf-8'),
    await fileCall(`${POPUP}.js`, 'popup.js', 'text/javascript; charset=utf-8'),
  ];
}

async function fileCall(path: string, file: string, type: string): Promise<IdentityCall> {
  const content = await readFile(join(import.meta.dirname, file));
  const answer = async () => new Response(content, { headers: { 'content-type': type } });
  return { method: 'GET', path, answer };
}
