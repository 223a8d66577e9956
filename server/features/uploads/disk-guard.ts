import { ShopError } from '#domain/errors.ts';
import { MAX_IMAGE_BYTES } from '#domain/images.ts';
import { type DiskSpace, reservedBytes } from '../../disk-space.ts';

/** What an upload may come to write: its original, and copies that may weigh as much. */
const UPLOAD_BYTES = 2 * MAX_IMAGE_BYTES;
const RETRY_AFTER_S = 300;

/**
 * Returns what lets uploads in as long as the disk has room for all that are under way, so that
 * orders and mails can still be written. It throws ShopError `disk_full`, also for an upload that
 * met a full disk.
 */
export function createDiskGuard(
  diskSpace: () => Promise<DiskSpace>,
): <T>(receive: () => Promise<T>) => Promise<T> {
  let underWay = 0;

  return async (receive) => {
    underWay += 1;
    try {
      const space = await diskSpace();
      if (space.free - underWay * UPLOAD_BYTES < reservedBytes(space)) throw diskFull();
      return await receive();
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw isFull ? diskFull() : error;
    } finally {
      underWay -= 1;
    }
  };
}

function diskFull(): ShopError {
  return new ShopError('disk_full', { retryAfterS: RETRY_AFTER_S });
}
