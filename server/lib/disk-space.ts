import { statfs } from 'node:fs/promises';
import { ShopError } from '#domain/base/errors.ts';
import { codeOf } from './outages.ts';

/** A disk's size and the space that the shop may still use, in bytes. */
export type DiskSpace = { total: number; free: number };

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return { total: blocks * bsize, free: bavail * bsize };
}

const MB = 1_000_000;
const RESERVE = { min: 500 * MB, share: 0.02, max: 5000 * MB, maxShare: 0.1 };

/**
 * Returns the bytes reserved for orders and mails: 2 %, 500 MB to 5 GB; a tenth of a small disk.
 */
export function reservedBytes({ total }: Pick<DiskSpace, 'total'>): number {
  const usual = Math.min(Math.max(total * RESERVE.share, RESERVE.min), RESERVE.max);
  return Math.min(usual, total * RESERVE.maxShare);
}

/** @throws ShopError `disk_full` while some space is still left for orders */
export async function refuseFullDisk(diskSpace: () => Promise<DiskSpace>): Promise<void> {
  const space = await diskSpace();
  if (space.free < reservedBytes(space)) throw new ShopError('disk_full');
}

/** Returns whether writing failed, or was refused, because of a full disk. */
export function isFullDisk(error: unknown): boolean {
  return ['disk_full', 'ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(codeOf(error));
}
