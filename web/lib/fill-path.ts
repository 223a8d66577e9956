export type Query = Readonly<Record<string, string | number | null | undefined>>;

/**
 * Puts values into a route's path and what is asked behind it; blank values are left out.
 * @param path such as `/admin/orders/{id}`
 */
export function fillPath(
  path: string,
  params: Readonly<Record<string, string>> = {},
  query: Query = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
