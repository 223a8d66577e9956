import { type Changes, type Draft, emptyingChanges, readDraft } from './draft.ts';
import { createClock, type Entries, type Entry, mergeEntries } from './entries.ts';
import { pictureAge } from './picture-id.ts';
import type { DraftStorage } from './storage.ts';

/** Tells the other tabs of this browser what was written. */
export type DraftChannel = {
  send: (entries: readonly Entry[]) => void;
  receive: (listener: (entries: readonly Entry[]) => void) => void;
};

type Parts = {
  tab: string;
  storage: DraftStorage | null;
  channel: DraftChannel | null;
  /** Called once when the draft cannot be kept beyond this page. */
  onVolatile: () => void;
  now?: () => number;
};

/** Files are named after their picture: `<id>` and `<id>.preview`. */
const ownerOf = (name: string) => name.split('.')[0] ?? '';

/** A file may be stored an instant before another tab hears of its picture. */
const isFresh = (name: string) => pictureAge(ownerOf(name)) < 60_000;

/** Each tab stands at its own step; only a start from scratch holds for all. */
const withoutSteps = (incoming: readonly Entry[]) =>
  incoming.filter(({ key, value }) => key !== 'step' || value === null);

export type DraftStore = Awaited<ReturnType<typeof openDraftStore>>;

/** Opens the draft of this browser. Without storage it lives as long as the page. */
export async function openDraftStore({ tab, storage, channel, onVolatile, now }: Parts) {
  const clock = createClock(tab, now);
  const listeners = new Set<() => void>();
  /** Files on their way to storage, and those that found no room there. */
  const files = new Map<string, Blob>();
  /** Pictures whose file found no room: another page could not show them. */
  const homeless = new Set<string>();
  let entries: Entries = new Map();
  let draft: Draft = readDraft(entries);
  let isVolatile = false;
  let queue: Promise<void> = Promise.resolve();

  const admitVolatile = () => {
    if (isVolatile) return;
    isVolatile = true;
    onVolatile();
  };

  /** Runs storage work in the order in which it was asked for. */
  const enqueue = (work: (into: DraftStorage) => Promise<void>) => {
    queue = queue.then(async () => {
      if (storage) await work(storage).catch(admitVolatile);
    });
    return queue;
  };

  /** What another tab wrote, or the storage keeps; all of it is earlier than what comes next. */
  const hear = (incoming: readonly Entry[]) => {
    clock.see(incoming);
    take(withoutSteps(incoming));
  };

  const take = (incoming: readonly Entry[]) => {
    const merged = mergeEntries(entries, incoming);
    if (merged === entries) return;
    draft = readDraft(merged, { entries, draft });
    entries = merged;
    for (const listener of listeners) listener();
  };

  const write = (changes: Changes): Promise<void> => {
    const made = Object.entries(changes).map(
      ([key, value]): Entry => ({ key, value, ...clock.stamp() }),
    );
    take(made);
    return enqueue(async (into) => {
      const shared = made.filter(({ key }) => !homeless.has(key.split('.')[1] ?? ''));
      await into.save(shared);
      channel?.send(shared);
    });
  };

  /** Removes the files of pictures that are no longer in the draft. */
  const removeFiles = (ids: ReadonlySet<string>) => {
    const wanted = new Set(draft.pictures.map(({ id }) => id));
    const isGone = (name: string) => ids.has(ownerOf(name)) && !wanted.has(ownerOf(name));
    for (const name of files.keys()) if (isGone(name)) files.delete(name);
    return enqueue((from) => from.keepFiles((name) => !isGone(name)));
  };

  if (storage) {
    await storage.load().then((stored) => {
      clock.see(stored);
      take(stored);
    }, admitVolatile);
    channel?.receive(hear);
    await enqueue(async (from) => {
      const wanted = new Set(draft.pictures.map(({ id }) => id));
      await from.keepFiles((name) => wanted.has(ownerOf(name)) || isFresh(name));
    });
  } else {
    admitVolatile();
  }

  return {
    get: () => draft,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Changes values at once; the promise is fulfilled when they are stored. */
    write,
    /** Takes in what other tabs have stored. */
    sync: () => enqueue(async (from) => hear(await from.load())),
    /** What takes the whole draft away, and what would bring it back. */
    emptying: () => emptyingChanges(entries),
    values: (keys: readonly string[]): Changes =>
      Object.fromEntries(keys.map((key) => [key, entries.get(key)?.value ?? null])),
    putFile(name: string, file: Blob) {
      files.set(name, file);
      return enqueue(async (into) => {
        try {
          await into.putFile(name, file);
          files.delete(name);
        } catch (cause) {
          if (ownerOf(name) === name) homeless.add(name);
          throw cause;
        }
      });
    },
    getFile: async (name: string): Promise<Blob | null> =>
      files.get(name) ?? (await storage?.getFile(name).catch(() => null)) ?? null,
    removeFiles,
  };
}
