import { on, once } from 'node:events';
import { join } from 'node:path';
import * as z from 'zod';
import { ERROR_CODES, ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { refuseFullDisk } from '#server/lib/disk-space.ts';
import { forkProgram } from '#server/lib/fork-program.ts';
import type { BackupRequest } from './write-backup.ts';
import type { NightRequest } from './write-night.ts';

/** What the child process does: a copy for the panel, that of a night, or a trial restore. */
type Work =
  | ({ kind: 'copy'; files: 'inside' | null } & Omit<BackupRequest, 'config' | 'files'>)
  | ({ kind: 'night' | 'trial' } & Omit<NightRequest, 'config'>);
export type ChildRequest = Work & Pick<NightRequest, 'config'>;

/** A message of the process that writes a backup; `done` and `failed` are its last. */
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: z.number() }),
  /** A damaged file is left out. */
  z.object({ kind: z.literal('damaged'), file: z.string() }),
  /** Bytes of a written copy, or orders of a restored one. */
  z.object({ kind: z.literal('done'), result: z.number() }),
  z.object({ kind: z.literal('failed'), code: z.enum(ERROR_CODES), reason: z.string() }),
]);
export type Message = z.infer<typeof message>;

/** How long the child may send nothing before it is killed; longer than any file or table takes. */
const SILENCE_MS = 600_000;

/**
 * Writes a backup in a child process, which has ended when this returns: so the memory for the
 * pictures is freed. The request is sent over IPC, because other users can read arguments.
 * @param onProgress called at intervals with the progress, from 0 to 1; if it throws, the process is
 *   ended, as it is when the disk gets full
 * @returns bytes of the written copy, or orders of the restored one
 * @throws ShopError as `writeBackup` does; Error when the process was killed or hangs
 */
export async function writeInChild(
  { config, diskSpace, damage }: Pick<Context, 'config' | 'diskSpace' | 'damage'>,
  work: Work,
  onProgress: (progress: number) => Promise<void> = async () => undefined,
): Promise<number> {
  await refuseFullDisk(diskSpace);
  const { database, dataDir, files, backup } = config;
  const request: ChildRequest = { ...work, config: { database, dataDir, files, backup } };
  const child = forkProgram(join(import.meta.dirname, 'child', 'main.ts'));
  const ended = once(child, 'exit').catch(() => undefined);
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    child.kill('SIGKILL');
  }, SILENCE_MS);
  try {
    child.send(request);
    for await (const [sent] of on(child, 'message', { close: ['exit'] })) {
      timer.refresh();
      const received = message.parse(sent);
      if (received.kind === 'done') return received.result;
      if (received.kind === 'failed')
        throw new ShopError(received.code, { message: received.reason });
      if (received.kind === 'damaged') damage.note({ file: received.file });
      else {
        await refuseFullDisk(diskSpace);
        await onProgress(received.progress);
      }
    }
    const how = hangs ? 'reported nothing' : `ended (${child.signalCode ?? child.exitCode})`;
    throw new Error(`the process that writes it ${how}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
  }
}
