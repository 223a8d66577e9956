/** Maximum number of orders per request. */
const AT_ONCE = 100;

/** Returns any number of orders in parts that each fit one request. */
export function partsOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => items.slice(at * AT_ONCE, (at + 1) * AT_ONCE));
}
