/**
 * Returns the name of a cookie that scripts cannot read. `__Host-` with https: no other host of the
 * domain can set it.
 */
export function cookieName(name: string, isSecure: boolean): string {
  return `${isSecure ? '__Host-' : ''}pines.${name}`;
}

/** Returns the pairs of a `Cookie` header, such as `name=value`. */
export function cookiePairs(header: string | undefined): string[] {
  return (header ?? '').split(';').map((pair) => pair.trim());
}

/** Returns the value of a cookie in a `Cookie` header, empty when it is not there. */
export function readCookie(header: string | undefined, name: string, isSecure: boolean): string {
  const start = `${cookieName(name, isSecure)}=`;
  const found = cookiePairs(header).find((pair) => pair.startsWith(start));
  return found?.slice(start.length) ?? '';
}
