import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import BetterSqlite from 'better-sqlite3';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { downloadBackup, readBackup, requestBackup } from '#contract/backup/backup.ts';
import { DATABASE, fileEntry, MANIFEST, manifestSchema } from '#server/features/backup/manifest.ts';
import type { AdminShop } from './admin-shop.ts';
import { childrenOf, commandOf } from './children.ts';
import { until } from './jobs.ts';

/** A backup starts two processes, and the machine may be busy. */
const PATIENCE_MS = 60_000;

/** Requests a backup as the panel does, waits for it and downloads it. */
export async function takeBackup(
  { ask, fetchFile }: Pick<AdminShop, 'ask' | 'fetchFile'>,
  { pictures }: { pictures: boolean },
): Promise<Buffer> {
  const answer = await ask('/backup', { method: 'POST', json: { pictures } });
  if (answer.status !== requestBackup.status) throw new Error(JSON.stringify(answer.body));
  const { id } = requestBackup.answer.parse(answer.body).backup;
  await until(async () => {
    const { backup } = readBackup.answer.parse((await ask(`/backup/${id}`)).body);
    if (backup.state === 'failed') throw new Error(`the copy failed: ${backup.failure}`);
    return backup.state === 'done';
  }, PATIENCE_MS);
  const path = downloadBackup.path.replace('/admin', '').replace('{id}', id);
  const file = await fetchFile(path);
  if (file.status !== 200) throw new Error(`the copy answered ${file.status}`);
  return Buffer.from(await file.arrayBuffer());
}

/** The files of a backup by their names. */
export type Entries = Map<string, Buffer>;

export async function unzip(backup: Buffer): Promise<Entries> {
  const zip = await yauzl.fromBufferPromise(backup);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return entries;
}

/** Waits for the process that writes a backup for this process or a child of it. @returns its id */
export async function findBackupWriter(): Promise<number> {
  let found: number | undefined;
  await until(() => {
    [found] = backupWriters();
    return found !== undefined;
  }, PATIENCE_MS);
  return found ?? 0;
}

/** Returns the running processes that write a backup for this process or a child of it. */
export function backupWriters(): number[] {
  const children = childrenOf(process.pid);
  const all = [...children, ...children.flatMap(childrenOf)];
  return all.filter((id) => commandOf(id).includes('backup/child'));
}

/** Returns a backup's database after a change by hand, without the checks of its tables. */
export async function editDatabase(
  bytes: Buffer | undefined,
  change: (database: BetterSqlite.Database) => void,
): Promise<Buffer> {
  const path = join(tmpdir(), `${randomUUID()}.sqlite`);
  await writeFile(path, bytes ?? '');
  const database = new BetterSqlite(path);
  database.pragma('ignore_check_constraints = ON');
  change(database);
  database.close();
  const edited = await readFile(path);
  await rm(path);
  return edited;
}

/** Writes a backup of these files. @param withHashes whether the manifest gets their hashes */
export async function rezip(
  entries: Entries,
  path: string,
  { withHashes = true } = {},
): Promise<void> {
  const hashOf = (bytes: Uint8Array = Buffer.alloc(0)) =>
    createHash('sha256').update(bytes).digest('hex');
  const { data } = manifestSchema.safeParse(
    JSON.parse(String(entries.get(MANIFEST)).trim() || '0'),
  );
  const zip = new ZipFile();
  for (const [name, bytes] of entries) {
    if (name !== MANIFEST || !data || !withHashes) zip.addBuffer(bytes, name);
  }
  if (data && withHashes) {
    for (const key of Object.keys(data.files)) {
      const bytes = entries.get(fileEntry(key));
      if (bytes) data.files[key] = hashOf(bytes);
    }
    const manifest = { ...data, database: hashOf(entries.get(DATABASE)) };
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST);
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
