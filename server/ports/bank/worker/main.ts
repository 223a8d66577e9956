import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { payerWords } from '#domain/payments/match-evidence.ts';
import { readStatement, type Statement, type StatementCredit } from '#domain/payments/statement.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { type BankCredit, UnreadableList } from '#server/ports/bank/bank.ts';
import type { Request, Told } from '#server/ports/bank/open-bank.ts';
import { readTables } from './read-tables.ts';

const MAX_ROWS = 50_000;
const BATCH = 500;

const request: Request = workerData;
const tell = (told: Told) => parentPort?.postMessage(told);

try {
  const { credits, layout, key, isEmpty: _, ...statement } = await readFirst();
  if (statement.rows > MAX_ROWS) throw new UnreadableList('too_many_rows');
  tell({
    kind: 'read',
    statement: {
      ...statement,
      layoutKey: sha256(key),
      layout: {
        ...{ date: layout.date, text: layout.text, amount: layout.amount, name: layout.name },
        ...{ credit: layout.credit, debit: layout.debit, rut: layout.rut },
      },
    },
  });
  for (const batch of inBatches(credits, BATCH)) {
    tell({ kind: 'credits', credits: batch.map(present) });
    // The other thread takes all that waits for it in one turn.
    if (parentPort) await once(parentPort, 'message');
  }
} catch (error) {
  const { reason, preview } =
    error instanceof UnreadableList ? error : new UnreadableList('broken');
  tell({ kind: 'unreadable', reason, preview: preview.map((row) => [...row]) });
}

/** Returns the first table with movements. @throws UnreadableList without one */
async function readFirst(): Promise<Statement> {
  const { list, today, remembered, corrections } = request;
  let preview: string[][] = [];
  let isEmpty = false;
  for await (const table of list instanceof Uint8Array ? readTables(list) : [list]) {
    const statement = readStatement(table, today, (key) => ({
      ...remembered[sha256(key)],
      ...corrections,
    }));
    if (statement.rows > 0) return statement;
    if (preview.length === 0) preview = statement.preview;
    isEmpty ||= statement.isEmpty;
  }
  if (isEmpty) throw new UnreadableList('no_movements');
  throw new UnreadableList('no_table', preview);
}

function present({ sameness, ...credit }: StatementCredit): BankCredit {
  const who = credit.rut ?? payerWords(credit).join(' ');
  const payer = createHmac('sha256', request.key).update(who).digest('base64url');
  return { ...credit, hash: sha256(sameness), payer: who === '' ? null : payer };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
