import { lookAlike } from '#web/features/uploads/look-alike.ts';
import { LARGE, openPreviewMaker, SMALL } from '#web/features/uploads/make-preview.ts';
import { fileOf, type UploadedPicture } from '#web/features/uploads/picture.ts';
import { createPreviewUrls } from '#web/features/uploads/preview-urls.ts';
import { fetchFile, readFile } from '#web/lib/fetch-file.ts';
import type { DraftStore } from './draft/draft-store.ts';

/** A preview that this browser made, until the shop has the picture. */
const OWN = '';

const fetchCopy = async (url: string) => readFile(await fetchFile(url));

/**
 * Keeps the previews that the screens show, and stores them with the draft: at first as this browser
 * reads a file, then the shop's copy, which is what is printed.
 */
export function openPreviews(store: DraftStore) {
  const make = openPreviewMaker();
  const urls = createPreviewUrls(async (name, source) => {
    if (source !== undefined) return fetchCopy(source).catch(() => null);
    const file = await store.getFile(name);
    return (file && (await make(file, LARGE))?.blob) ?? null;
  });
  /** What is shown, or about to be, of each file: `OWN`, or the URL of its upload. */
  const sources = new Map<string, string>();

  const showOwn = async (name: string) => {
    const stored = await store.getFile(`${name}.preview`);
    const file = stored ? null : await store.getFile(name);
    const made = file && (await make(file, SMALL));
    const blob = stored ?? made?.blob;
    // A blank pin is shown; whether the picture is usable is decided by the shop.
    if (!blob || sources.get(name) !== OWN) return;
    urls.set(name, blob);
    if (!made) return;
    const { width, height } = made;
    await store.putFile(`${name}.preview`, blob);
    void store.write({ pictures: { [name]: { look: { width, height } } } });
  };

  const showCopy = async (name: string, upload: UploadedPicture) => {
    const stored = await store.getFile(`${name}.copy`);
    const copy = stored ?? (await fetchCopy(upload.thumbnailUrl ?? upload.imageUrl));
    if (sources.get(name) !== upload.imageUrl) return;
    urls.set(name, copy);
    if (!stored) await store.putFile(`${name}.copy`, copy);
  };

  const update = () => {
    for (const { upload, ...picture } of store.get().pictures) {
      const name = fileOf(picture);
      const source = upload?.imageUrl ?? OWN;
      if (sources.get(name) === source) continue;
      sources.set(name, source);
      // Without a connection it is fetched after the next start.
      if (upload) showCopy(name, upload).catch(() => undefined);
      else void showOwn(name);
    }
  };
  store.subscribe(update);
  update();

  /**
   * Shows the shop's copy of a picture.
   * @returns whether it looks like what was shown before, so that a crop of that still fits
   * @throws Refusal, LostAnswer
   */
  const replace = async (name: string, upload: UploadedPicture): Promise<boolean> => {
    const copy = await fetchCopy(upload.thumbnailUrl ?? upload.imageUrl);
    const before =
      (await store.getFile(`${name}.copy`)) ?? (await store.getFile(`${name}.preview`));
    const isAlike = before === null || (await lookAlike(before, copy).catch(() => false));
    await store.putFile(`${name}.copy`, copy);
    sources.set(name, upload.imageUrl);
    urls.set(name, copy);
    return isAlike;
  };

  const forget = (ids: readonly string[]) => {
    urls.remove(ids);
    for (const id of ids) sources.delete(id);
  };

  /** Returns the picture reduced to the shop's limits, with its name; null if it cannot be read. */
  const shrink = async (file: Blob, name: string) => {
    const copy = await make(file, null);
    return copy && new File([copy.blob], name, { type: copy.blob.type });
  };

  return { urls, replace, forget, shrink };
}
