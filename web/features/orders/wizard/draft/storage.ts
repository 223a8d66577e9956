import { type DBSchema, openDB } from 'idb';
import { DRAFT_DAYS } from '#domain/retention.ts';
import type { Patch, Row, Rows } from './rows.ts';

/** Where a draft outlives its page. Every call may fail: storage is full, or off limits. */
export type DraftStorage = {
  load: () => Promise<Rows>;
  /** Puts new values into the rows as they are by then, all or none, and tells the other tabs. */
  patch: (patches: readonly Patch[]) => Promise<void>;
  /** Keeps, when the page goes away, what it has not stored by then. */
  keepAtLeave: (read: () => readonly Patch[]) => void;
  /** Calls back whenever another tab has changed a row. */
  watch: (listener: () => void) => void;
  putFile: (name: string, file: Blob) => Promise<void>;
  getFile: (name: string) => Promise<Blob | null>;
  /** Removes the files whose names the test rejects. */
  keepFiles: (isWanted: (name: string) => boolean) => Promise<void>;
};

/** `at`: when it was last changed, in milliseconds since 1970. */
type StoredRow = { key: string; at: number; row: Row };

interface Schema extends DBSchema {
  rows: { key: string; value: StoredRow };
  files: { key: string; value: Blob };
}

const DRAFT_LIFETIME_MS = DRAFT_DAYS * 24 * 60 * 60 * 1000;

/** Opens the browser's own database. @throws when the browser does not allow one */
export async function openBrowserStorage(now: () => number = Date.now): Promise<DraftStorage> {
  const db = await openDB<Schema>('pines', 2, {
    upgrade(db) {
      for (const name of db.objectStoreNames) db.deleteObjectStore(name);
      db.createObjectStore('rows', { keyPath: 'key' });
      db.createObjectStore('files');
    },
  });
  const lastChange = Math.max(...(await db.getAll('rows')).map(({ at }) => at));
  if (lastChange < now() - DRAFT_LIFETIME_MS) {
    await Promise.all([db.clear('rows'), db.clear('files')]);
  }
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('pines-draft');
  const patch = async (patches: readonly Patch[]) => {
    if (patches.some(([key, values]) => key === 'form' && values === null)) forgetLeft();
    const { store, done } = db.transaction('rows', 'readwrite');
    for (const [key, values] of patches) {
      const row = values && { ...(await store.get(key))?.row, ...values };
      await (row ? store.put({ key, at: now(), row }) : store.delete(key));
    }
    await done;
    tabs?.postMessage(null);
  };
  const left = takeLeft(now() - DRAFT_LIFETIME_MS);
  if (left.length > 0) await patch(left);
  return {
    load: async () => new Map((await db.getAll('rows')).map(({ key, row }) => [key, row])),
    patch,
    keepAtLeave,
    watch: (listener) => tabs?.addEventListener('message', listener),
    async putFile(name, file) {
      await db.put('files', file, name);
    },
    getFile: async (name) => (await db.get('files', name)) ?? null,
    async keepFiles(isWanted) {
      const { store, done } = db.transaction('files', 'readwrite');
      for (const name of await store.getAllKeys()) {
        if (!isWanted(name)) await store.delete(name);
      }
      await done;
    },
  };
}

const KEY = 'pines.draft.left';

/**
 * Keeps what a page that goes away has not stored yet: its database would answer too late. A page
 * that is shown again as it was left stores it by itself.
 * @param read returns it, as of then
 */
function keepAtLeave(read: () => readonly Patch[]) {
  addEventListener('pagehide', () => {
    const patches = read();
    if (patches.length > 0) write(JSON.stringify({ at: Date.now(), patches }));
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) forgetLeft();
  });
}

/** For a draft that is taken away: what an earlier page left of it goes, too. */
function forgetLeft() {
  write(null);
}

/** Returns what the page before left like that, once. @param since older ones count no more */
function takeLeft(since: number): Patch[] {
  try {
    const text = localStorage.getItem(KEY);
    if (text === null) return [];
    localStorage.removeItem(KEY);
    const { at, patches }: { at: number; patches: Patch[] } = JSON.parse(text);
    return at < since ? [] : patches;
  } catch {
    return [];
  }
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch {
    // Storage is off limits here, or full: the last change is lost with its page.
  }
}
