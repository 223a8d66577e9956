import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { inBatches } from '#server/lib/in-batches.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import type { Told } from '#server/ports/bank/open-bank.ts';
import { readList } from './read-list.ts';

const BATCH = 500;

const tell = (told: Told) => parentPort?.postMessage(told);

try {
  const { credits, ...statement } = await readList(workerData);
  tell({ kind: 'read', statement });
  for (const batch of inBatches(credits, BATCH)) {
    tell({ kind: 'credits', credits: batch });
    // The other thread takes all that waits for it in one turn.
    if (parentPort) await once(parentPort, 'message');
  }
} catch (error) {
  if (!(error instanceof UnreadableList)) throw error;
  const { reason, preview } = error;
  tell({ kind: 'unreadable', reason, preview: preview.map((row) => [...row]) });
}
