import { UNDO_MS } from '#domain/base/undo.ts';

/** The result of an act in a row. */
export type Done = {
  /** Shown in the row for its minute, such as `Pagado`. */
  text: string;
  /** Read by screen readers, such as `Pedido … marcado como pagado`. */
  news: string;
  /** A chat with the buyer about it. */
  chat: { label: string; url: string } | null;
  undo: (() => Promise<unknown>) | null;
};

/** An act on one row, or on several at once, in the list where it was started. */
export type RowAct<Row> = {
  id: number;
  list: string;
  held: readonly HeldRow<Row>[];
  /** True: it is undone outside of its rows. */
  isOfMany: boolean;
  isBusy: boolean;
  done: Done | null;
  error: unknown;
  /** When it can no longer be undone, in milliseconds since 1970; null until it is done. */
  endsAt: number | null;
};

/** A row that stays where it was, and the keys of the rows before it. */
type HeldRow<Row> = { key: string; row: Row; before: readonly string[] };

/** Returns when an act can no longer be undone: its mails leave a minute after its request came. */
export function endOf(startedAt: number): number {
  return startedAt + UNDO_MS;
}

/** Returns the rows that an act holds, from the list as it is shown. */
export function holdRows<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  acted: ReadonlySet<string>,
): HeldRow<Row>[] {
  const keys = shown.map(keyOf);
  return shown.flatMap((row, at) => {
    const key = keyOf(row);
    return acted.has(key) ? { key, row, before: keys.slice(0, at) } : [];
  });
}

/**
 * Returns a list's rows with those of acts in their places: rows that have left the list stay, and
 * rows that an act holds in another list are left out.
 */
export function placeRows<Row>(
  current: readonly Row[],
  keyOf: (row: Row) => string,
  { list, acts }: { list: string; acts: readonly RowAct<Row>[] },
): Row[] {
  const isHeld = new Set(acts.flatMap(({ held }) => held.map(({ key }) => key)));
  const fresh = new Map(current.map((row) => [keyOf(row), row]));
  const placed = current.filter((row) => !isHeld.has(keyOf(row)));
  for (const act of acts) {
    if (act.list !== list) continue;
    for (const { key, row, before } of act.held) {
      const keys = placed.map(keyOf);
      const previous = before.findLast((each) => keys.includes(each));
      // After a failure the row shows the order as it is now.
      const shown = act.done ? row : (fresh.get(key) ?? row);
      placed.splice(previous === undefined ? 0 : keys.indexOf(previous) + 1, 0, shown);
    }
  }
  return placed;
}
