import type { Picture } from '#web/features/uploads/picture.ts';
import type { UploadQueue } from '#web/features/uploads/upload-queue.ts';
import { CONNECTION_LOST } from '#web/lib/api.ts';
import type { DraftStore } from '../draft/draft-store.ts';

/** So many failures in a row while the buyer waits, and they are told; offline, one is enough. */
const patience = () => (navigator.onLine ? 3 : 1);

const REFUSED = 'Hay imágenes que la tienda no puede usar: quítalas para continuar.';

type Standing = 'done' | 'open' | { problem: string };

function standing(pictures: readonly Picture[], uploads: UploadQueue): Standing {
  if (pictures.some(({ refusal }) => refusal)) return { problem: REFUSED };
  if (pictures.every(({ upload }) => upload)) return 'done';
  for (const state of uploads.get().values()) {
    if (state.name !== 'retrying' || state.failures < patience()) continue;
    return { problem: state.reason ?? CONNECTION_LOST };
  }
  return 'open';
}

/** Waits until every picture is with the shop. @throws Error with what to tell the buyer */
export function finishUploads(store: DraftStore, uploads: UploadQueue): Promise<void> {
  uploads.retryNow();
  return new Promise((resolve, reject) => {
    const check = () => {
      const state = standing(store.get().pictures, uploads);
      if (state === 'open') return;
      for (const stop of stops) stop();
      if (state === 'done') resolve();
      else reject(new Error(state.problem));
    };
    const stops = [store.subscribe(check), uploads.subscribe(check)];
    check();
  });
}
