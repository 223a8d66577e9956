/** Returns the names that an object's type has, in the order in which they were written down. */
export function keysOf<Name extends string>(named: Readonly<Record<Name, unknown>>): Name[] {
  // The compiler takes an object's keys for any text, for it might hold more than its type says.
  return Object.keys(named) as Name[];
}
