export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Fills a route's path, such as `/admin/orders/{id}`, and its query; empty values are omitted. */
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
