/** Returns the names that an object's type has, in the order in which they were written down. */
export function keysOf<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  // The compiler takes an object's keys for any text, for it might hold more than its type says.
  return Object.keys(named) as Name[];
}

/** Returns what `make` returns for each name that an object's type has, under that name. */
export function mapKeys<Name extends string, Value>(
  named: Readonly<Record<Name, unknown>>,
  make: (name: Name) => Value,
): Record<Name, Value> {
  // The compiler forgets the names of entries.
  return Object.fromEntries(keysOf(named).map((name) => [name, make(name)])) as Record<Name, Value>;
}
