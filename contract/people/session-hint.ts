/** A cookie that scripts can read, set and cleared together with the session's HttpOnly cookie. */
export const HINT_COOKIE = 'pines_session';

/**
 * Returns true if a session may exist.
 * @param cookies in the format of a Cookie header or of `document.cookie`
 */
export function mayHaveSession(cookies: string): boolean {
  return cookies.split(';').some((each) => each.trim() === `${HINT_COOKIE}=1`);
}
