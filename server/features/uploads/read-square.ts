import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { fileKeys, pictureId } from './urls.ts';

/**
 * Reads a picture as a small square JPEG, which every mail program shows.
 * @param side in pixels
 * @returns null when the picture is gone
 */
export async function readSquare(
  { storage, decoder }: Pick<Context, 'storage' | 'decoder'>,
  imageUrl: string,
  side: number,
): Promise<Uint8Array | null> {
  const id = pictureId(imageUrl);
  const file = id === null ? null : await storage.open(fileKeys(id).thumbnail);
  return file && decoder.makeSquare(await buffer(file.stream), side);
}
