import { replaceEqualDeep } from '@tanstack/react-query';
import { fileOf } from '#web/features/uploads/picture.ts';
import { createStore } from '#web/lib/store.ts';
import {
  type Changes,
  type Patch,
  patchRows,
  pictureAge,
  type Rows,
  readDraft,
  toPatches,
} from './draft.ts';
import type { DraftStorage } from './storage.ts';

type Parts = {
  storage: DraftStorage | null;
  /** Called once when the draft cannot be stored beyond this page. */
  onVolatile: () => void;
};

/** Files are named after their picture: `<id>` and `<id>.preview`. */
const ownerOf = (name: string) => name.split('.')[0] ?? '';

/** A file may be stored just before another tab learns of its picture. */
const isFresh = (name: string) => pictureAge(ownerOf(name)) < 60_000;

export type DraftStore = Awaited<ReturnType<typeof openDraftStore>>;

/** Opens this browser's draft. Without storage it lasts as long as the page. */
export async function openDraftStore({ storage, onVolatile }: Parts) {
  /** Files that are being stored, and those that storage had no room for. */
  const files = new Map<string, Blob>();
  /** Pictures whose file could not be stored: another page cannot show them. */
  const unstorable = new Set<string>();
  /** Patches that are being stored, and those that storage had no room for, oldest first. */
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

  /** Runs storage operations one after another. */
  const enqueue = (work: (into: DraftStorage) => Promise<void>) => {
    queue = queue.then(async () => {
      if (storage) await work(storage).catch(admitVolatile);
    });
    return queue;
  };

  const show = (next: Rows, isFromElsewhere: boolean) => {
    // Equal values keep their identity, so that they are not re-rendered.
    rows = new Map([...next].map(([key, row]) => [key, replaceEqualDeep(rows.get(key), row)]));
    const read = readDraft(rows);
    if (isFromElsewhere && read.form !== draft.get().form) formVersion += 1;
    draft.set(read);
  };

  /** Reads the stored draft. A page keeps its own step, unless an order starts from scratch. */
  const sync = (isOpening = false) =>
    enqueue(async (from) => {
      const stored = await from.load();
      const { step, pictures } = readDraft(stored);
      const takesStep = isOpening || (step === 0 && pictures.length === 0);
      const ownStep: Patch[] = takesStep ? [] : [['meta', { step: draft.get().step }]];
      show(patchRows(stored, [...ownStep, ...unsaved]), true);
    });

  const toSave = () => [...unsaved].filter(([key]) => !unstorable.has(key));

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
    /** Increases whenever another tab changes the form, so that its fields are re-rendered. */
    formVersion: () => formVersion,
    /** Changes values immediately; the promise resolves when they are stored. */
    write,
    sync: () => sync(),
    putFile(name: string, file: Blob) {
      files.set(name, file);
      return enqueue(async (into) => {
        try {
          await into.putFile(name, file);
          files.delete(name);
        } catch (cause) {
          if (ownerOf(name) === name) unstorable.add(name);
          throw cause;
        }
      });
    },
    getFile: async (name: string): Promise<Blob | null> =>
      files.get(name) ?? (await storage?.getFile(name).catch(() => null)) ?? null,
    removeFiles,
  };
}
