/** What one row of the draft says, by the name of each value. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a draft: the form, the rest (`meta`), and one for each picture, named after it. */
export type Rows = ReadonlyMap<string, Row>;

/** New values for one row; null takes the whole row away. */
export type Patch = readonly [key: string, values: Row | null];

/** Returns the rows with the new values in them; values that are not named stay. */
export function patchRows(rows: Rows, patches: Iterable<Patch>): Rows {
  const patched = new Map(rows);
  for (const [key, values] of patches) {
    if (values) patched.set(key, { ...patched.get(key), ...values });
    else patched.delete(key);
  }
  return patched;
}
