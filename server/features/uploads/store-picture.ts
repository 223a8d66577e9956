import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { UploadAnswer } from '#contract/uploads.ts';
import { frontOf } from '#domain/crops.ts';
import type { ImageType } from '#domain/images.ts';
import type { Press } from '#domain/press.ts';
import { startCrop } from '#domain/start-crop.ts';
import type { Context } from '../../context.ts';
import type { HashedClient } from '../../limits/limits.ts';
import type { Copies, CopiesRequest } from '../../ports/decoder/decoder.ts';
import { toCropColumns } from './crop-columns.ts';
import { insertUpload } from './repo.ts';
import { addToSums } from './stored-sums.ts';
import { fileKeys, pictureUrls } from './urls.ts';

export type ReceivedUpload = Omit<UploadAnswer, 'success'>;

/** A picture in the scratch folder with its copies, and who sent it (hashed). */
type Arrived = {
  files: Omit<CopiesRequest, 'square'> & { squarePath: string };
  press: Press;
  copies: Copies;
  type: ImageType;
  client: HashedClient;
};

/** Keeps a picture that arrived; on disk when it returns. */
export async function storePicture(
  context: Context,
  { files, press, copies, type, client }: Arrived,
): Promise<ReceivedUpload> {
  const id = context.newUploadId();
  const { width, height, subject, imageBytes, thumbnailBytes, squareBytes } = copies;
  const { size } = await stat(files.path);
  const stored = size + imageBytes + thumbnailBytes + squareBytes;
  const sha256 = await hashFile(files.path);
  const now = context.clock();
  const crop = startCrop({ width, height }, subject, press);
  const row = {
    ...{ id, mime_type: type, bytes: size, sha256, width, height },
    ...toCropColumns(crop),
    square_diameter: frontOf(crop, press).diameter,
    ...{ stored_bytes: stored, source: client.client, created_at: now },
  };
  // The row first: what a crash leaves behind is then a picture without an order, which is swept.
  await context.db.transaction(async (tx) => {
    await insertUpload(tx, row);
    await addToSums(tx, client, { bytes: stored, now });
  });
  const keys = fileKeys(id);
  await context.storage.putFile(keys.original, files.path);
  await context.storage.putFile(keys.image, files.imagePath);
  await context.storage.putFile(keys.thumbnail, files.thumbnailPath);
  await context.storage.putFile(keys.square, files.squarePath);
  return { ...pictureUrls(id), width, height, crop };
}

/** Names the picture's very bytes, for what a buyer approves. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64url');
}
