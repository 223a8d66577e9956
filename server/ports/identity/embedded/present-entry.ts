import { answerJson } from '../answers.ts';
import type { Entry } from './enter.ts';
import { type CookieRules, sessionCookies } from './session-cookie.ts';

/**
 * Answers a sign-in in better-auth's form: the session goes into the cookie.
 * @param device the `Set-Cookie` header by which the account knows the browser from now on
 */
export function answerEntry(
  { token, account: { row, uid, email, emailVerified } }: Entry,
  { rules, device }: { rules: CookieRules; device: string },
): Response {
  const user = {
    id: uid,
    name: row.name,
    email,
    emailVerified,
    image: row.image,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
  const cookies = [...sessionCookies(token, rules), device];
  return answerJson(200, { redirect: false, token, user }, cookies);
}
