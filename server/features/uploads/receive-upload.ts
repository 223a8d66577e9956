import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessages } from '#contract/messages.ts';
import { ShopError } from '#domain/errors.ts';
import { FOREIGN_ADVICE, sniffForeignKind } from '#domain/foreign-files.ts';
import { type ImageType, sniffImageType } from '#domain/images.ts';
import type { Context } from '../../context.ts';
import { readHead } from './arrive.ts';
import { createDecodePicture } from './decode-picture.ts';
import { type BookRoom, createDiskGuard } from './disk-guard.ts';
import { type ReceivedUpload, storePicture } from './store-picture.ts';
import { refuseHoarding } from './stored-sums.ts';

/** Writes the form's file to the path, and books room for its bytes as they arrive. */
type SaveForm = (path: string, book: BookRoom) => Promise<void>;
/** Of the sender's address only a hash is kept, for a day. */
type ReceiveUpload = (save: SaveForm, address: string) => Promise<ReceivedUpload>;

/**
 * Returns what takes in one picture: told by its bytes, decoded, stored with its copies; on disk
 * before the answer.
 * It throws ShopError naming what is wrong with the picture.
 */
export function createReceiveUpload(context: Context): ReceiveUpload {
  const decodePicture = createDecodePicture(context);
  const withRoom = createDiskGuard(context.diskSpace);

  async function receive(
    save: (path: string) => Promise<void>,
    address: string,
  ): Promise<ReceivedUpload> {
    const path = join(context.scratchDir, randomUUID());
    const files = {
      path,
      imagePath: `${path}-image`,
      thumbnailPath: `${path}-thumbnail`,
      squarePath: `${path}-square`,
    };
    const { press } = (await context.settings.current()).settings;
    try {
      await save(path);
      const type = await readType(path);
      const square = { path: files.squarePath, press };
      const copies = await decodePicture({ ...files, square }, address);
      const client = context.limits.hashClient(address);
      return await storePicture(context, { files, press, copies, type, client });
    } finally {
      await Promise.all(Object.values(files).map((left) => rm(left, { force: true })));
    }
  }

  return async (save, address) => {
    const { db, limits, clock } = context;
    await refuseHoarding(db.queries, limits.hashClient(address), clock());
    return withRoom((book) => receive((path) => save(path, book), address));
  };
}

/** @throws ShopError `image_type_not_allowed` whatever the file's name says */
async function readType(path: string): Promise<ImageType> {
  const head = await readHead(path);
  const type = sniffImageType(head);
  if (!type) throw refuseType(head);
  return type;
}

function refuseType(head: Uint8Array): ShopError {
  const kind = sniffForeignKind(head);
  const message = errorMessages.image_type_not_allowed;
  const advice = kind && { message: `${message}. ${FOREIGN_ADVICE[kind]}` };
  return new ShopError('image_type_not_allowed', advice ?? {});
}
