/** Tokens in a `User-Agent`, most specific first: most browsers also have the tokens of others. */
const BROWSERS = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows NT', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Safari runs only on these; on other systems its token is that of an unknown browser. */
const APPLE: readonly string[] = ['iPhone', 'iPad', 'macOS'];

/**
 * Returns the browser and system of a `User-Agent` header, such as `Chrome · Windows`, without
 * versions and with at most 40 characters; null when either is unknown.
 */
export function describeBrowser(userAgent: string | undefined): string | null {
  const browser = findName(BROWSERS, userAgent);
  const system = findName(SYSTEMS, userAgent);
  if (browser === null || system === null) return null;
  if (browser === 'Safari' && !APPLE.includes(system)) return null;
  return `${browser} · ${system}`;
}

function findName(
  marks: readonly (readonly [mark: string, name: string])[],
  userAgent = '',
): string | null {
  return marks.find(([mark]) => userAgent.includes(mark))?.[1] ?? null;
}
