import { buffer } from 'node:stream/consumers';
import type { Context } from '../../context.ts';
import { countSquare } from './count-square.ts';
import { findUploads } from './repo.ts';
import { fileKeys, pictureId } from './urls.ts';

/** Twice the size at which mails show a picture, for sharp screens. In pixels. */
const SIDE = 128;

type Parts = Pick<Context, 'storage' | 'db' | 'decoder' | 'clock'>;

/**
 * Reads a picture as a small square JPEG, which every mail program shows. It is made by the first
 * mail that needs it and kept beside the picture's other files.
 * @returns null when the picture is gone
 */
export async function readSquare(context: Parts, imageUrl: string): Promise<Uint8Array | null> {
  const { storage, decoder } = context;
  const id = pictureId(imageUrl);
  if (id === null || !(await isThere(context, id))) return null;
  const { square, thumbnail } = fileKeys(id);
  const kept = await storage.open(square);
  if (kept) return buffer(kept.stream);
  const file = await storage.open(thumbnail);
  if (!file) return null;
  const made = await decoder.makeSquare(await buffer(file.stream), SIDE);
  if (!(await countSquare(context, id, made.length))) return null;
  await storage.put(square, made);
  // Somebody may have removed the picture meanwhile: its row says so before its files go.
  if (!(await isThere(context, id))) await storage.remove(square);
  return made;
}

async function isThere({ db }: Parts, id: string): Promise<boolean> {
  const [upload] = await findUploads(db.queries, [id]);
  return upload !== undefined && upload.removed_at === null;
}
