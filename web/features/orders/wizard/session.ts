import { CODE_PARAMETER } from '#contract/discounts/code-link.ts';
import type { SavedAddress } from '#contract/people/saved-address.ts';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts/discounts.ts';
import { markStoredDraft } from '#web/features/orders/draft-flag.ts';
import { fileOf, type UploadedPicture } from '#web/features/uploads/picture.ts';
import { sendPicture } from '#web/features/uploads/send-picture.ts';
import { createUploadQueue } from '#web/features/uploads/upload-queue.ts';
import { Refusal } from '#web/lib/api.ts';
import { connection } from '#web/lib/connection.ts';
import { createStore } from '#web/lib/store.ts';
import { withLock } from '#web/ui/lock.ts';
import { type DraftStore, openDraftStore } from './draft/draft-store.ts';
import { openBrowserStorage } from './draft/storage.ts';
import { openPreviews } from './previews.ts';
import { readFormerStep } from './step-history.ts';
import { NO_SUBMISSION } from './submit/submission.ts';

const STORAGE_MS = 4000;
const FILE_LOST = 'Este archivo ya no está en tu navegador: quítalo y vuelve a elegirlo.';

/**
 * Uploads the draft's pictures in the background, as long as the page lives. A picture is uploaded
 * once the shop's copy of it is shown.
 */
function openUploads(store: DraftStore, previews: ReturnType<typeof openPreviews>) {
  /** Uploads whose copy is still to be shown, by their file. */
  const sent = new Map<string, UploadedPicture>();
  const refuse = (id: string, refusal: string) =>
    void store.write({ pictures: { [id]: { refusal } } });
  const find = (id: string) => store.get().pictures.find((picture) => picture.id === id);
  const fileName = (id: string) => fileOf(find(id) ?? { id, file: null });
  const queue = createUploadQueue({
    // The lock keeps two tabs from uploading the same picture.
    send: (id, options) =>
      withLock(`pines-upload-${fileName(id)}`, async () => {
        await store.sync();
        const picture = find(id);
        if (!picture || picture.upload) return;
        const name = fileOf(picture);
        const file = await store.getFile(name);
        const head = await file
          ?.slice(0, 1)
          .arrayBuffer()
          .catch(() => null);
        if (!file || !head) return refuse(id, FILE_LOST);
        const upload = sent.get(name) ?? (await sendPicture(file, picture.name, options));
        sent.set(name, upload);
        const isAlike = await previews.replace(name, upload).catch((error: unknown) => {
          if (error instanceof Refusal) sent.delete(name);
          throw error;
        });
        sent.delete(name);
        const edits = isAlike ? { upload } : { upload, look: null, crop: null };
        const waiting = store.get().pictures.filter((one) => fileOf(one) === name && !one.upload);
        await store.write({ pictures: Object.fromEntries(waiting.map((one) => [one.id, edits])) });
      }),
    onRefused: refuse,
  });
  const update = () => {
    const open = store.get().pictures.filter(({ upload, refusal }) => !upload && !refusal);
    queue.setWanted(open.map(({ id }) => id));
  };
  store.subscribe(update);
  update();
  addEventListener('online', queue.retryNow);
  // The browser does not notice every reconnection; the page checks it itself.
  connection.subscribe(() => {
    if (connection.get() === 'back') queue.retryNow();
  });
  return queue;
}

/** Some browsers neither open their database nor report an error. */
const giveUp = () => new Promise<null>((resolve) => setTimeout(resolve, STORAGE_MS, null));

/** Stores a link's code in the draft, then removes it from the URL. */
async function keepOfferedCode(store: DraftStore) {
  const offer = readOfferedCode(location.href);
  if (!offer) return;
  if (offer.code) await store.write({ offeredCode: offer.code });
  history.replaceState(history.state, '', offer.cleaned);
}

/** After a reload, returns to this tab's step, whatever step another tab stored last. */
function returnToStep(store: DraftStore) {
  const former = readFormerStep();
  const { step, pictures } = store.get();
  if (former !== null && former !== step && pictures.length > 0) void store.write({ step: former });
}

export type OrderSession = Awaited<ReturnType<typeof openOrderSession>>;

/** Opens this browser's draft with its uploads and previews. */
export async function openOrderSession() {
  const storage = await Promise.race([openBrowserStorage().catch(() => null), giveUp()]);
  const volatile = createStore(false);
  const store = await openDraftStore({ storage, onVolatile: () => volatile.set(true) });
  await keepOfferedCode(store);
  returnToStep(store);
  const mark = () => {
    const { step, pictures, placed, offeredCode } = store.get();
    if (step > 0 || pictures.length > 0) markStoredDraft('begun');
    else if (placed) markStoredDraft('placed');
    else markStoredDraft(offeredCode === null ? null : 'code');
  };
  store.subscribe(mark);
  mark();
  const previews = openPreviews(store);
  return {
    store,
    submission: createStore(NO_SUBMISSION),
    /** The account's saved address; null until it is known, or without one. */
    savedAddress: createStore<SavedAddress | null>(null),
    /** Whether the draft lasts only as long as this page. */
    volatile,
    uploads: openUploads(store, previews),
    previews: previews.urls,
    shrink: previews.shrink,
    /** Removes pictures for good, unless they are in the draft again. */
    forget(ids: readonly string[]) {
      const present = new Set(store.get().pictures.map(fileOf));
      const gone = ids.filter((id) => !present.has(id));
      previews.forget(gone);
      void store.removeFiles(new Set(gone));
    },
  };
}

/** Reads a link's code (`/?codigo=BIENVENIDA10`) and the URL without it; null without a code. */
export function readOfferedCode(address: string): { code: string; cleaned: string } | null {
  const url = new URL(address);
  const given = url.searchParams.get(CODE_PARAMETER);
  if (given === null) return null;
  url.searchParams.delete(CODE_PARAMETER);
  const code = normalizeCode(given.toWellFormed().replace(/\p{Cc}/gu, ''));
  return {
    code: code.slice(0, MAX_CODE_LENGTH).toWellFormed(),
    cleaned: `${url.pathname}${url.search}${url.hash}`,
  };
}
