import type { PreviewAnswer, PreviewRequest } from './preview.worker.ts';

/** Shorter side of a picture in a list, in pixels. */
export const SMALL = 320;
/** Shorter side of a picture that fills the screen, in pixels. */
export const LARGE = 1080;

export type Preview = NonNullable<PreviewAnswer['preview']>;

/** Makes previews in a worker, one by one: thirty photos must not block the page or fill memory. */
export function openPreviewMaker() {
  const waiting = new Map<number, (preview: Preview | null) => void>();
  let worker: Worker | null = null;
  let count = 0;

  const giveUp = () => {
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
    worker = null;
  };

  const open = () => {
    const opened = new Worker(new URL('./preview.worker.ts', import.meta.url), { type: 'module' });
    opened.onmessage = ({ data }: MessageEvent<PreviewAnswer>) => {
      waiting.get(data.id)?.(data.preview);
      waiting.delete(data.id);
    };
    opened.onerror = giveUp;
    return opened;
  };

  /** Returns a copy; null if the picture cannot be read. `side` as in `PreviewRequest`. */
  return (file: Blob, side: number | null): Promise<Preview | null> => {
    if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
      return Promise.resolve(null);
    }
    worker ??= open();
    count += 1;
    const id = count;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      worker?.postMessage({ id, file, side } satisfies PreviewRequest);
    });
  };
}
