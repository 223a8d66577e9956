/** A row of the draft, by the names of its values. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a draft: the form, the rest (`meta`), and one per picture, with its id as key. */
export type Rows = ReadonlyMap<string, Row>;

/** New values for one row; null removes the row. */
export type Patch = readonly [key: string, values: Row | null];

/** Returns the rows with the new values; other values stay. */
export function patchRows(rows: Rows, patches: Iterable<Patch>): Rows {
  const patched = new Map(rows);
  for (const [key, values] of patches) {
    if (values) patched.set(key, { ...patched.get(key), ...values });
    else patched.delete(key);
  }
  return patched;
}
