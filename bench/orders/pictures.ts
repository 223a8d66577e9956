import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { frontOf, MIDDLE_CROP } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { toCropColumns } from '#server/features/uploads/crop-columns.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';

const RANK = 1000;

/** Returns the name of a made-up picture; spread over the folders like real ones. */
export function pictureName(number: number): string {
  return `${String(number % RANK).padStart(3, '0')}bench${String(number).padStart(16, '0')}`;
}

/** Inserts waiting pictures, numbered from `first` on, directly into the database. */
export async function addPictures(
  database: { url: string } | { path: string },
  first: number,
  count: number,
): Promise<void> {
  const row = {
    ...{ mime_type: 'image/png', bytes: 1, width: 640, height: 480, created_at: Date.now() },
    ...toCropColumns(MIDDLE_CROP),
    square_diameter: frontOf(MIDDLE_CROP, { press: DEFAULT_PRESS }).diameter,
  };
  const columns = `(id, ${Object.keys(row).join(', ')})`;
  const facts = Object.values(row)
    .map((value) => (typeof value === 'string' ? `'${value}'` : (value ?? 'null')))
    .join(', ');
  if ('path' in database) {
    const sqlite = new BetterSqlite(database.path, { timeout: 10_000 });
    const insert = sqlite.prepare(`insert into uploads ${columns} values (?, ${facts})`);
    sqlite.transaction(() => {
      for (let at = 0; at < count; at += 1) insert.run(pictureName(first + at));
    })();
    sqlite.close();
    return;
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const names = Array.from({ length: count }, (_, at) => pictureName(first + at));
  await client.query(`insert into uploads ${columns} select unnest($1::text[]), ${facts}`, [names]);
  await client.end();
}

/** Creates their files: links to one picture. */
export async function linkPictures(
  dataDir: string,
  picture: Record<'image' | 'thumbnail' | 'square', string>,
  first: number,
  count: number,
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const { image, thumbnail, square } = fileKeys(pictureName(first + at));
    const folder = join(dataDir, 'files', image.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await link(picture.image, join(folder, image));
    await link(picture.thumbnail, join(folder, thumbnail));
    await link(picture.square, join(folder, square));
  }
}
