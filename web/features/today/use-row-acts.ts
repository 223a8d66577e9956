import { useEffect, useRef, useState } from 'react';
import { type Done, endOf, holdRows, placeRows, type RowAct } from './row-acts.ts';

type Started<Row> = {
  list: string;
  /** The rows of the list as they are shown. */
  shown: readonly Row[];
  /** The keys of the rows that are acted on. */
  keys: readonly string[];
  /** True: it is undone for all of them at once, outside of the rows. */
  isOfMany?: boolean;
};

/**
 * Runs acts on rows that stay in their places until their minute is over, so that no other row
 * comes under the finger. Acts on different rows may run at the same time.
 * @param keyOf the key of a row, the same in every list
 * @param refresh loads the lists again, after an act and after its undoing
 */
export function useRowActs<Row>(keyOf: (row: Row) => string, refresh: () => Promise<void>) {
  const [acts, setActs] = useState<readonly RowAct<Row>[]>([]);
  const count = useRef(0);
  const underWay = useRef(new Set<string>());

  const update = (id: number, change: Partial<RowAct<Row>>) =>
    setActs((now) => now.map((act) => (act.id === id ? { ...act, ...change } : act)));
  const end = (id: number) => setActs((now) => now.filter((act) => act.id !== id));

  const nextEnd = Math.min(...acts.flatMap(({ endsAt, isBusy }) => (isBusy ? [] : (endsAt ?? []))));
  useEffect(() => {
    if (nextEnd === Number.POSITIVE_INFINITY) return;
    const dropEnded = () =>
      setActs((now) =>
        now.filter(({ endsAt, isBusy }) => isBusy || endsAt === null || endsAt > nextEnd),
      );
    const timer = setTimeout(dropEnded, Math.max(0, nextEnd - Date.now()));
    return () => clearTimeout(timer);
  }, [nextEnd]);

  /** `work` returns the result, and which rows it concerns if not all of them. */
  const run = async (
    { list, shown, keys, isOfMany = false }: Started<Row>,
    work: () => Promise<Done & { keys?: readonly string[] }>,
  ) => {
    // A second click would run into the changes of the first.
    if (keys.some((key) => underWay.current.has(key))) return;
    for (const key of keys) underWay.current.add(key);
    count.current += 1;
    const id = count.current;
    const held = holdRows(shown, keyOf, new Set(keys));
    const startedAt = Date.now();
    const result = { isBusy: true, done: null, error: null, endsAt: null };
    const act = { id, list, held, isOfMany, ...result };
    setActs((now) => [
      ...now.filter((each) => !each.held.some(({ key }) => keys.includes(key))),
      act,
    ]);
    try {
      const { keys: changed = keys, ...done } = await work();
      const still = held.filter(({ key }) => changed.includes(key));
      update(id, { isBusy: false, done, held: still, endsAt: endOf(startedAt) });
    } catch (error) {
      update(id, { isBusy: false, error });
    }
    for (const key of keys) underWay.current.delete(key);
    await refresh();
  };

  const undo = async ({ id, done }: RowAct<Row>) => {
    if (!done?.undo) return;
    update(id, { isBusy: true });
    try {
      await done.undo();
    } catch (error) {
      update(id, { isBusy: false, done: null, error, endsAt: null });
      return refresh();
    }
    // The row is still held, so that it is not missing until the list is loaded.
    await refresh();
    end(id);
  };

  return {
    /** Returns the rows of a list as they are to be shown. */
    place: (list: string, current: readonly Row[]) => placeRows(current, keyOf, { list, acts }),
    /** Returns the latest act on a row; undefined: none, or its minute is over. */
    actOf: (row: Row) => acts.find(({ held }) => held.some(({ key }) => key === keyOf(row))),
    acts,
    run: (started: Started<Row>, work: Parameters<typeof run>[1]) => void run(started, work),
    undo: (act: RowAct<Row>) => void undo(act),
    dropFailed: () => setActs((now) => now.filter(({ error }) => error === null)),
    /** Ends a row's minute on the screen; its mails still wait. */
    end: ({ id }: RowAct<Row>) => end(id),
  };
}
