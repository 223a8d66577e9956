import { describe, expect, it, vi } from 'vitest';
import { formChanges, pictureChanges } from './draft.ts';
import { type DraftChannel, openDraftStore } from './draft-store.ts';
import { type Entry, isNewer } from './entries.ts';
import { newPictureId } from './picture-id.ts';
import type { DraftStorage } from './storage.ts';

/** One browser: storage and a channel that all its tabs share. */
function openBrowser() {
  const entries = new Map<string, Entry>();
  const files = new Map<string, Blob>();
  const listeners: ((incoming: readonly Entry[]) => void)[] = [];
  const storage: DraftStorage = {
    load: async () => [...entries.values()],
    async save(changed) {
      for (const entry of changed) {
        if (isNewer(entry, entries.get(entry.key))) entries.set(entry.key, entry);
      }
    },
    putFile: async (name, file) => void files.set(name, file),
    getFile: async (name) => files.get(name) ?? null,
    async keepFiles(isWanted) {
      for (const name of files.keys()) if (!isWanted(name)) files.delete(name);
    },
  };
  const openTab = (tab: string, own: Partial<DraftStorage> = {}, now = Date.now) => {
    let mine: ((incoming: readonly Entry[]) => void) | null = null;
    const channel: DraftChannel = {
      send: (sent) => {
        for (const listener of listeners) if (listener !== mine) listener(sent);
      },
      receive(listener) {
        mine = listener;
        listeners.push(listener);
      },
    };
    const onVolatile = vi.fn();
    const parts = { tab, storage: { ...storage, ...own }, channel, onVolatile, now };
    return openDraftStore(parts).then((store) => ({ store, onVolatile }));
  };
  return { entries, files, openTab };
}

const facts = (name: string) => ({ name, size: 3, order: 1 });
const file = new Blob(['abc']);

describe('a draft', () => {
  it('comes back whole in a new tab', async () => {
    const browser = openBrowser();
    const { store } = await browser.openTab('a');
    const id = newPictureId();
    await store.putFile(id, file);
    await store.write({ step: 2, [`picture.${id}`]: facts('gato.jpg') });
    await store.write(pictureChanges(id, { notes: 'al centro', quantity: 7 }));
    await store.write(formChanges({ phone: '912345678' }));

    const { store: later } = await browser.openTab('b');
    const draft = later.get();
    expect(draft.step).toBe(2);
    expect(draft.form.phone).toBe('912345678');
    expect(draft.pictures).toMatchObject([{ id, notes: 'al centro', quantity: 7 }]);
    expect(await (await later.getFile(id))?.text()).toBe('abc');
  });

  it('is one and the same in two tabs, field by field', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab('a');
    const { store: b } = await browser.openTab('b');
    await a.write(formChanges({ phone: '1' }));
    await b.write(formChanges({ email: 'x@y.cl' }));
    await b.write(formChanges({ phone: '2' }));
    expect(a.get().form).toEqual(b.get().form);
    expect(a.get().form).toMatchObject({ phone: '2', email: 'x@y.cl' });
  });

  it('keeps each tab at its own step, but a start from scratch holds for all', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab('a', {}, () => 1_000);
    const { store: b } = await browser.openTab('b', {}, () => 2_000);
    await a.write({ step: 1 });
    await b.write({ step: 2 });
    expect([a.get().step, b.get().step]).toEqual([1, 2]);
    await a.write(a.emptying());
    expect([a.get().step, b.get().step]).toEqual([0, 0]);
  });

  it('comes back after being emptied, files included, as long as they are not let go', async () => {
    const browser = openBrowser();
    const { store } = await browser.openTab('a');
    const id = newPictureId();
    await store.putFile(id, file);
    await store.write({ [`picture.${id}`]: facts('gato.jpg') });
    const changes = store.emptying();
    const before = store.values(Object.keys(changes));
    await store.write(changes);
    expect(store.get().pictures).toEqual([]);
    await store.write(before);
    await store.removeFiles(new Set([id]));
    expect(store.get().pictures).toHaveLength(1);
    expect(await store.getFile(id)).not.toBeNull();
  });

  it('lives on in memory, and says so once, when storage is full', async () => {
    const browser = openBrowser();
    const full = () => Promise.reject(new Error('QuotaExceededError'));
    const { store, onVolatile } = await browser.openTab('a', { putFile: full });
    for (const id of [newPictureId(), newPictureId()]) {
      await store.putFile(id, file);
      await store.write({ [`picture.${id}`]: facts('gato.jpg') });
      expect(await store.getFile(id)).toBe(file);
    }
    expect(store.get().pictures).toHaveLength(2);
    expect(onVolatile).toHaveBeenCalledTimes(1);
    const { store: other } = await browser.openTab('b');
    expect(other.get().pictures).toEqual([]);
  });

  it('survives values that another version of the page left in another shape', async () => {
    const browser = openBrowser();
    const left = { at: Date.now(), by: 'old' };
    browser.entries.set('step', { key: 'step', value: 'two', ...left });
    browser.entries.set('picture.x', { key: 'picture.x', value: { name: 3 }, ...left });
    const { store } = await browser.openTab('a');
    expect(store.get()).toMatchObject({ step: 0, pictures: [] });
  });

  it('forgets the files of pictures that are long gone', async () => {
    const browser = openBrowser();
    const old = newPictureId(Date.now() - 3_600_000);
    browser.files.set(old, file);
    const fresh = newPictureId();
    browser.files.set(fresh, file);
    await browser.openTab('a');
    expect([...browser.files.keys()]).toEqual([fresh]);
  });
});
