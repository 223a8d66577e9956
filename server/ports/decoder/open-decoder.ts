import { once } from 'node:events';
import { join } from 'node:path';
import { type ErrorCode, ShopError } from '#domain/base/errors.ts';
import { forkProgram } from '#server/lib/fork-program.ts';
import { createFairQueue } from '#server/limits/fair-queue.ts';
import type { Decoder } from './decoder.ts';
import { type Answer, message, type Request, type Result, type Task } from './messages.ts';

type Settings = {
  /** How long a process waits for its next picture before it ends, in milliseconds. */
  idleMs?: number;
  /** How many pictures of one client may wait. */
  waitingPerClient?: number;
  /** Whether the number of waiting pictures is limited. */
  isBounded?: boolean;
  /** Memory that a process may use, of which about 130 MB are its own. */
  maxResidentBytes?: { light: number; heavy: number };
};

type Outcome = { result: Exclude<Result, { kind: 'heavy' }>; spentMs: number };

const MIB = 1024 ** 2;
const RETRY_AFTER_S = 5;
/** How many pictures may wait, of all clients. */
const MAX_WAITING = 300;
/** The queue's client for the shop's own pictures. */
const SHOP = '';

/**
 * Returns a decoder of two pictures at once, in child processes that end when they are idle. Only
 * one picture that needs much memory is decoded at a time; small ones overtake it.
 */
export function openDecoder({
  idleMs = 30_000,
  waitingPerClient = 60,
  isBounded = true,
  maxResidentBytes = { light: 256 * MIB, heavy: 400 * MIB },
}: Settings = {}): Decoder {
  const pool = createPool(idleMs);
  const limits = {
    waiting: isBounded ? MAX_WAITING : Infinity,
    waitingPerClient: isBounded ? waitingPerClient : Infinity,
    retryAfterS: RETRY_AFTER_S,
  };
  const queue = createFairQueue({ running: 2, ...limits });
  const heavyQueue = createFairQueue({ running: 1, ...limits });

  const decode = (task: Task, client: string, weight: 'light' | 'heavy') =>
    queue.run(client, () =>
      pool.decode({
        ...task,
        mayBeHeavy: weight === 'heavy',
        maxResidentBytes: maxResidentBytes[weight],
      }),
    );

  async function perform(task: Task, client: string): Promise<Outcome> {
    const first = await decode(task, client, 'light');
    if (first.result.kind !== 'heavy') return { result: first.result, spentMs: first.spentMs };
    const second = await heavyQueue.run(client, () => decode(task, client, 'heavy'));
    const spentMs = first.spentMs + second.spentMs;
    if (second.result.kind !== 'heavy') return { result: second.result, spentMs };
    return { result: { kind: 'refused', code: 'image_too_complex' }, spentMs };
  }

  async function makeFile(task: Task): Promise<Uint8Array> {
    const { result } = await perform(task, SHOP);
    if (result.kind === 'file') return result.file;
    throw new ShopError(refusalOf(result));
  }

  return {
    async makeCopies(request, client) {
      const { result, spentMs } = await perform({ kind: 'copies', ...request }, client);
      if (result.kind === 'copies') return { spentMs, copies: result.copies };
      return { spentMs, refusal: refusalOf(result) };
    },

    makeSquare: (request) => makeFile({ kind: 'square', ...request }),
    makeVariant: (request) => makeFile({ kind: 'variant', ...request }),
    close: pool.close,
  };
}

function refusalOf(result: Outcome['result']): ErrorCode {
  return result.kind === 'refused' ? result.code : 'internal_error';
}

/** Returns a pool that starts a process when one is needed and none is idle. */
function createPool(idleMs: number) {
  const busy = new Set<DecoderProcess>();
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();
  let isClosed = false;

  function acquire(): DecoderProcess {
    // The one used last, so that those that are not needed end.
    for (const [decoder, timer] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(decoder);
      if (decoder.isAlive()) return decoder;
    }
    return startProcess();
  }

  function release(decoder: DecoderProcess): void {
    const end = () => {
      idle.delete(decoder);
      void decoder.end();
    };
    idle.set(decoder, setTimeout(end, idleMs).unref());
  }

  return {
    async decode(request: Request): Promise<Answer> {
      if (isClosed) return refusal('unavailable', 0);
      const decoder = acquire();
      busy.add(decoder);
      const answer = await decoder.decode(request);
      busy.delete(decoder);
      if (answer.isLast || isClosed) await decoder.end();
      else release(decoder);
      return answer;
    },

    async close(): Promise<void> {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...busy, ...idle.keys()].map((decoder) => decoder.end()));
    },
  };
}

/** One process that decodes one picture at a time; it costs about 150 MB while it lives. */
type DecoderProcess = ReturnType<typeof startProcess>;

/** Timeout for a process without an answer; its own limit is a fraction of this. */
const MAX_WAIT_MS = 120_000;

function startProcess() {
  const child = forkDecoder();
  let isUp = false;
  let settle: ((answer: Answer | null) => void) | null = null;
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  child.on('message', (sent) => {
    isUp = true;
    const { data } = message.safeParse(sent);
    if (data && data !== 'up') settle?.(data);
  });
  child.on('exit', () => settle?.(null));
  // Without a listener a process that cannot be started would end the shop.
  child.on('error', () => settle?.(null));
  setReferenced(false);

  /** An idle process does not keep the event loop of the shop alive. */
  function setReferenced(isReferenced: boolean): void {
    const change = isReferenced ? 'ref' : 'unref';
    child[change]();
    child.channel?.[change]();
  }

  /** Returns an answer even when the picture kills the process. */
  async function decode(request: Request): Promise<Answer> {
    const started = performance.now();
    let hasHung = false;
    const timer = setTimeout(() => {
      hasHung = true;
      child.kill('SIGKILL');
    }, MAX_WAIT_MS);
    setReferenced(true);
    const answer = await new Promise<Answer | null>((resolve) => {
      settle = resolve;
      if (isAlive()) child.send(request, (error) => error && resolve(null));
      else resolve(null);
    });
    settle = null;
    clearTimeout(timer);
    setReferenced(false);
    if (answer) return answer;
    const spentMs = performance.now() - started;
    if (hasHung) return refusal('image_too_complex', spentMs);
    const diedOfPicture = isUp && child.signalCode !== 'SIGKILL';
    return refusal(diedOfPicture ? 'image_broken' : 'unavailable', spentMs);
  }

  async function end(): Promise<void> {
    if (!isAlive()) return;
    const exit = once(child, 'exit');
    setReferenced(true);
    if (settle) child.kill('SIGKILL');
    else child.disconnect();
    await exit;
  }

  return { decode, isAlive, end };
}

function refusal(code: ErrorCode, spentMs: number): Answer {
  return { result: { kind: 'refused', code }, spentMs, isLast: true };
}

/**
 * The process inherits nothing of the shop's environment, because it reads anonymous clients' files
 * and needs no secret. It ends when a picture makes V8 allocate much memory.
 */
function forkDecoder() {
  return forkProgram(join(import.meta.dirname, 'child', 'main.ts'), {
    execArgv: ['--max-old-space-size=64'],
    // Makes glibc return the memory of decoded pictures to the system.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' },
  });
}
