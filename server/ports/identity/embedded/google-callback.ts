import { ShopError } from '#domain/errors.ts';
import { isOutage } from '../../../outages.ts';
import { redirect } from '../answers.ts';
import type { IdentityCall, IdentityRequest } from '../identity.ts';
import type { CallParts } from './call-parts.ts';
import { confirmSession } from './confirm-session.ts';
import { isSessionCookie } from './cookies.ts';
import { isAccountGone } from './faults.ts';
import { POPUP_PATH } from './popup-page.ts';
import { askAuth, passOn } from './relay.ts';
import { withQuery } from './return-link.ts';
import { readSetSession, sessionCookies } from './session-cookie.ts';
import { browserOf, cookieRules } from './session-user.ts';

/**
 * Where Google sends people back to. They look at a window of ours, so whatever goes wrong ends on
 * its page, which tells them and the page that opened it.
 */
export function googleCallback({ options, provider, attempts }: CallParts): IdentityCall {
  const popupUrl = () => `${options.publicUrl()}/api/identity${POPUP_PATH}`;

  async function letIn(request: IdentityRequest): Promise<Response> {
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

  return {
    method: 'GET',
    path: '/callback/google',
    answer: async (request) => {
      if (!options.google) throw new ShopError('not_found');
      try {
        return await letIn(request);
      } catch (error) {
        const problem = problemOf(error);
        if (problem === 'internal_error') options.log.error({ err: error }, 'failed');
        else options.log.warn({ err: error }, 'google failed');
        return redirect(withQuery(popupUrl(), 'error', problem));
      }
    },
  };
}

/** What went wrong, as the window's page is told. */
function problemOf(error: unknown): string {
  if (error instanceof ShopError) return error.code;
  if (isOutage(error)) return 'unavailable';
  return isAccountGone(error) ? 'unable_to_create_session' : 'internal_error';
}
