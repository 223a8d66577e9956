/** Pages that a mail's link may lead back to. */
const RETURN_PATHS: readonly string[] = ['/', '/email-verified'];

/**
 * Where a link may lead back to: home or `/email-verified` on the site itself, with any query.
 * @param link absolute or relative, as a browser sent it
 * @returns the absolute link, or null for anything else
 */
export function returnLink(link: unknown, publicUrl: string, ownOrigins: readonly string[]) {
  if (typeof link !== 'string' || link.length > 500) return null;
  // Browsers take a backslash for a slash, and drop tabs and line breaks.
  if (/[\\\p{Cc}]/u.test(link) || !URL.canParse(link, publicUrl)) return null;
  const url = new URL(link, publicUrl);
  const isOurs = url.origin === publicUrl || ownOrigins.includes(url.origin);
  if (!isOurs || url.username || url.password || !RETURN_PATHS.includes(url.pathname)) return null;
  return `${url.origin}${url.pathname}${url.search}`;
}

/** @returns the link with one more query parameter */
export function withQuery(link: string, name: string, value: string): string {
  const url = new URL(link);
  url.searchParams.set(name, value);
  return url.href;
}
