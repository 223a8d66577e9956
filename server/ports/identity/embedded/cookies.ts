import { HINT_COOKIE } from '#contract/session-hint.ts';

const SESSION_COOKIE = /^(__Host-)?pines\.session_token$/;

/** `__Host-` with https: no other host of the domain can set it; the hint alone goes without. */
export function cookiePrefix(secure: boolean): string {
  return secure ? '__Host-pines' : 'pines';
}

/** @returns a cookie's whole name */
export function cookieName(name: 'session_token', secure: boolean): string {
  return `${cookiePrefix(secure)}.${name}`;
}

/** @returns whether a `Set-Cookie` header is about the session */
export function isSessionCookie(setCookie: string): boolean {
  return SESSION_COOKIE.test(setCookie.split('=', 1)[0] ?? '');
}

/** Returns `Set-Cookie` headers with the hint beside each of the session's, with the same life. */
export function withHint(setCookies: readonly string[]): string[] {
  const hints = setCookies.filter(isSessionCookie).map((header) => {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const [, value = ''] = pair.split('=', 2);
    const kept = attributes.filter((attribute) => !/^httponly$/i.test(attribute));
    return [`${HINT_COOKIE}=${value === '' ? '' : '1'}`, ...kept].join('; ');
  });
  return [...setCookies, ...hints];
}

/** @returns whether the browser sent a session cookie, or still believes in one */
export function holdsSession(cookie: string | undefined): boolean {
  const names = (cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return names.some((name) => SESSION_COOKIE.test(name) || name === HINT_COOKIE);
}

/** `Set-Cookie` headers that end a session in the browser. */
export function clearedCookies(secure: boolean): string[] {
  const attributes = `Max-Age=0; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return withHint([`${cookieName('session_token', secure)}=; ${attributes}; HttpOnly`]);
}
