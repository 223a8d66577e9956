import type { ProviderOptions } from '#server/ports/identity/options.ts';

/** Pages that a mail's link may redirect to. */
const RETURN_PATHS: readonly string[] = ['/', '/email-verified'];

type Site = Pick<ProviderOptions, 'publicUrl' | 'ownOrigins'>;

/**
 * Returns the absolute URL of a redirect target: the home page or `/email-verified` on the site
 * itself, with any query; null for any other.
 * @param link absolute or relative, sent by a browser
 */
export function returnLink(site: Site, link: unknown): string | null {
  const publicUrl = site.publicUrl();
  if (typeof link !== 'string' || link.length > 500) return null;
  // Browsers treat a backslash as a slash, and drop tabs and line breaks.
  if (/[\\\p{Cc}]/u.test(link) || !URL.canParse(link, publicUrl)) return null;
  const url = new URL(link, publicUrl);
  const isOurs = url.origin === publicUrl || site.ownOrigins().includes(url.origin);
  if (!isOurs || url.username || url.password || !RETURN_PATHS.includes(url.pathname)) return null;
  return `${url.origin}${url.pathname}${url.search}`;
}

export function withQuery(link: string, name: string, value: string): string {
  const url = new URL(link);
  url.searchParams.set(name, value);
  return url.href;
}
