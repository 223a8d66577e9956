import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/db/database.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import type { Home } from '#server/testing/database.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { filesBelow } from '#server/testing/shop.ts';
import type { Ledger } from './buy-until-gone.ts';

const ID_LENGTH = 24;

/**
 * Checks the data of a killed shop: its sums, and files against rows.
 * @param checked ids of pictures that earlier checks found intact; this check adds its own
 * @returns lost or incomplete data, a line each
 */
export async function findLosses(
  { dataDir }: Home,
  db: Database,
  { ledger, checked }: { ledger: Ledger; checked: Set<string> },
): Promise<string[]> {
  const wrong = await findWrongSums(db);
  const uploads = await db.queries.selectFrom('uploads').select(['id', 'claimed_at']).execute();
  const rows = new Map(uploads.map(({ id, claimed_at }) => [id, claimed_at !== null]));
  const files = new Set(await filesBelow(join(dataDir, 'files')));

  for (const name of files) {
    if (!rows.has(name.slice(0, ID_LENGTH))) wrong.push(`file ${name} has no row`);
  }
  const ordered = [...rows].filter(([, isOrdered]) => isOrdered).map(([id]) => id);
  for (const id of [...ordered, ...ledger.pictures.keys()]) {
    if (checked.has(id)) continue;
    if (!rows.has(id)) wrong.push(`picture ${id} was acknowledged and has no row`);
    const missing = Object.values(fileKeys(id)).filter((key) => !files.has(key));
    if (missing.length > 0) wrong.push(`picture ${id} lacks ${missing.join(', ')}`);
    else wrong.push(...(await findDamage(dataDir, id, ledger.pictures.get(id))));
    checked.add(id);
  }
  return wrong;
}

/** @param hash the original's hash; undefined: the upload was not acknowledged */
async function findDamage(
  dataDir: string,
  id: string,
  hash: string | undefined,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [kind, key] of Object.entries(fileKeys(id))) {
    const bytes = await readFile(join(dataDir, 'files', key.slice(0, 2), key));
    const got = createHash('sha256').update(bytes).digest('hex');
    if (bytes.length === 0) wrong.push(`${key} is empty`);
    if (kind === 'original' && hash !== undefined && got !== hash) wrong.push(`${key} is another`);
  }
  return wrong;
}
