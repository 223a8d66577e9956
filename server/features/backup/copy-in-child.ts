import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type ErrorCode, ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import type { CopyFailure } from '#server/db/tables/operation.ts';
import { isPassing } from '#server/jobs/long-work.ts';
import { isFullDisk, refuseFullDisk } from '#server/lib/disk-space.ts';
import { askProgram } from '#server/lib/fork-program.ts';
import { type BackupRequest, backupPath } from './write-backup.ts';

/** What the child process does: a copy for the panel, that of a night, or a trial restore. */
type Work =
  | { kind: 'copy'; files: 'inside' | null }
  | { kind: 'night'; day: string }
  | { kind: 'trial' };
export type ChildRequest = BackupRequest & { work: Work };

/** A message of the process; `done` and `failed` are its last. */
export type Message =
  | { kind: 'progress'; progress: number }
  /** A damaged file is left out. */
  | { kind: 'damaged'; file: string }
  /** Bytes of a written copy, or orders of a restored one. */
  | { kind: 'done'; result: number }
  | { kind: 'failed'; code: ErrorCode; reason: string };

/** How long the child may send nothing before it is killed; longer than any file or table takes. */
const SILENCE_MS = 600_000;

type Listeners = {
  /** Called at intervals with the progress, from 0 to 1. */
  onProgress?: (progress: number) => Promise<unknown>;
  /** Called with the written file, which is removed afterwards, and its size in bytes. */
  onWritten?: (path: string, bytes: number) => Promise<void>;
};

/**
 * Writes or restores a copy in a child process, so that the memory for the pictures is freed. It is
 * ended when the disk gets full.
 * @returns bytes of the written copy, or orders of the restored one
 * @throws ShopError as `writeBackup` does; Error when the process was killed or hangs
 */
export async function copyInChild(
  context: Context,
  work: Work,
  { onProgress, onWritten }: Listeners = {},
): Promise<number> {
  const { config, diskSpace, damage, scratchDir } = context;
  await refuseDamaged(context);
  await refuseFullDisk(diskSpace);
  const { database, dataDir, files, backup } = config;
  const folder = join(scratchDir, `copying-${randomUUID()}`);
  const request: ChildRequest = { work, folder, config: { database, dataDir, files, backup } };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const program = join(import.meta.dirname, 'child', 'main.ts');
    const messages = askProgram<Message>(program, request, {
      silenceMs: SILENCE_MS,
      explain: (how) => new Error(`the process that writes it ${how}`),
    });
    for await (const message of messages) {
      if (message.kind === 'failed') {
        throw new ShopError(message.code, { message: message.reason });
      }
      if (message.kind === 'done') {
        await onWritten?.(backupPath(folder), message.result);
        return message.result;
      }
      if (message.kind === 'damaged') damage.note({ file: message.file });
      else {
        await refuseFullDisk(diskSpace);
        await onProgress?.(message.progress);
      }
    }
    throw new Error('the process that writes it ended');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A backup of a damaged database would be trusted, and replace an earlier intact one. */
async function refuseDamaged({ db, damage }: Context): Promise<void> {
  const found = await db.findDamage();
  for (const line of found) damage.note({ database: line });
  if (found.length > 0) throw new Error(`the database is damaged: ${found[0]}`);
}

export function failureOf(error: unknown): CopyFailure {
  if (isFullDisk(error)) return 'disk_full';
  return isPassing(error) ? 'unavailable' : 'error';
}
