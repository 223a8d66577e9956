import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { UploadAnswer } from '#contract/uploads/uploads.ts';
import { frontOf } from '#domain/pins/crops.ts';
import { FOREIGN_ADVICE, sniffForeignKind } from '#domain/pins/foreign-files.ts';
import { sniffImageType } from '#domain/pins/image-files.ts';
import type { ImageType } from '#domain/pins/images.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { startCrop } from '#domain/pins/start-crop.ts';
import { pinsOf } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import type { HashedClient } from '#server/limits/limits.ts';
import type { Copies, CopiesRequest } from '#server/ports/decoder/decoder.ts';
import { hashOfFile } from '#server/ports/storage/checked-storage.ts';
import { type BookRoom, createReceive, readHead } from './arrive.ts';
import { toCropColumns } from './crop-columns.ts';
import { createDecodePicture, refuseType } from './decode-picture.ts';
import { addToSums, refuseHoarding } from './stored-sums.ts';
import { fileKeys, pictureUrls, type SVG_TYPE } from './urls.ts';

/** Writes the form's file to the path, and reserves space for its bytes as they arrive. */
type SaveForm = (path: string, book: BookRoom) => Promise<void>;
/** Of the client's address only a hash is stored, for a day. */
type ReceiveUpload = (save: SaveForm, address: string) => Promise<ReceivedUpload>;
/**
 * Returns the type of a received file, and the path of the picture that it shows: its own, or
 * `drawnPath`, which it then has written.
 */
type ReadSource = (
  path: string,
  drawnPath: string,
) => Promise<{ type: ReceivedType; shownPath: string }>;
type ReceivedType = ImageType | typeof SVG_TYPE;

/**
 * Returns a function that receives one picture: it detects the type by the bytes, decodes the
 * picture and stores it with its copies. It returns when all is on disk, and throws a ShopError
 * that says what is wrong with the picture.
 */
export function createReceiveUpload(
  context: Context,
  readSource: ReadSource = readPicture,
): ReceiveUpload {
  const decodePicture = createDecodePicture(context);
  const receive = createReceive(context);

  return async (save, address) => {
    const { db, limits, clock, settings } = context;
    const client = limits.hashClient(address);
    await refuseHoarding(db.queries, client, clock());
    return receive(async (folder, book) => {
      const files = {
        path: join(folder, 'original'),
        imagePath: join(folder, 'image'),
        thumbnailPath: join(folder, 'thumbnail'),
        squarePath: join(folder, 'square'),
      };
      const [pin] = pinsOf((await settings.current()).settings);
      await save(files.path, book);
      const { type, shownPath } = await readSource(files.path, join(folder, 'drawn'));
      const square = { path: files.squarePath, press: pin.press };
      const copies = await decodePicture({ ...files, path: shownPath, square }, address);
      return storePicture(context, { files, pin, copies, type, client });
    });
  };
}

/** @throws ShopError `image_type_not_allowed` whatever the file's name says */
async function readPicture(path: string): ReturnType<ReadSource> {
  const head = await readHead(path);
  const type = sniffImageType(head);
  if (type) return { type, shownPath: path };
  const kind = sniffForeignKind(head);
  throw refuseType(kind && FOREIGN_ADVICE[kind]);
}

type ReceivedUpload = Omit<UploadAnswer, 'success'> & { type: ReceivedType };

/** A picture in the scratch folder with its copies, and its hashed client. */
type Arrived = {
  files: Omit<CopiesRequest, 'square'> & { squarePath: string };
  pin: PressedPin;
  copies: Copies;
  type: ReceivedType;
  client: HashedClient;
};

/** Stores a received picture; its files are on disk when this returns. */
async function storePicture(
  context: Context,
  { files, pin, copies, type, client }: Arrived,
): Promise<ReceivedUpload> {
  const id = context.newUploadId();
  const { width, height, subject, imageBytes, thumbnailBytes, squareBytes } = copies;
  const { size } = await stat(files.path);
  const stored = size + imageBytes + thumbnailBytes + squareBytes;
  // For the proof that a buyer approves.
  const sha256 = await hashOfFile(files.path);
  const now = context.clock();
  const crop = startCrop({ width, height }, subject, pin);
  const row = {
    ...{ id, mime_type: type, bytes: size, sha256, width, height },
    ...toCropColumns(crop),
    square_diameter: frontOf(crop, pin).diameter,
    ...{ stored_bytes: stored, source: client.client, created_at: now },
  };
  // The row first: after a crash it is a picture without an order, which a sweep removes.
  await context.db.transaction(async (tx) => {
    await tx.insertInto('uploads').values(row).execute();
    await addToSums(tx, client, { bytes: stored, now });
  });
  const keys = fileKeys(id);
  await context.storage.putFile(keys.original, files.path);
  await context.storage.putFile(keys.image, files.imagePath);
  await context.storage.putFile(keys.thumbnail, files.thumbnailPath);
  await context.storage.putFile(keys.square, files.squarePath);
  const heads = subject.kind === 'point' && subject.heads;
  return { ...pictureUrls(id), width, height, crop, type, ...(heads && { heads }) };
}
