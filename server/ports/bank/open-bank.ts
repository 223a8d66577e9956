import { join } from 'node:path';
import pLimit from 'p-limit';
import type { FintocSettings } from '#server/config/bank.ts';
import { askProgram } from '#server/lib/fork-program.ts';
import {
  type Bank,
  type BankCredit,
  type BankList,
  type BankStatement,
  type ListOptions,
  type Unreadable,
  UnreadableList,
} from './bank.ts';
import { fintoc } from './fintoc.ts';

/** What a list may take: fifty thousand rows take three seconds and 150 MB. */
const MAX_MS = 60_000;
const MAX_HEAP_MB = 320;

export type Request = ListOptions & { list: BankList; key: Uint8Array };
/** Credits come in batches, so that none holds this thread for long; the others are the last. */
export type Told =
  | { kind: 'credits'; credits: BankCredit[] }
  | { kind: 'read'; statement: Omit<BankStatement, 'credits'> }
  | { kind: 'unreadable'; reason: Unreadable; preview: string[][] };

/**
 * Returns the reader of lists, in a process of its own with limits of time and memory; one at a time.
 * @param key of the hashes of payers
 */
export function openBank(key: Uint8Array, settings: FintocSettings | null): Bank {
  const oneByOne = pLimit(1);
  return {
    readList: (list, options) => oneByOne(() => readInChild({ ...options, list, key })),
    feed: settings && fintoc(settings),
  };
}

/** Not in a thread: V8 ends the whole process when one large allocation fails in it. */
async function readInChild(request: Request): Promise<BankStatement> {
  const answers = askProgram<Told>(join(import.meta.dirname, 'child', 'main.ts'), request, {
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    silenceMs: MAX_MS,
    // It was ended, for it took too long or too much memory.
    explain: () => new UnreadableList('too_large'),
  });
  const credits: BankCredit[] = [];
  for await (const told of answers) {
    if (told.kind === 'read') return { ...told.statement, credits };
    if (told.kind === 'unreadable') throw new UnreadableList(told.reason, told.preview);
    credits.push(...told.credits);
  }
  throw new UnreadableList('too_large');
}
