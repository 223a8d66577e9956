import { stat } from 'node:fs/promises';
import type { UploadAnswer } from '#contract/uploads.ts';
import type { ImageType } from '#domain/images.ts';
import type { Context } from '../../context.ts';
import type { Copies, CopiesRequest } from '../../ports/decoder/decoder.ts';
import { insertUpload } from './repo.ts';
import { fileKeys, pictureUrls } from './urls.ts';

export type ReceivedUpload = Omit<UploadAnswer, 'success'>;

/** A picture in the scratch folder with its copies, and who sent it (hashed). */
type Arrived = { files: CopiesRequest; copies: Copies; type: ImageType; client: string };

/** Keeps a picture that arrived; on disk when it returns. */
export async function storePicture(
  context: Context,
  { files, copies: { width, height }, type, client }: Arrived,
): Promise<ReceivedUpload> {
  const id = context.newUploadId();
  // The row first: what a crash leaves behind is then a picture without an order, which is swept.
  await insertUpload(context.db.queries, {
    id,
    mime_type: type,
    bytes: (await stat(files.path)).size,
    width,
    height,
    source: client,
    created_at: context.clock(),
  });
  const keys = fileKeys(id);
  await context.storage.putFile(keys.original, files.path);
  await context.storage.putFile(keys.image, files.imagePath);
  await context.storage.putFile(keys.thumbnail, files.thumbnailPath);
  return { ...pictureUrls(id), width, height };
}
