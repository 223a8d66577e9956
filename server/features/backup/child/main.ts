import { ShopError } from '#domain/base/errors.ts';
import type { ChildRequest, Message } from '#server/features/backup/copy-in-child.ts';
import { tryRestore, writeNight } from '#server/features/backup/night.ts';
import { type BackupListeners, writeBackup } from '#server/features/backup/write-backup.ts';
import { isFullDisk } from '#server/lib/disk-space.ts';
import { answerParent } from '#server/lib/fork-program.ts';

/** Minimum time between two messages of progress. */
const REPORT_EVERY_MS = 500;

answerParent<ChildRequest, Message>(async (request, send) => {
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
    send({ kind: 'done', result });
  } catch (error) {
    const other = isFullDisk(error) ? 'disk_full' : 'internal_error';
    const code = error instanceof ShopError ? error.code : other;
    const reason = error instanceof Error ? error.message : String(error);
    send({ kind: 'failed', code, reason });
  }
});

function run({ work, ...request }: ChildRequest, listeners: BackupListeners): Promise<number> {
  if (work.kind === 'copy') return writeBackup(request, work.files, listeners);
  return work.kind === 'night'
    ? writeNight(request, work.day, listeners)
    : tryRestore(request, listeners);
}
