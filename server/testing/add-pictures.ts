import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '#server/context.ts';
import { fileKeys, pictureUrls } from '#server/features/uploads/urls.ts';
import { makePng } from './pictures.ts';

/** Rows per insert: databases limit the number of values. */
const ROWS = 1000;

/**
 * Inserts unordered pictures directly into database and folder, for tests that need many and do not
 * test uploading.
 * @returns their URLs
 */
export async function addPictures(
  { db, config, newUploadId, clock }: Context,
  count: number,
): Promise<string[]> {
  const bytes = await makePng();
  const ids = Array.from({ length: count }, newUploadId);
  for (const key of ids.flatMap((id) => Object.values(fileKeys(id)))) {
    const path = join(config.dataDir, 'files', key.slice(0, 2), key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
  const facts = {
    mime_type: 'image/png',
    bytes: bytes.length,
    width: 8,
    height: 8,
    source: 'test',
  };
  const rows = ids.map((id) => ({ id, ...facts, created_at: clock() }));
  for (let from = 0; from < rows.length; from += ROWS) {
    const some = rows.slice(from, from + ROWS);
    await db.queries.insertInto('uploads').values(some).execute();
  }
  return ids.map((id) => pictureUrls(id).imageUrl);
}
