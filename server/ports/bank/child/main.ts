import { answerParent } from '#server/lib/fork-program.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import type { Request, Told } from '#server/ports/bank/open-bank.ts';
import { readList } from './read-list.ts';

const BATCH = 500;

answerParent<Request, Told>(async (request, tell) => {
  try {
    const { credits, ...statement } = await readList(request);
    for (const batch of inBatches(credits, BATCH)) tell({ kind: 'credits', credits: batch });
    tell({ kind: 'read', statement });
  } catch (error) {
    if (!(error instanceof UnreadableList)) throw error;
    const { reason, preview } = error;
    tell({ kind: 'unreadable', reason, preview: preview.map((row) => [...row]) });
  }
});
