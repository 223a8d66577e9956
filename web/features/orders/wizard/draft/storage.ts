import { type DBSchema, openDB } from 'idb';
import { DRAFT_DAYS } from '#domain/retention.ts';
import { type Entry, isNewer, lastWrite } from './entries.ts';

/** Where a draft outlives its page. Every call may fail: storage is full, or off limits. */
export type DraftStorage = {
  load: () => Promise<Entry[]>;
  /** Keeps what is newer than what is there, so that two tabs cannot undo each other. */
  save: (entries: readonly Entry[]) => Promise<void>;
  putFile: (name: string, file: Blob) => Promise<void>;
  getFile: (name: string) => Promise<Blob | null>;
  /** Removes the files whose names the test rejects. */
  keepFiles: (isWanted: (name: string) => boolean) => Promise<void>;
};

interface Schema extends DBSchema {
  entries: { key: string; value: Entry };
  files: { key: string; value: Blob };
}

const DRAFT_LIFETIME_MS = DRAFT_DAYS * 24 * 60 * 60 * 1000;

/** Opens the browser's own database. @throws when the browser does not allow one */
export async function openBrowserStorage(now: () => number = Date.now): Promise<DraftStorage> {
  const db = await openDB<Schema>('pines', 1, {
    upgrade(fresh) {
      fresh.createObjectStore('entries', { keyPath: 'key' });
      fresh.createObjectStore('files');
    },
  });
  const entries = await db.getAll('entries');
  if (entries.length > 0 && lastWrite(entries) < now() - DRAFT_LIFETIME_MS) {
    await Promise.all([db.clear('entries'), db.clear('files')]);
  }
  return {
    load: () => db.getAll('entries'),
    async save(changed) {
      const { store, done } = db.transaction('entries', 'readwrite');
      const keep = async (entry: Entry) => {
        if (isNewer(entry, await store.get(entry.key))) await store.put(entry);
      };
      await Promise.all([...changed.map(keep), done]);
    },
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
