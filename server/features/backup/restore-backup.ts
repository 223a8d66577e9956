import type { Context } from '#server/context.ts';
import type { Manifest } from './manifest.ts';
import { moveTables, refuseFilled } from './move-tables.ts';
import { type OpenOptions, withBackup } from './open-backup.ts';
import { backupTables } from './tables.ts';

/** An empty shop that is not running: its database, of either kind, and its storage. */
type EmptyShop = Pick<Context, 'db' | 'storage' | 'scratchDir'>;

/**
 * Restores a backup into an empty shop: files are stored when all rows are there and agree, and the
 * rows committed when all files are stored.
 * @param path the backup's file
 * @param onFile called after each file that was unpacked, and again when it is stored
 * @returns the backup's manifest
 * @throws BadBackup with a line that says why; the shop is still empty
 */
export async function restoreBackup(
  { db, storage, scratchDir }: EmptyShop,
  path: string,
  { onFile, ...options }: OpenOptions & { onFile?: () => void } = {},
): Promise<Manifest> {
  const tables = await backupTables();
  // Before its disk gets the files of a whole copy: the shop may be the wrong one.
  await db.transaction((tx) => refuseFilled(tx, tables));
  return withBackup(path, scratchDir, options, async ({ manifest, openDatabase, unpackFile }) => {
    const source = await openDatabase();
    const files = new Map<string, string>();
    for (const key of Object.keys(manifest.files)) {
      files.set(key, await unpackFile(key));
      onFile?.();
    }
    await moveTables(source, db, {
      tables,
      beforeCommit: async () => {
        for (const [key, file] of files) {
          await storage.putFile(key, file);
          onFile?.();
        }
      },
    });
    return manifest;
  });
}
