/** Readable cookie that the server sets and clears together with the session, which is HttpOnly. */
export const HINT_COOKIE = 'pines_session';

const hint = new RegExp(`(?:^|;\\s*)${HINT_COOKIE}=1(?:;|$)`);

/** Whether a session may exist. @param cookies as in a Cookie header or `document.cookie` */
export function mayHaveSession(cookies: string): boolean {
  return hint.test(cookies);
}
