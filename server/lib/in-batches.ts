/** Splits a list into parts of at most `size` elements. */
export function inBatches<Each>(all: readonly Each[], size: number): Each[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, at) => all.slice(at * size, (at + 1) * size));
}
