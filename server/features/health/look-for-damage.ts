import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf, toLocalTime } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import { hashOfFile } from '#server/ports/storage/checked-storage.ts';
import { fileHashes } from '#server/ports/storage/file-hashes.ts';

/** The hour of the check, in Chile's time: the shop has few visitors then. */
const NIGHT = '04';
/** Maximum bytes of files checked in one night; a larger shop needs several nights for all. */
const MAX_BYTES = 10 * 1024 ** 3;
const PAGE = 200;

/** Returns a task, to be called several times an hour, that checks for damage once per night. */
export function createNightlyCheck(context: Context): () => Promise<void> {
  let checked = '';
  return async () => {
    const now = context.clock();
    const day = dayOf(now);
    if (toLocalTime(now).slice(11, 13) !== NIGHT || checked === day) return;
    checked = day;
    await lookForDamage(context);
  };
}

/** Checks the database, stored files and mails, and logs each damage (`damaged`, with its name). */
export async function lookForDamage(context: Context): Promise<void> {
  const lines = await context.db.findDamage();
  for (const line of lines) context.damage.note({ database: line });
  context.damage.inDatabase = lines.length;
  await checkMails(context);
  // Starts at a random name, so that over time every file is checked.
  await checkFiles(context, context.newUploadId());
}

async function checkFiles({ db, storage }: Context, start: string): Promise<void> {
  let left = MAX_BYTES;
  for (const [from, until] of [
    [start, null],
    ['', start],
  ] as const) {
    let after = from;
    for (;;) {
      const page = await db.queries
        .selectFrom('file_hashes')
        .select('file')
        .distinct()
        .where('file', '>', after)
        .$if(until !== null, (query) => query.where('file', '<=', until ?? ''))
        .where('file', 'not like', '%.eml')
        .orderBy('file')
        .limit(PAGE)
        .execute();
      for (const { file } of page) {
        // Opening a file verifies it; the rest of a large file is not read.
        const opened = await storage.open(file);
        opened?.stream.destroy();
        left -= opened?.bytes ?? 0;
        if (left <= 0) return;
        after = file;
      }
      if (page.length < PAGE) break;
    }
  }
}

async function checkMails({ config: { mail }, db, damage }: Context): Promise<void> {
  if (mail.kind !== 'files') return;
  for (const file of await readdir(mail.folder).catch(() => [])) {
    if (isMail(file) && (await isMailDamaged(db, mail.folder, file))) damage.note({ file });
  }
}

const isMail = (file: string) => file.endsWith('.eml');

async function isMailDamaged(db: Context['db'], folder: string, file: string): Promise<boolean> {
  const known = await fileHashes(db).of(file);
  if (known.length === 0) return false;
  return !known.includes(await hashOfFile(join(folder, file)));
}

/** Returns whether a file that was damaged still is: not restored, and not deleted by the shop. */
export async function isStillDamaged(context: Context, file: string): Promise<boolean> {
  const { db, storage, config } = context;
  if (isMail(file) && config.mail.kind === 'files') {
    return isMailDamaged(db, config.mail.folder, file).catch(() => false);
  }
  if ((await fileHashes(db).of(file)).length === 0) return false;
  const opened = await storage.open(file).catch(() => null);
  opened?.stream.destroy();
  return opened === null;
}
