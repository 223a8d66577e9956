import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorMessages } from '#contract/messages.ts';
import type { UploadAnswer } from '#contract/uploads.ts';
import { ShopError } from '#domain/errors.ts';
import { FOREIGN_ADVICE, sniffForeignKind } from '#domain/foreign-files.ts';
import { type ImageType, MAX_IMAGE_BYTES, sniffImageType } from '#domain/images.ts';
import type { Context } from '../../context.ts';
import { processImage } from './process-image.ts';
import { insertUpload, waitingBytes } from './repo.ts';
import { fileKeys, pictureUrls } from './urls.ts';

type ReceivedUpload = Omit<UploadAnswer, 'success'>;

const MAX_WAITING_BYTES_PER_SENDER = 2 * 1024 ** 3;
const MAX_WAITING_BYTES = 20 * 1024 ** 3;
const SNIFFED_BYTES = 12;

/**
 * Takes in one picture: cut off at the size limit while it streams in, told by its bytes, decoded,
 * stored with its two copies; on disk before the answer.
 * @param address of the sender; only a hash of it is kept, until the picture is ordered
 * @throws ShopError naming what is wrong with the picture
 */
export async function receiveUpload(
  context: Context,
  { file, address }: { file: Readable; address: string },
): Promise<ReceivedUpload> {
  const { client: source } = context.limits.hashClient(address);
  await refuseHoarding(context, source);
  const path = join(context.scratchDir, randomUUID());
  try {
    await arrive(file, path);
    return await storePicture(context, path, source);
  } finally {
    await rm(path, { force: true });
  }
}

/** @throws ShopError as soon as the file is over the limit, or when it breaks off */
async function arrive(file: Readable, path: string): Promise<void> {
  file.once('limit', () => file.destroy(new ShopError('image_too_large')));
  try {
    await pipeline(file, createWriteStream(path));
  } catch (error) {
    const isOurs = error instanceof ShopError || (error instanceof Error && 'syscall' in error);
    throw isOurs ? error : new ShopError('image_broken');
  }
}

async function storePicture(
  context: Context,
  path: string,
  source: string,
): Promise<ReceivedUpload> {
  const { size: bytes } = await stat(path);
  if (bytes > MAX_IMAGE_BYTES) throw new ShopError('image_too_large');
  const mimeType = await readType(path);
  const { width, height, image, thumbnail } = await processImage(path);

  const id = context.newUploadId();
  // The row first: what a crash leaves behind is then a picture without an order, which is swept.
  await insertUpload(context.db.queries, {
    id,
    mime_type: mimeType,
    bytes,
    width,
    height,
    source,
    created_at: context.clock(),
  });
  const keys = fileKeys(id);
  await context.storage.putFile(keys.original, path);
  await context.storage.put(keys.image, image);
  await context.storage.put(keys.thumbnail, thumbnail);
  return { ...pictureUrls(id), width, height };
}

async function refuseHoarding({ db }: Context, source: string): Promise<void> {
  const { own, all } = await waitingBytes(db.queries, source);
  if (own > MAX_WAITING_BYTES_PER_SENDER || all > MAX_WAITING_BYTES) {
    throw new ShopError('too_many_pending_uploads');
  }
}

/** @throws ShopError `image_type_not_allowed` whatever the file's name says */
async function readType(path: string): Promise<ImageType> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(SNIFFED_BYTES);
    await file.read(head, 0, SNIFFED_BYTES, 0);
    const type = sniffImageType(head);
    if (!type) throw refuseType(head);
    return type;
  } finally {
    await file.close();
  }
}

function refuseType(head: Uint8Array): ShopError {
  const kind = sniffForeignKind(head);
  const message = errorMessages.image_type_not_allowed;
  const advice = kind && { message: `${message}. ${FOREIGN_ADVICE[kind]}` };
  return new ShopError('image_type_not_allowed', advice ?? {});
}
