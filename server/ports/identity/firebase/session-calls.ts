import { HINT_COOKIE } from '#contract/session-hint.ts';
import type { IdToken } from '#domain/buyer.ts';
import { SESSION_DAYS } from '#domain/retention.ts';
import { answerJson, refuse } from '#server/ports/identity/answers.ts';
import { describeBrowser } from '#server/ports/identity/describe-browser.ts';
import type { IdentityCall, IdentityRequest } from '#server/ports/identity/identity.ts';
import { meet } from './meet.ts';
import type { FirebaseOptions } from './options.ts';
import { endOwn } from './sessions.ts';
import type { Toolkit } from './toolkit.ts';

export type CallParts = {
  options: FirebaseOptions;
  toolkit: Toolkit;
  readToken: (bearer: string) => Promise<IdToken | null>;
};

/** @returns the token that a request carries, or null without a genuine one */
export async function askingToken(
  { readToken }: Pick<CallParts, 'readToken'>,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<IdToken | null> {
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ? readToken(bearer) : null;
}

const DAY_S = 86_400;

/** A sign-in at Firebase becomes a session here, and ends here. */
export function sessionCalls(parts: CallParts): IdentityCall[] {
  const { options } = parts;
  const { db, publicUrl } = options;

  /** The readable cookie that says that a session may exist: the browser keeps the session itself. */
  function hint(value: '1' | ''): string {
    const age = value ? SESSION_DAYS * DAY_S : 0;
    const secure = publicUrl().startsWith('https:') ? '; Secure' : '';
    return `${HINT_COOKIE}=${value}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
  }

  async function begin(request: IdentityRequest): Promise<Response> {
    const token = await askingToken(parts, request);
    if (!token) return refuse(401, 'UNAUTHORIZED');
    if (!(await options.mayEnter(db.queries, token.uid))) return refuse(403, 'USER_DISABLED');
    const device = describeBrowser(request.headers['user-agent']);
    const known = await db.transaction((tx) => meet(options, tx, token, device));
    if (!known) return refuse(401, 'UNAUTHORIZED');
    return answerJson(200, { status: true }, [hint('1')]);
  }

  async function end(request: IdentityRequest): Promise<Response> {
    const token = await askingToken(parts, request);
    if (token) await endOwn(options, token);
    return answerJson(200, { success: true }, [hint('')]);
  }

  /** Logs who got in and who did not, as the embedded provider does. */
  const note: IdentityCall['note'] = async (request, { status }, log) => {
    const token = await askingToken(parts, request).catch(() => null);
    const { client } = options.limits.hashClient(request.ip);
    const facts = { way: 'firebase', account: token?.uid ?? null, client };
    if (status === 200) log.info(facts, 'signed in');
    else log.warn({ ...facts, status }, status === 401 ? 'sign-in failed' : 'sign-in refused');
  };

  return [
    { method: 'POST', path: '/session', answer: begin, note },
    { method: 'POST', path: '/sign-out', answer: end },
  ];
}
