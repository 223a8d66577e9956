import { sniffImageType } from '#domain/pins/image-files.ts';
import { MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from '#domain/pins/images.ts';

/** `side`: maximum of the shorter side, in pixels; null: within the shop's limits. */
export type PreviewRequest = { id: number; file: Blob; side: number | null };
export type PreviewAnswer = {
  id: number;
  /** The copy, and the size of its original in pixels. */
  preview: { blob: Blob; width: number; height: number } | null;
};

/** Shorter side of a picture reduced for the shop, in pixels: three times what a pin shows. */
const LARGE_SIDE = 2400;

async function encode(picture: ImageBitmap, scale: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  return canvas.convertToBlob({ type, quality: type === 'image/jpeg' ? 0.9 : 0.82 });
}

const drawSmall = (picture: ImageBitmap, side: number) =>
  encode(picture, Math.min(1, side / Math.min(picture.width, picture.height)), 'image/webp');

/** Draws it within the shop's limits of bytes and pixels. A JPEG has no transparency to lose. */
async function shrink(picture: ImageBitmap, file: Blob): Promise<Blob> {
  const { width, height } = picture;
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  const type = sniffImageType(head) === 'image/jpeg' ? 'image/jpeg' : 'image/webp';
  let scale = Math.min(
    1,
    LARGE_SIDE / Math.min(width, height),
    Math.sqrt(MAX_IMAGE_PIXELS / (width * height)) * 0.99,
  );
  for (;;) {
    const blob = await encode(picture, scale, type);
    if (blob.size <= MAX_IMAGE_BYTES) return blob;
    scale *= Math.min(0.8, Math.sqrt(MAX_IMAGE_BYTES / blob.size));
  }
}

/** Draws a copy of a picture. The original is released before the next one is opened. */
async function draw({ file, side }: PreviewRequest): Promise<PreviewAnswer['preview']> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const blob = await (side === null ? shrink(picture, file) : drawSmall(picture, side));
  picture.close();
  return { blob, width, height };
}

let busy: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<PreviewRequest>) => {
  busy = busy.then(async () => {
    const preview = await draw(data).catch(() => null);
    self.postMessage({ id: data.id, preview } satisfies PreviewAnswer);
  });
};
