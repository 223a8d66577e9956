import { statfs } from 'node:fs/promises';

/** A disk's size and the space that the shop may still use, in bytes. */
export type DiskSpace = { total: number; free: number };

/** Returns the space of a folder's disk. */
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
