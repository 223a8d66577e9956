import { describe, expect, it, vi } from 'vitest';
import { newPicture, type Picture } from '#web/features/uploads/picture.ts';
import {
  emptying,
  keeping,
  newPictureId,
  patchRows,
  type Row,
  type Rows,
  removing,
} from './draft.ts';
import { openDraftStore } from './draft-store.ts';
import type { DraftStorage } from './storage.ts';

/** A browser: one storage for all its tabs. */
function openBrowser(stored: Rows = new Map()) {
  let rows = stored;
  const files = new Map<string, Blob>();
  const listeners = new Set<() => void>();
  const openTab = async (own: Partial<DraftStorage> = {}) => {
    let hear = () => {};
    const storage: DraftStorage = {
      load: async () => structuredClone(rows),
      async patch(patches) {
        rows = patchRows(rows, patches);
        for (const listener of listeners) if (listener !== hear) listener();
      },
      keepAtLeave: () => undefined,
      watch(listener) {
        hear = listener;
        listeners.add(listener);
      },
      putFile: async (name, file) => void files.set(name, file),
      getFile: async (name) => files.get(name) ?? null,
      async keepFiles(isWanted) {
        for (const name of files.keys()) if (!isWanted(name)) files.delete(name);
      },
      ...own,
    };
    const onVolatile = vi.fn();
    return { store: await openDraftStore({ storage, onVolatile }), onVolatile };
  };
  return { files, openTab };
}

const file = new Blob(['abc']);
const gato = (): Picture => newPicture({ id: newPictureId(), name: 'gato.jpg', size: 3, order: 1 });

describe('a draft', () => {
  it('comes back whole in a new tab', async () => {
    const browser = openBrowser();
    const { store } = await browser.openTab();
    const picture = gato();
    const { id } = picture;
    await store.putFile(id, file);
    await store.write({ step: 2, ...keeping([picture]) });
    await store.write({ pictures: { [id]: { notes: 'al centro', quantity: 7 } } });
    await store.write({ form: { phone: '912345678' } });

    const { store: later } = await browser.openTab();
    const draft = later.get();
    expect(draft.step).toBe(2);
    expect(draft.form.phone).toBe('912345678');
    expect(draft.pictures).toEqual([{ ...picture, notes: 'al centro', quantity: 7 }]);
    expect(await (await later.getFile(id))?.text()).toBe('abc');
  });

  it('keeps a shared file until the last picture of it is removed', async () => {
    const browser = openBrowser();
    const { store } = await browser.openTab();
    const picture = gato();
    const copy = { ...picture, id: newPictureId(), file: picture.id, product: 'pin-32' };
    await store.putFile(picture.id, file);
    await store.write(keeping([picture, copy]));
    await store.write(removing([picture.id]));
    await store.removeFiles(new Set([picture.id]));
    const { store: later } = await browser.openTab();
    expect(later.get().pictures.map(({ product }) => product)).toEqual(['pin-32']);
    expect(await (await later.getFile(picture.id))?.text()).toBe('abc');
    await later.write(removing([copy.id]));
    await later.removeFiles(new Set([picture.id, copy.id]));
    expect(browser.files.size).toBe(0);
  });

  it('is one and the same in two tabs, field by field', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab();
    const { store: b } = await browser.openTab();
    const picture = gato();
    await a.write(keeping([picture]));
    await b.sync();
    await Promise.all([
      a.write({ form: { phone: '1' }, pictures: { [picture.id]: { notes: 'al centro' } } }),
      b.write({ form: { email: 'x@y.cl' }, pictures: { [picture.id]: { quantity: 9 } } }),
      b.write({ form: { phone: '2' } }),
    ]);
    await Promise.all([a.sync(), b.sync()]);
    expect(a.get()).toEqual(b.get());
    expect(a.get().form).toMatchObject({ phone: '2', email: 'x@y.cl' });
    expect(a.get().pictures).toMatchObject([{ notes: 'al centro', quantity: 9 }]);
  });

  it('tells a form that another tab changed from what its own fields wrote', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab();
    const { store: b } = await browser.openTab();
    await a.write({ form: { phone: '1' } });
    await b.sync();
    expect([a.formVersion(), b.formVersion()]).toEqual([0, 1]);
    await a.write({ discount: null });
    await b.sync();
    expect(b.formVersion()).toBe(1);
  });

  it('keeps each tab at its own step, but a start from scratch holds for all', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab();
    const { store: b } = await browser.openTab();
    await a.write({ step: 1 });
    await b.write({ step: 2 });
    await a.sync();
    expect([a.get().step, b.get().step]).toEqual([1, 2]);
    await a.write(emptying(a.get()));
    await b.sync();
    expect([a.get().step, b.get().step]).toEqual([0, 0]);
  });

  it('leaves other tabs at their step when one goes back to the start', async () => {
    const browser = openBrowser();
    const { store: a } = await browser.openTab();
    const { store: b } = await browser.openTab();
    await a.write({ ...keeping([gato()]), step: 2 });
    await b.sync();
    await b.write({ step: 0 });
    await a.sync();
    expect(a.get()).toMatchObject({ step: 2, pictures: [{ name: 'gato.jpg' }] });
  });

  it('comes back after being emptied, files included, as long as they are not let go', async () => {
    const browser = openBrowser();
    const { store } = await browser.openTab();
    const picture = gato();
    await store.putFile(picture.id, file);
    await store.write(keeping([picture]));
    await store.write(emptying(store.get()));
    expect(store.get().pictures).toEqual([]);
    await store.write(keeping([picture]));
    await store.removeFiles(new Set([picture.id]));
    expect(store.get().pictures).toEqual([picture]);
    expect(await store.getFile(picture.id)).not.toBeNull();
    await store.write(removing([picture.id]));
    await store.removeFiles(new Set([picture.id]));
    expect(await store.getFile(picture.id)).toBeNull();
  });

  it('draws anew only the picture that changed, also when others are removed', async () => {
    const { store } = await openBrowser().openTab();
    const [first, second, third] = [1, 2, 3].map((order) => ({ ...gato(), order }));
    if (!first || !second || !third) throw new Error('no pictures');
    await store.write(keeping([first, second, third]));
    const before = store.get();
    await store.write({ pictures: { [first.id]: { notes: 'x' } } });
    expect(store.get().pictures[0]).not.toBe(before.pictures[0]);
    expect(store.get().pictures[1]).toBe(before.pictures[1]);
    await store.write(removing([first.id]));
    await store.sync();
    expect(store.get().pictures[0]).toBe(before.pictures[1]);
    expect(store.get().pictures[1]).toBe(before.pictures[2]);
    expect(store.get().form).toBe(before.form);
  });

  it('lives on in memory, and says so once, when there is no room for a file', async () => {
    const browser = openBrowser();
    const full = () => Promise.reject(new Error('QuotaExceededError'));
    const { store, onVolatile } = await browser.openTab({ putFile: full });
    for (const picture of [gato(), gato()]) {
      await store.putFile(picture.id, file);
      await store.write(keeping([picture]));
      expect(await store.getFile(picture.id)).toBe(file);
    }
    await store.sync();
    expect(store.get().pictures).toHaveLength(2);
    expect(onVolatile).toHaveBeenCalledTimes(1);
    const { store: other } = await browser.openTab();
    expect(other.get().pictures).toEqual([]);
  });

  it('keeps what found no room, and stores it with what comes next', async () => {
    const browser = openBrowser();
    const patch = vi.fn(async () => {});
    const full = patch.mockRejectedValueOnce(new Error('QuotaExceededError'));
    const { store } = await browser.openTab({ patch: full });
    await store.write({ form: { phone: '1' } });
    await store.sync();
    expect(store.get().form.phone).toBe('1');
    await store.write({ form: { email: 'x@y.cl' } });
    const both = [
      ['form', { phone: '1' }],
      ['form', { email: 'x@y.cl' }],
    ];
    expect(patch).toHaveBeenLastCalledWith(both);
  });

  it('survives values that another version of the page left in another shape', async () => {
    const odd = { ...gato(), notes: 3, quantity: 'many', upload: { url: 'x' } };
    const browser = openBrowser(
      new Map<string, Row>([
        ['meta', { step: 'two', orderKey: 'k' }],
        ['form', { phone: 5 }],
        ['x', { name: 3 }],
        [odd.id, odd],
      ]),
    );
    const { store } = await browser.openTab();
    const pictures = [{ ...odd, notes: '', quantity: 1, upload: null }];
    expect(store.get()).toMatchObject({ step: 0, orderKey: 'k', form: { phone: '' }, pictures });
  });

  it('forgets the files of pictures that are long gone', async () => {
    const browser = openBrowser();
    const old = newPictureId(Date.now() - 3_600_000);
    browser.files.set(old, file);
    const fresh = newPictureId();
    browser.files.set(fresh, file);
    await browser.openTab();
    expect([...browser.files.keys()]).toEqual([fresh]);
  });
});
