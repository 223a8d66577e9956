/** When and by which tab a value was written. `at` is milliseconds since 1970, never twice in a tab. */
export type Stamp = { at: number; by: string };

/** One value of the draft. Null stands for a value that was taken away. */
export type Entry = Stamp & { key: string; value: unknown };

export type Entries = ReadonlyMap<string, Entry>;

/** The later writer wins; at the same instant the greater tab name, so that all tabs agree. */
export function isNewer(candidate: Stamp, current: Stamp | undefined): boolean {
  if (!current) return true;
  return candidate.at === current.at ? candidate.by > current.by : candidate.at > current.at;
}

/** Takes in values from this or another tab. The same map comes back when nothing changed. */
export function mergeEntries(entries: Entries, incoming: readonly Entry[]): Entries {
  const newer = incoming.filter((entry) => isNewer(entry, entries.get(entry.key)));
  if (newer.length === 0) return entries;
  const merged = new Map(entries);
  for (const entry of newer) {
    if (isNewer(entry, merged.get(entry.key))) merged.set(entry.key, entry);
  }
  return merged;
}

/** Makes the stamps of one tab: later than everything that the tab has written or seen. */
export function createClock(by: string, now: () => number = Date.now) {
  let latest = 0;
  return {
    stamp(): Stamp {
      latest = Math.max(now(), latest + 1);
      return { at: latest, by };
    },
    see(seen: Iterable<Stamp>) {
      for (const { at } of seen) latest = Math.max(latest, at);
    },
  };
}

/** When anything was last written, in milliseconds since 1970; 0 for an empty draft. */
export function lastWrite(entries: Iterable<Stamp>): number {
  let last = 0;
  for (const { at } of entries) last = Math.max(last, at);
  return last;
}
