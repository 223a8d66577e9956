import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Context } from '#server/context.ts';
import { createReceiveUpload } from '#server/features/uploads/receive-upload.ts';
import { pictureId } from '#server/features/uploads/urls.ts';

/** Uploads the pictures to the shop. @returns their ids */
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

const SIDE = 900;
/** The artwork on the pins of our own photos. */
const ARTWORK = join(import.meta.dirname, '../../tools/photos/artwork');
const names = ['cat', 'copihue', 'club', 'puma', 'palta', 'birthday', 'mountains', 'dog'] as const;

/** Returns pictures of our own like those of buyers: in every format and several sizes. */
export async function drawMotifs(): Promise<Buffer[]> {
  return Promise.all(
    names.map((name, at) => {
      const drawing = sharp(join(ARTWORK, `${name}.svg`), { density: 144 });
      const picture = drawing.resize(SIDE, SIDE - at * 20).flatten({ background: '#ffffff' });
      if (at % 3 === 0) return picture.jpeg({ quality: 90 }).toBuffer();
      return at % 3 === 1 ? picture.png().toBuffer() : picture.webp().toBuffer();
    }),
  );
}
