/** Returns the keys that an object's type has, in the order of their definition. */
export function keysOf<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  // `Object.keys` returns any strings, since an object may have more keys than its type says.
  return Object.keys(named) as Name[];
}

/** Returns an object with the same keys, whose values `make` returns for each key. */
export function mapKeys<Name extends string, Value>(
  named: Readonly<Record<Name, unknown>>,
  make: (name: Name) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(keysOf(named).map((name) => [name, make(name)])) as Record<Name, Value>;
}
