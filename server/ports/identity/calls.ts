import { cleanText } from '#contract/base/fields.ts';
import { HINT_COOKIE } from '#contract/people/session-hint.ts';
import { withoutInvisible } from '#domain/base/signs.ts';
import { canonicalEmail } from '#server/lib/canonical-email.ts';
import { secureOn } from '#server/lib/cookies.ts';
import type { IdentityCall, IdentityCalls, IdentityRequest } from './identity.ts';

/** Returns a JSON response that must not be cached. */
export function answerJson(
  status: number,
  body: object | null,
  setCookies: readonly string[] = [],
): Response {
  const headers = new Headers({
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(JSON.stringify(body), { status, headers });
}

/** Returns an error in the wire format: its code, and the code as words. */
export function refuse(status: number, code: string, setCookies: readonly string[] = []): Response {
  const message = code.toLowerCase().replaceAll('_', ' ');
  return answerJson(status, { code, message }, setCookies);
}

export function redirect(location: string, setCookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of setCookies) headers.append('set-cookie', cookie);
  return new Response(null, { status: 302, headers });
}

/** Returns a field of a JSON body; undefined unless it is a string. */
export function textOf({ body }: Pick<IdentityRequest, 'body'>, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Returns the body's e-mail in its canonical spelling, or null when it is invalid. */
export function emailOf(request: Pick<IdentityRequest, 'body'>): string | null {
  return canonicalEmail(withoutInvisible(textOf(request, 'email') ?? ''));
}

const codes: Readonly<Record<string, string>> = {
  email: 'INVALID_EMAIL',
  token: 'INVALID_TOKEN',
  password: 'INVALID_PASSWORD',
  currentPassword: 'INVALID_PASSWORD',
  newPassword: 'INVALID_PASSWORD',
};

/**
 * Returns the error code for a body with control characters or lone surrogates in a text, or null.
 */
function textProblem(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const wrong = Object.entries(body).find(
    ([, value]) => typeof value === 'string' && cleanText(value) !== value,
  );
  return wrong ? (codes[wrong[0]] ?? 'VALIDATION_ERROR') : null;
}

/** Makes a call reject texts with characters that databases do not accept. */
export function withCleanTexts(call: IdentityCall): IdentityCall {
  return {
    ...call,
    answer: async (request) => {
      const problem = textProblem(request.body);
      return problem === null ? call.answer(request) : refuse(400, problem);
    },
  };
}

/** Returns the error response for a write from a page of another site, or null. */
export function refuseForeignOrigin(
  { method, headers }: Parameters<IdentityCalls['refuse']>[0],
  { publicUrl, ownOrigins }: { publicUrl: () => string; ownOrigins: () => readonly string[] },
): Response | null {
  const { origin, 'sec-fetch-site': site } = headers;
  if (method === 'GET' || method === 'HEAD') return null;
  if (origin === undefined && (site === undefined || site === 'same-origin')) return null;
  if (origin !== undefined && (origin === publicUrl() || ownOrigins().includes(origin)))
    return null;
  return refuse(403, 'INVALID_ORIGIN');
}

/**
 * Rate limit of mailed links per client: high, because many users of a mobile network share an
 * address.
 */
export const LINK_LIMIT = { name: 'mail_link', points: 120, seconds: 3600 };

/**
 * Returns the script-readable cookie that says that the browser may have a session; 0 seconds:
 * cleared.
 * @param site the site's origin
 */
export function hintCookie(site: string, maxAgeS: number): string {
  const value = maxAgeS > 0 ? '1' : '';
  return `${HINT_COOKIE}=${value}; Max-Age=${maxAgeS}; Path=/; SameSite=Lax${secureOn(site)}`;
}
