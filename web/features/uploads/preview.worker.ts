/** `side`: most of the shorter one, in pixels. */
export type PreviewRequest = { id: number; file: Blob; side: number };
export type PreviewAnswer = {
  id: number;
  preview: { blob: Blob; width: number; height: number } | null;
};

/** Draws a picture small. The full picture is let go of before the next one is opened. */
async function draw(file: Blob, side: number): Promise<PreviewAnswer['preview']> {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  const scale = Math.min(1, side / Math.min(width, height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = canvas.getContext('2d');
  if (context) {
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  }
  picture.close();
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 });
  return { blob, width, height };
}

let busy: Promise<void> = Promise.resolve();

self.onmessage = ({ data: { id, file, side } }: MessageEvent<PreviewRequest>) => {
  busy = busy.then(async () => {
    const preview = await draw(file, side).catch(() => null);
    self.postMessage({ id, preview } satisfies PreviewAnswer);
  });
};
