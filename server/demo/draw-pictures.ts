import { writeFile } from 'node:fs/promises';
import type { Context } from '../context.ts';
import { createReceiveUpload } from '../features/uploads/receive-upload.ts';
import { pictureId } from '../features/uploads/urls.ts';
import { drawMotifs } from './motifs.ts';

/** Puts the pictures into the shop; @returns their ids */
export async function drawPictures(context: Context): Promise<string[]> {
  const ids: string[] = [];
  const receiveUpload = createReceiveUpload(context);
  for (const bytes of await drawMotifs()) {
    const { imageUrl } = await receiveUpload((path) => writeFile(path, bytes), 'demo');
    ids.push(pictureId(imageUrl) ?? '');
  }
  await context.db.queries
    .updateTable('uploads')
    .set({ claimed_at: context.clock(), source: null })
    .where('id', 'in', ids)
    .execute();
  return ids;
}
