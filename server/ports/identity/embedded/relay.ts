import { isOutage } from '../../../outages.ts';
import type { IdentityRequest } from '../identity.ts';
import { ADDRESS_HEADER } from './address-header.ts';
import type { Auth } from './auth.ts';
import { clearedCookies, holdsSession, withHint } from './cookies.ts';
import { watchFaults } from './faults.ts';

/** Headers that better-auth may see; its own address header is ours to write. */
const PASSED_ON = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
] as const;

/** What the provider answered, before it goes out. */
export type Answer = { status: number; headers: Headers; setCookies: string[]; body: string };

/**
 * Asks better-auth as if the browser had.
 * @param path below `/api/identity`, with its query
 * @param body JSON to send instead of the browser's own
 * @throws what went wrong inside of it: an outage whatever it answered, all else when that is a 5xx
 */
export async function askAuth(
  auth: Auth,
  request: IdentityRequest,
  { path, body, publicUrl }: { path: string; body?: unknown; publicUrl: string },
): Promise<Answer> {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip });
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // A browser names its origin with every call that changes something; what does not is none.
  if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', publicUrl);
  if (body !== undefined) headers.set('content-type', 'application/json');

  const asked = new Request(`${publicUrl}/api/identity${path}`, {
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { answer: response, faults } = await watchFaults(() => auth.handler(asked));
  const outage = faults.find(isOutage);
  if (outage !== undefined || response === null || response.status >= 500) {
    const what = response === null ? 'identity failed' : `identity answered ${response.status}`;
    throw new Error(what, { cause: outage ?? faults.at(-1) });
  }
  const setCookies = response.headers.getSetCookie();
  return {
    status: response.status,
    headers: new Headers(response.headers),
    setCookies,
    body: await response.text(),
  };
}

/** Passes an answer on, with the hint cookie beside the session's. */
export function passOn(answer: Answer): Response {
  const headers = new Headers();
  for (const name of ['location', 'content-type', 'cache-control']) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const cookies = answer.setCookies.length > 0 ? withHint(answer.setCookies) : [];
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return new Response(answer.body === '' ? null : answer.body, { status: answer.status, headers });
}

/** A browser that still believes in a session that has ended is told so. */
export function clearEnded(request: IdentityRequest, answer: Answer, secure: boolean): Answer {
  return holdsSession(request.headers.cookie)
    ? { ...answer, setCookies: clearedCookies(secure).slice(0, 1) }
    : answer;
}
