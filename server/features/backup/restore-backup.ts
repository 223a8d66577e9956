import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '#server/context.ts';
import { checkRows, fillTables, refuseFilled, refuseOtherVersion } from './read/fill-tables.ts';
import { type OpenBackup, openBackup } from './read/open-backup.ts';
import { fileEntry, type Manifest } from './tables.ts';

/** An empty shop that is not running: its database, of either kind, and its storage. */
type EmptyShop = Pick<Context, 'db' | 'storage' | 'scratchDir'>;

/**
 * Restores a backup into an empty shop: first the files, then all tables in one transaction, so
 * that it is never half filled.
 * @param path the backup's file
 * @returns the backup's manifest
 * @throws BadBackup with a line that says why; the shop is still empty, and existing files stay
 */
export async function restoreBackup(shop: EmptyShop, path: string): Promise<Manifest> {
  const backup = await openBackup(path);
  try {
    await shop.db.transaction(async (tx) => {
      await refuseFilled(tx);
      await refuseOtherVersion(tx, backup);
    });
    await checkRows(backup);
    // Only the files that this restore adds: a bucket may have files of an earlier database.
    const stored: string[] = [];
    try {
      for (const key of backup.fileKeys) {
        if (!(await isStored(shop.storage, key))) stored.push(key);
        await storeFile(shop, backup, key);
      }
      await shop.db.transaction(async (tx) => {
        await refuseFilled(tx);
        await shop.db.allowMinutes(tx);
        await fillTables(tx, backup);
      });
    } catch (error) {
      for (const key of stored) await shop.storage.remove(key);
      throw error;
    }
    return backup.manifest;
  } finally {
    backup.close();
  }
}

async function isStored(storage: Context['storage'], key: string): Promise<boolean> {
  const file = await storage.open(key);
  file?.stream.destroy();
  return file !== null;
}

async function storeFile(
  { storage, scratchDir }: EmptyShop,
  backup: OpenBackup,
  key: string,
): Promise<void> {
  await mkdir(scratchDir, { recursive: true });
  const path = join(scratchDir, randomUUID());
  try {
    await pipeline(backup.read(fileEntry(key)), createWriteStream(path));
    await storage.putFile(key, path);
  } finally {
    await rm(path, { force: true });
  }
}
