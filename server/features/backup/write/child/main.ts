import { ShopError } from '#domain/base/errors.ts';
import { type BackupListeners, writeBackup } from '#server/features/backup/write/write-backup.ts';
import type { ChildRequest, Message } from '#server/features/backup/write/write-in-child.ts';
import { tryRestore, writeNight } from '#server/features/backup/write/write-night.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';

/** Minimum time between two messages of progress. */
const REPORT_EVERY_MS = 500;

// A process that writes one backup. It ignores Ctrl+C, which reaches both processes, and ends with
// its parent, which also ends it after its last message.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('message', (request) => {
  // Only the parent has this channel.
  void work(request as ChildRequest).then(send);
});

function run(request: ChildRequest, listeners: BackupListeners): Promise<number> {
  if (request.kind === 'copy') return writeBackup(request, listeners);
  return request.kind === 'night' ? writeNight(request, listeners) : tryRestore(request, listeners);
}

async function work(request: ChildRequest): Promise<Message> {
  let reportedAt = performance.now();
  try {
    const result = await run(request, {
      onProgress: (progress) => {
        if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
        reportedAt = performance.now();
        send({ kind: 'progress', progress });
      },
      onDamage: (file) => send({ kind: 'damaged', file }),
    });
    return { kind: 'done', result };
  } catch (error) {
    const other = isFullDisk(error) ? 'disk_full' : 'internal_error';
    const code = error instanceof ShopError ? error.code : other;
    return { kind: 'failed', code, reason: error instanceof Error ? error.message : String(error) };
  }
}

function send(message: Message): void {
  process.send?.(message, () => undefined);
}
