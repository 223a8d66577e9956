import { answerJson } from '../answers.ts';
import { presentUser } from './accounts.ts';
import { type CookieRules, sessionCookies } from './cookies.ts';
import type { Entry } from './enter.ts';

/**
 * Answers a sign-in: the session goes into the cookie.
 * @param device the `Set-Cookie` header by which the account knows the browser from now on
 */
export function answerEntry(
  { token, account }: Entry,
  { rules, device }: { rules: CookieRules; device: string },
): Response {
  const cookies = [...sessionCookies(token, rules), device];
  return answerJson(200, { redirect: false, token, user: presentUser(account.row) }, cookies);
}
