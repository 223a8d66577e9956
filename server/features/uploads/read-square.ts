import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { makeSquareJpeg } from './process-image.ts';
import { fileKeys, pictureId } from './urls.ts';

/**
 * Reads a picture as a small square JPEG, which every mail program shows.
 * @param side in pixels
 * @returns null when the picture is gone
 */
export async function readSquare(
  { storage }: Pick<Context, 'storage'>,
  imageUrl: string,
  side: number,
): Promise<Buffer | null> {
  const id = pictureId(imageUrl);
  const file = id === null ? null : await storage.open(fileKeys(id).thumbnail);
  return file && makeSquareJpeg(await buffer(file.stream), side);
}
