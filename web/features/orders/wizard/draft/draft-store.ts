import { replaceEqualDeep } from '@tanstack/react-query';
import { fileOf } from '#web/features/uploads/picture.ts';
import { createStore } from '#web/lib/store.ts';
import { type Changes, readDraft, toPatches } from './draft.ts';
import { pictureAge } from './picture-id.ts';
import { type Patch, patchRows, type Rows } from './rows.ts';
import type { DraftStorage } from './storage.ts';

type Parts = {
  storage: DraftStorage | null;
  /** Called once when the draft cannot be kept beyond this page. */
  onVolatile: () => void;
};

/** Files are named after their picture: `<id>` and `<id>.preview`. */
const ownerOf = (name: string) => name.split('.')[0] ?? '';

/** A file may be stored an instant before another tab hears of its picture. */
const isFresh = (name: string) => pictureAge(ownerOf(name)) < 60_000;

export type DraftStore = Awaited<ReturnType<typeof openDraftStore>>;

/** Opens the draft of this browser. Without storage it lives as long as the page. */
export async function openDraftStore({ storage, onVolatile }: Parts) {
  /** Files on their way to storage, and those that found no room there. */
  const files = new Map<string, Blob>();
  /** Pictures whose file found no room: another page could not show them. */
  const homeless = new Set<string>();
  /** What is on its way to storage, and what found no room there, oldest first. */
  const unsaved = new Set<Patch>();
  let rows: Rows = new Map();
  const draft = createStore(readDraft(rows));
  let formVersion = 0;
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

  const show = (next: Rows, isFromElsewhere: boolean) => {
    rows = next;
    // What is the same as before stays the same object: it is not drawn anew.
    const read = replaceEqualDeep(draft.get(), readDraft(rows));
    if (isFromElsewhere && read.form !== draft.get().form) formVersion += 1;
    draft.set(read);
  };

  /** Takes in what is stored. A page stays at its own step, unless an order starts from scratch. */
  const sync = (isOpening = false) =>
    enqueue(async (from) => {
      const stored = await from.load();
      const { step, pictures } = readDraft(stored);
      const takesStep = isOpening || (step === 0 && pictures.length === 0);
      const ownStep: Patch[] = takesStep ? [] : [['meta', { step: draft.get().step }]];
      show(patchRows(stored, [...ownStep, ...unsaved]), true);
    });

  const toSave = () => [...unsaved].filter(([key]) => !homeless.has(key));

  const save = async (into: DraftStorage) => {
    const shared = toSave();
    if (shared.length > 0) await into.patch(shared);
    for (const patch of shared) unsaved.delete(patch);
  };

  const write = (changes: Changes): Promise<void> => {
    const patches = toPatches(changes);
    for (const patch of patches) unsaved.add(patch);
    show(patchRows(rows, patches), false);
    return enqueue(save);
  };

  const hasPicture = (name: string) => draft.get().pictures.some((one) => fileOf(one) === name);

  const removeFiles = (ids: ReadonlySet<string>) => {
    const isGone = (name: string) => ids.has(ownerOf(name)) && !hasPicture(ownerOf(name));
    for (const name of files.keys()) if (isGone(name)) files.delete(name);
    return enqueue((from) => from.keepFiles((name) => !isGone(name)));
  };

  if (storage) {
    await sync(true);
    storage.watch(() => void sync());
    storage.keepAtLeave(toSave);
    await enqueue((from) => from.keepFiles((name) => hasPicture(ownerOf(name)) || isFresh(name)));
  } else {
    admitVolatile();
  }

  return {
    get: draft.get,
    subscribe: draft.subscribe,
    /** Grows whenever another tab changed the form: fields that hold older values are drawn anew. */
    formVersion: () => formVersion,
    /** Changes values at once; the promise is fulfilled when they are stored. */
    write,
    sync: () => sync(),
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
