/** Marks in a `User-Agent`, the most specific first: most browsers also name those they descend from. */
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

/** Safari runs on these alone; elsewhere its mark is that of an unknown browser. */
const APPLE: readonly string[] = ['iPhone', 'iPad', 'macOS'];

/**
 * Says in plain words which browser a `User-Agent` header names, without its versions.
 * @returns such as `Chrome · Windows`, of at most 40 characters; null when either is unknown
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
