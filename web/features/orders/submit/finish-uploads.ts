import { CONNECTION_LOST } from '#web/app/api.ts';
import type { Picture, UploadQueue } from '#web/features/uploads/index.ts';
import type { DraftStore } from '../draft/draft-store.ts';

/** So many failures in a row while the buyer waits, and they are told; offline, one is enough. */
const patience = () => (navigator.onLine ? 3 : 1);

const REFUSED = 'Hay imágenes que la tienda no puede usar: quítalas para continuar.';

type Standing = 'done' | 'open' | 'refused' | 'lost';

function standing(pictures: readonly Picture[], uploads: UploadQueue): Standing {
  if (pictures.some(({ refusal }) => refusal)) return 'refused';
  if (pictures.every(({ upload }) => upload)) return 'done';
  const states = [...uploads.get().values()];
  const isLost = states.some((state) => state.name === 'retrying' && state.failures >= patience());
  return isLost ? 'lost' : 'open';
}

/**
 * Waits until every picture of the draft is with the shop.
 * @throws Error with what to tell the buyer
 */
export function finishUploads(store: DraftStore, uploads: UploadQueue): Promise<void> {
  uploads.retryNow();
  return new Promise((resolve, reject) => {
    const check = () => {
      const state = standing(store.get().pictures, uploads);
      if (state === 'open') return;
      for (const stop of stops) stop();
      if (state === 'done') resolve();
      else reject(new Error(state === 'lost' ? CONNECTION_LOST : REFUSED));
    };
    const stops = [store.subscribe(check), uploads.subscribe(check)];
    check();
  });
}
