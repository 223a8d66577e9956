import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DRAFT_DAYS } from '#domain/privacy/retention.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import type { Patch, Row, Rows } from './draft.ts';

/** Storage that outlives the page. Every call may fail: storage is full or blocked. */
export type DraftStorage = {
  load: () => Promise<Rows>;
  /** Merges new values into the rows, all or none, and notifies the other tabs. */
  patch: (patches: readonly Patch[]) => Promise<void>;
  /** When the page is left, saves what is not stored yet. */
  keepAtLeave: (read: () => readonly Patch[]) => void;
  /** Calls back whenever another tab has changed a row. */
  watch: (listener: () => void) => void;
  putFile: (name: string, file: Blob) => Promise<void>;
  getFile: (name: string) => Promise<Blob | null>;
  /** Removes the files whose names the test rejects. */
  keepFiles: (isWanted: (name: string) => boolean) => Promise<void>;
};

/** `at`: time of the last change, in milliseconds since 1970. */
type StoredRow = { key: string; at: number; row: Row };

interface Schema extends DBSchema {
  rows: { key: string; value: StoredRow };
  files: { key: string; value: Blob };
}

const DRAFT_LIFETIME_MS = DRAFT_DAYS * 24 * 60 * 60 * 1000;

const open = () =>
  openDB<Schema>('pines', 2, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('rows', { keyPath: 'key' });
      db.createObjectStore('files');
    },
  });

/** Opens the browser's IndexedDB. @throws when the browser does not allow it */
export async function openBrowserStorage(now: () => number = Date.now): Promise<DraftStorage> {
  let db = await open();
  /** Safari loses the connection while the page is in the background: tries again with another. */
  const use = <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> =>
    work(db).catch(async () => {
      db = await open();
      return work(db);
    });
  const lastChange = Math.max(...(await db.getAll('rows')).map(({ at }) => at));
  if (lastChange < now() - DRAFT_LIFETIME_MS) {
    await Promise.all([db.clear('rows'), db.clear('files')]);
  }
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('pines-draft');
  const patch = async (patches: readonly Patch[]) => {
    if (patches.some(([key, values]) => key === 'form' && values === null)) forgetLeft();
    await use(async (db) => {
      const { store, done } = db.transaction('rows', 'readwrite');
      for (const [key, values] of patches) {
        const row = values && { ...(await store.get(key))?.row, ...values };
        await (row ? store.put({ key, at: now(), row }) : store.delete(key));
      }
      await done;
    });
    tabs?.postMessage(null);
  };
  const left = takeLeft(now() - DRAFT_LIFETIME_MS);
  if (left.length > 0) await patch(left);
  return {
    load: async () => {
      const rows = await use(async (db) => db.getAll('rows'));
      return new Map(rows.map(({ key, row }) => [key, row]));
    },
    patch,
    keepAtLeave,
    watch: (listener) => tabs?.addEventListener('message', listener),
    putFile: (name, file) => use(async (db) => void (await db.put('files', file, name))),
    getFile: (name) => use(async (db) => (await db.get('files', name)) ?? null),
    keepFiles: (isWanted) =>
      use(async (db) => {
        const { store, done } = db.transaction('files', 'readwrite');
        for (const name of await store.getAllKeys()) {
          if (!isWanted(name)) await store.delete(name);
        }
        await done;
      }),
  };
}

const KEY = 'pines.draft.left';

/**
 * Saves unstored changes to localStorage when the page is left, since IndexedDB would be too slow.
 * A page that returns from the back-forward cache stores them itself.
 * @param read returns the changes at that time
 */
function keepAtLeave(read: () => readonly Patch[]) {
  addEventListener('pagehide', () => {
    const patches = read();
    if (patches.length > 0)
      tryStorage(() => localStorage.setItem(KEY, JSON.stringify({ at: Date.now(), patches })));
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) forgetLeft();
  });
}

/** Removes what a former page left, when the draft is removed. */
function forgetLeft() {
  tryStorage(() => localStorage.removeItem(KEY));
}

/** Returns what the former page left, once. @param since older changes are ignored */
function takeLeft(since: number): Patch[] {
  const left = tryStorage(() => {
    const text = localStorage.getItem(KEY) ?? 'null';
    localStorage.removeItem(KEY);
    const read: { at: number; patches: Patch[] } | null = JSON.parse(text);
    return read;
  });
  return left && left.at >= since ? left.patches : [];
}
