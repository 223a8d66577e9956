import { ShopError } from '#domain/errors.ts';
import { type DiskSpace, reservedBytes } from '../../disk-space.ts';

/** Bytes of one upload between two looks at the disk. */
const LOOK_EVERY = 256 * 1024;
const RETRY_AFTER_S = 300;

/** Books room for bytes that have arrived. @throws ShopError `disk_full` */
export type BookRoom = (bytes: number) => Promise<void>;

/**
 * Returns what lets uploads in as long as the disk has room for them, so that orders and mails can
 * still be written. What has arrived lies on the disk already, and is booked once more for the copies
 * to come, which may weigh as much; what has not arrived takes no room from anybody. It throws
 * ShopError `disk_full`, also for an upload that met a full disk.
 */
export function createDiskGuard(
  diskSpace: () => Promise<DiskSpace>,
): <T>(receive: (book: BookRoom) => Promise<T>) => Promise<T> {
  let booked = 0;

  async function refuseFullDisk(): Promise<void> {
    const space = await diskSpace();
    if (space.free - booked < reservedBytes(space)) throw diskFull();
  }

  return async (receive) => {
    let own = 0;
    let looked = 0;
    const book = async (bytes: number) => {
      own += bytes;
      booked += bytes;
      if (own - looked < LOOK_EVERY) return;
      looked = own;
      await refuseFullDisk();
    };
    try {
      await refuseFullDisk();
      return await receive(book);
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw isFull ? diskFull() : error;
    } finally {
      booked -= own;
    }
  };
}

function diskFull(): ShopError {
  return new ShopError('disk_full', { retryAfterS: RETRY_AFTER_S });
}
