import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { findUploads } from './repo.ts';
import { fileKeys, pictureId } from './urls.ts';

/** Twice the size at which mails show a picture, for sharp screens. In pixels. */
const SIDE = 128;

/**
 * Reads a picture as a small square JPEG, which every mail program shows. It is made by the first
 * mail that needs it and kept beside the picture's other files.
 * @returns null when the picture is gone
 */
export async function readSquare(
  { storage, db, decoder }: Pick<Context, 'storage' | 'db' | 'decoder'>,
  imageUrl: string,
): Promise<Uint8Array | null> {
  const id = pictureId(imageUrl);
  if (id === null) return null;
  const { square, thumbnail } = fileKeys(id);
  const kept = await storage.open(square);
  if (kept) return buffer(kept.stream);
  const file = await storage.open(thumbnail);
  if (!file) return null;
  const made = await decoder.makeSquare(await buffer(file.stream), SIDE);
  await storage.put(square, made);
  // Somebody may have removed the picture meanwhile: its row goes before its files do.
  if ((await findUploads(db.queries, [id])).length === 0) await storage.remove(square);
  return made;
}
