/** @param site the site's origin */
function cookieName(site: string, name: string): string {
  // With https no other host of the domain can set it.
  return `${isSecure(site) ? '__Host-' : ''}pines.${name}`;
}

const isSecure = (site: string) => site.startsWith('https:');

/** Returns the end of a `Set-Cookie` header: with https, that the cookie needs it. */
export const secureOn = (site: string) => (isSecure(site) ? '; Secure' : '');

/**
 * Returns the `Set-Cookie` header of a cookie that scripts cannot read; 0 seconds clear it.
 * @param site the site's origin
 */
export function setCookie(
  site: string,
  { name, value, maxAgeS, sameSite = 'Lax' }: NewCookie,
): string {
  const pair = `${cookieName(site, name)}=${value}`;
  return `${pair}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=${sameSite}${secureOn(site)}`;
}

type NewCookie = { name: string; value: string; maxAgeS: number; sameSite?: 'Lax' | 'Strict' };

/** Returns the pairs of a `Cookie` header, such as `name=value`. */
export function cookiePairs(header: string | undefined): string[] {
  return (header ?? '').split(';').map((pair) => pair.trim());
}

/** Returns the value of a cookie in a `Cookie` header, empty when it is not there. */
export function readCookie(site: string, header: string | undefined, name: string): string {
  const start = `${cookieName(site, name)}=`;
  const found = cookiePairs(header).find((pair) => pair.startsWith(start));
  return found?.slice(start.length) ?? '';
}
