import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorMessages } from '#contract/messages.ts';
import { ShopError } from '#domain/errors.ts';
import { FOREIGN_ADVICE, sniffForeignKind } from '#domain/foreign-files.ts';
import { type ImageType, sniffImageType } from '#domain/images.ts';
import type { Context } from '../../context.ts';
import { arrive, readHead } from './arrive.ts';
import { createDecodePicture } from './decode-picture.ts';
import { createDiskGuard } from './disk-guard.ts';
import { type ReceivedUpload, storePicture } from './store-picture.ts';
import { refuseHoarding } from './stored-sums.ts';

/** A file on its way in, and the address that sends it: only a hash of it is kept, for a day. */
type Arriving = { file: Readable; address: string };
export type ReceiveUpload = (arriving: Arriving) => Promise<ReceivedUpload>;

/**
 * Returns what takes in one picture: cut off at the size limit while it streams in, told by its
 * bytes, decoded, stored with its copies; on disk before the answer.
 * It throws ShopError naming what is wrong with the picture.
 */
export function createReceiveUpload(context: Context): ReceiveUpload {
  const decodePicture = createDecodePicture(context);
  const withRoom = createDiskGuard(context.diskSpace);

  async function receive({ file, address }: Arriving): Promise<ReceivedUpload> {
    const path = join(context.scratchDir, randomUUID());
    const files = {
      path,
      imagePath: `${path}-image`,
      thumbnailPath: `${path}-thumbnail`,
      squarePath: `${path}-square`,
    };
    const { press } = (await context.settings.current()).settings;
    try {
      await arrive(file, path);
      const type = await readType(path);
      const square = { path: files.squarePath, press };
      const copies = await decodePicture({ ...files, square }, address);
      const client = context.limits.hashClient(address);
      return await storePicture(context, { files, press, copies, type, client });
    } finally {
      await Promise.all(Object.values(files).map((left) => rm(left, { force: true })));
    }
  }

  return async (arriving) => {
    const { db, limits, clock } = context;
    await refuseHoarding(db.queries, limits.hashClient(arriving.address), clock());
    return withRoom(() => receive(arriving));
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
