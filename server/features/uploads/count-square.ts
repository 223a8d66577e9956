import type { Context } from '../../context.ts';
import { addToSums, NO_CLIENT } from './stored-sums.ts';
import { fileKeys } from './urls.ts';

/**
 * Counts a picture's square among the bytes that are stored, once, however many mails make it at the
 * same moment. Before it is stored: what a crash leaves behind is then counted, and no file is not.
 * @param bytes size of the square
 * @returns false when the picture is gone
 */
export async function countSquare(
  { storage, db, clock }: Pick<Context, 'storage' | 'db' | 'clock'>,
  id: string,
  bytes: number,
): Promise<boolean> {
  const { original, image, thumbnail } = fileKeys(id);
  const sizes = await Promise.all([original, image, thumbnail].map((key) => sizeOf(storage, key)));
  const whole = sizes.reduce((sum, size) => sum + size, bytes);
  return db.transaction(async (tx) => {
    const upload = await db
      .lockRows(
        tx.selectFrom('uploads').select(['stored_bytes', 'removed_at']).where('id', '=', id),
      )
      .executeTakeFirst();
    if (!upload || upload.removed_at !== null) return false;
    if (upload.stored_bytes === whole) return true;
    await tx.updateTable('uploads').set({ stored_bytes: whole }).where('id', '=', id).execute();
    // Whoever sent the picture is forgotten by now.
    await addToSums(tx, NO_CLIENT, { bytes, now: clock() });
    return true;
  });
}

async function sizeOf(storage: Context['storage'], key: string): Promise<number> {
  const file = await storage.open(key);
  file?.stream.destroy();
  return file?.bytes ?? 0;
}
