import { HINT_COOKIE } from '#contract/session-hint.ts';

const SESSION_COOKIE = /^(__Secure-)?pines\.session_token$/;

/**
 * The hint beside each change of the session cookie, with the same life.
 * @param setCookies `Set-Cookie` headers of an answer
 * @returns them with the hint's own
 */
export function withHint(setCookies: readonly string[]): string[] {
  const hints = setCookies.flatMap((header) => {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const [name = '', value = ''] = pair.split('=', 2);
    if (!SESSION_COOKIE.test(name)) return [];
    const kept = attributes.filter((attribute) => !/^httponly$/i.test(attribute));
    return [[`${HINT_COOKIE}=${value === '' ? '' : '1'}`, ...kept].join('; ')];
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
  const name = `${secure ? '__Secure-' : ''}pines.session_token`;
  const attributes = `Max-Age=0; Path=/; SameSite=Lax${secure ? '; Secure' : ''}`;
  return withHint([`${name}=; ${attributes}; HttpOnly`]);
}
