import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import * as z from 'zod';
import type { FintocSettings } from '#server/config/bank.ts';
import {
  type Bank,
  type BankCredit,
  type BankList,
  type BankStatement,
  type ListOptions,
  UNREADABLE,
  UnreadableList,
} from './bank.ts';
import { fintoc } from './fintoc.ts';

/** What a list may take: fifty thousand rows take three seconds and 150 MB. */
const MAX_MS = 60_000;
const LIMITS = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };
const PROGRAM = new URL('./worker/main.ts', import.meta.url);

export type Request = ListOptions & { list: BankList; key: Uint8Array };
/** The credits follow in batches, so that none holds this thread for long. */
export type Told =
  | { kind: 'read'; statement: Omit<BankStatement, 'credits'> }
  | { kind: 'credits'; credits: BankCredit[] }
  | { kind: 'unreadable'; reason: string; preview: string[][] };

const reasonOf = z.catch(z.enum(UNREADABLE), 'broken');

/**
 * Returns the reader of lists, in a thread of its own with limits of time and memory; one at a time.
 * @param key of the hashes of payers
 */
export function openBank(key: Uint8Array, settings: FintocSettings | null): Bank {
  const oneByOne = pLimit(1);
  return {
    readList: (list, options) => oneByOne(() => readInThread({ ...options, list, key })),
    feed: settings && fintoc(settings),
  };
}

async function readInThread(request: Request): Promise<BankStatement> {
  const worker = new Worker(PROGRAM, {
    workerData: request,
    resourceLimits: LIMITS,
    // What a damaged file makes a library print is nobody's.
    stdout: true,
    stderr: true,
    env: {},
  });
  let statement: Omit<BankStatement, 'credits'> | null = null;
  let refusal: UnreadableList | null = null;
  const credits: BankCredit[] = [];
  worker.on('message', (told: Told) => {
    if (told.kind === 'read') statement = told.statement;
    else if (told.kind === 'credits') {
      credits.push(...told.credits);
      setImmediate(() => worker.postMessage('next'));
    } else refusal = new UnreadableList(reasonOf.parse(told.reason), told.preview);
  });
  const timer = setTimeout(() => void worker.terminate(), MAX_MS);
  try {
    const [code]: unknown[] = await once(worker, 'exit');
    if (refusal) throw refusal;
    // It was ended, for it took too long.
    if (!statement || code !== 0) throw new UnreadableList('too_large');
    return Object.assign(statement, { credits });
  } catch (error) {
    if (error instanceof UnreadableList) throw error;
    const isMemory =
      error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isMemory) throw new UnreadableList('too_large', []);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
