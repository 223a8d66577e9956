import { on, once } from 'node:events';
import { join } from 'node:path';
import { ShopError } from '#domain/base/errors.ts';
import { forkProgram } from '#server/lib/fork-program.ts';
import { message } from './messages.ts';
import type { BackupRequest } from './write-backup.ts';
import type { NightRequest } from './write-night.ts';

/** What the child process does: a copy for the panel, that of a night, or a trial restore. */
export type ChildRequest =
  | ({ kind: 'copy' } & BackupRequest)
  | ({ kind: 'night' | 'trial' } & NightRequest);

type Listeners = {
  /** Called at intervals with the progress, from 0 to 1; if it throws, the process is ended. */
  onProgress: (progress: number) => Promise<void>;
  /** Called with each damaged file, which is left out. */
  onDamage: (file: string) => void;
};

/** How long the child may send nothing before it is killed; longer than any file or table takes. */
const SILENCE_MS = 600_000;

/**
 * Writes a backup in a child process, which has ended when this returns: so the memory for the
 * pictures is freed. The request is sent over IPC, because other users can read arguments.
 * @returns bytes of the written copy, or orders of the restored one
 * @throws ShopError as `writeBackup` does; Error when the process was killed or hangs
 */
export async function writeInChild(
  request: ChildRequest,
  { onProgress, onDamage }: Listeners,
  silenceMs = SILENCE_MS,
): Promise<number> {
  const child = forkProgram(join(import.meta.dirname, 'child', 'main.ts'));
  const ended = once(child, 'exit').catch(() => undefined);
  let hangs = false;
  const timer = setTimeout(() => {
    hangs = true;
    child.kill('SIGKILL');
  }, silenceMs);
  try {
    child.send(request);
    for await (const [sent] of on(child, 'message', { close: ['exit'] })) {
      timer.refresh();
      const received = message.parse(sent);
      if (received.kind === 'done') return received.result;
      if (received.kind === 'failed')
        throw new ShopError(received.code, { message: received.reason });
      if (received.kind === 'progress') await onProgress(received.progress);
      else onDamage(received.file);
    }
    const how = hangs ? 'reported nothing' : `ended (${child.signalCode ?? child.exitCode})`;
    throw new Error(`the process that writes it ${how}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
  }
}
