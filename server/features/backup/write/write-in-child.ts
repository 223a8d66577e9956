import { on, once } from 'node:events';
import { join } from 'node:path';
import { ShopError } from '#domain/errors.ts';
import { forkProgram } from '#server/lib/fork-program.ts';
import { message } from './messages.ts';
import type { BackupRequest } from './write-backup.ts';

type Listeners = {
  /** Called now and then with the progress, from 0 to 1; what it throws ends the process. */
  onProgress: (progress: number) => Promise<void>;
  /** Called with each file that is damaged, and left out. */
  onDamage: (file: string) => void;
};

/** A process that reports nothing for so long hangs: a file and a table's rows take a fraction. */
const SILENCE_MS = 600_000;

/**
 * Writes a copy in a process of its own, which has ended when this returns: the buffers of all
 * pictures end with it. The request goes over its channel, since other users can read arguments.
 * @throws ShopError what `writeBackup` throws; Error when the process was killed or hangs
 */
export async function writeInChild(
  request: BackupRequest,
  { onProgress, onDamage }: Listeners,
  silenceMs = SILENCE_MS,
): Promise<void> {
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
      const told = message.parse(sent);
      if (told.kind === 'done') return;
      if (told.kind === 'failed') throw new ShopError(told.code, { message: told.reason });
      if (told.kind === 'progress') await onProgress(told.progress);
      else onDamage(told.file);
    }
    const how = hangs ? 'reported nothing' : `ended (${child.signalCode ?? child.exitCode})`;
    throw new Error(`the process that writes it ${how}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
    await ended;
  }
}
