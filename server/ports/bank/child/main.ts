import { inBatches } from '#server/lib/in-batches.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import type { Request, Told } from '#server/ports/bank/open-bank.ts';
import { readList } from './read-list.ts';

const BATCH = 500;

// A process that reads one list. It ignores Ctrl+C, which reaches both processes, and ends with its
// parent, which also ends it after its last message.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('message', (request) => {
  // Only the parent has this channel.
  void read(request as Request);
});

async function read(request: Request): Promise<void> {
  try {
    const { credits, ...statement } = await readList(request);
    for (const batch of inBatches(credits, BATCH)) tell({ kind: 'credits', credits: batch });
    tell({ kind: 'read', statement });
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    const { reason, preview } = error;
    tell({ kind: 'unreadable', reason, preview: preview.map((row) => [...row]) });
  }
}

function tell(told: Told): void {
  process.send?.(told, () => undefined);
}
