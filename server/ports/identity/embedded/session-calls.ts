import { answerJson, refuse } from '#server/ports/identity/answers.ts';
import type { IdentityCall } from '#server/ports/identity/identity.ts';
import {
  clearedCookies,
  cookieRules,
  hasSessionCookie,
  readSessionToken,
  sessionUser,
} from './cookies.ts';
import { signIdToken } from './id-tokens.ts';
import type { CallParts } from './options.ts';
import { deleteSession, readSession } from './sessions.ts';

/** A session's ID tokens, what is known of it, and its end. */
export function sessionCalls({ options, keys }: CallParts): IdentityCall[] {
  const { db, clock, publicUrl, forgetPass } = options;
  const cleared = () => clearedCookies(cookieRules(options));
  /** A browser that still believes in a session that has ended is told so. */
  const clearedIfSent = (cookie: string | undefined) => (hasSessionCookie(cookie) ? cleared() : []);

  return [
    {
      method: 'GET',
      path: '/token',
      answer: async (request) => {
        const user = await sessionUser(options, request);
        if (!user) return refuse(401, 'UNAUTHORIZED', clearedIfSent(request.headers.cookie));
        const key = await keys.findSigningKey();
        const token = await signIdToken(user, { key, publicUrl: publicUrl(), now: clock() });
        return answerJson(200, { token });
      },
    },
    {
      method: 'GET',
      path: '/get-session',
      answer: async ({ headers: { cookie } }) => {
        const token = readSessionToken(cookie, cookieRules(options));
        const found = token === null ? null : await readSession(db.queries, token, clock());
        return answerJson(200, found, found ? [] : clearedIfSent(cookie));
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      answer: async (request) => {
        const token = readSessionToken(request.headers.cookie, cookieRules(options));
        const user = await sessionUser(options, request);
        if (token !== null) await deleteSession(db.queries, token);
        if (user) await forgetPass(db.queries, { uid: user.uid, session: user.sid });
        return answerJson(200, { success: true }, cleared());
      },
    },
    {
      method: 'GET',
      path: '/jwks',
      answer: async () => answerJson(200, await keys.publish()),
    },
  ];
}
