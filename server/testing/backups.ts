import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { downloadBackup, readBackup, requestBackup } from '#contract/backup/backup.ts';
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

/** Returns the files of a backup by their names. */
export async function unzip(backup: Buffer): Promise<Map<string, Buffer>> {
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
    const children = childrenOf(process.pid);
    found = [...children, ...children.flatMap(childrenOf)].find((id) =>
      commandOf(id).includes('backup/write/child'),
    );
    return found !== undefined;
  }, PATIENCE_MS);
  return found ?? 0;
}
