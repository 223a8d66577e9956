/** A name beside its dot, in pixels. */
export type PlacedName = { name: string; x: number; y: number };

/** Size of a name: its height, and the width of a letter, in pixels. */
export const LINE = 18;
export const LETTER = 8;

/** Returns the names that overlap neither a previous name nor a `taken` one. */
export function namesApart<Name extends PlacedName>(
  names: readonly Name[],
  taken: readonly PlacedName[] = [],
): Name[] {
  const kept: Name[] = [];
  for (const name of names) {
    if (![...taken, ...kept].some((other) => overlap(name, other))) kept.push(name);
  }
  return kept;
}

function overlap(a: PlacedName, b: PlacedName): boolean {
  const [left, right] = a.x < b.x ? [a, b] : [b, a];
  return Math.abs(a.y - b.y) < LINE && left.x + (left.name.length + 2) * LETTER > right.x;
}
