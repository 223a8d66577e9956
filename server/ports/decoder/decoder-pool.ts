import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import type { ErrorCode } from '#domain/errors.ts';
import { type Answer, message, type Request } from './messages.ts';

/** Processes that decode, started when one is needed and none is free. */
export type DecoderPool = {
  ask(request: Request): Promise<Answer>;
  /** Ends all processes; what they decode is refused. */
  close(): Promise<void>;
};

/** @param idleMs how long a process waits for its next picture before it ends, in milliseconds */
export function createDecoderPool(idleMs: number): DecoderPool {
  const busy = new Set<DecoderProcess>();
  const idle = new Map<DecoderProcess, NodeJS.Timeout>();
  let isClosed = false;

  function take(): DecoderProcess {
    // The one used last: what is not needed any more comes to its end.
    for (const [decoder, timer] of [...idle].reverse()) {
      clearTimeout(timer);
      idle.delete(decoder);
      if (decoder.isAlive()) return decoder;
    }
    return startDecoderProcess();
  }

  function keep(decoder: DecoderProcess): void {
    const end = () => {
      idle.delete(decoder);
      void decoder.end();
    };
    idle.set(decoder, setTimeout(end, idleMs).unref());
  }

  return {
    async ask(request) {
      if (isClosed) return UNAVAILABLE;
      const decoder = take();
      busy.add(decoder);
      const answer = await decoder.ask(request);
      busy.delete(decoder);
      if (answer.isLast || isClosed) await decoder.end();
      else keep(decoder);
      return answer;
    },

    async close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...busy, ...idle.keys()].map((decoder) => decoder.end()));
    },
  };
}

const UNAVAILABLE: Answer = {
  result: { kind: 'refused', code: 'unavailable' },
  spentMs: 0,
  isLast: true,
};

/** One process that decodes; it costs about 75 MB as long as it lives. */
type DecoderProcess = {
  /** Asks for one thing at a time; the answer comes even when the process dies of it. */
  ask(request: Request): Promise<Answer>;
  isAlive(): boolean;
  end(): Promise<void>;
};

const PROGRAM = join(import.meta.dirname, 'child', 'main.ts');
/** What a hostile picture makes V8 keep ends the process. */
const FLAGS = ['--max-old-space-size=64'];
/** For glibc: decoded pictures go back to the system. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
/** A process that is silent for this long hangs and is killed; it limits itself to a fraction of it. */
const LONGEST_WAIT_MS = 120_000;

function startDecoderProcess(): DecoderProcess {
  const child = fork(PROGRAM, {
    execArgv: FLAGS,
    env: environment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let isUp = false;
  let isBusy = false;
  const isAlive = () => child.connected && child.exitCode === null && child.signalCode === null;
  // Without a listener a process that cannot be started would end the shop.
  child.on('error', () => undefined);
  child.once('message', () => {
    isUp = true;
  });
  rest(true);

  /** A resting process does not keep the shop's own from ending. */
  function rest(isResting: boolean): void {
    const change = isResting ? 'unref' : 'ref';
    child[change]();
    child.channel?.[change]();
  }

  /** Why it died: of the picture, of waiting too long, or of the machine's troubles. */
  function causeOfDeath(hasHung: boolean): ErrorCode {
    if (hasHung) return 'image_too_complex';
    return isUp && child.signalCode !== 'SIGKILL' ? 'image_broken' : 'unavailable';
  }

  async function ask(request: Request): Promise<Answer> {
    const started = performance.now();
    const over = new AbortController();
    const died = (hasHung: boolean): Answer => ({
      result: { kind: 'refused', code: causeOfDeath(hasHung) },
      spentMs: performance.now() - started,
      isLast: true,
    });
    isBusy = true;
    rest(false);
    try {
      return await new Promise<Answer>((resolve) => {
        let hasHung = false;
        const timer = setTimeout(() => {
          hasHung = true;
          child.kill('SIGKILL');
        }, LONGEST_WAIT_MS);
        over.signal.addEventListener('abort', () => clearTimeout(timer));
        onEach('message', (sent) => {
          const { data } = message.safeParse(sent);
          if (data && data !== 'up') resolve(data);
        });
        onEach('exit', () => resolve(died(hasHung)));
        onEach('error', () => resolve(died(hasHung)));
        if (isAlive()) child.send(request, (error) => error && resolve(died(false)));
        else resolve(died(false));
      });
    } finally {
      over.abort();
      isBusy = false;
      rest(true);
    }

    function onEach(event: 'message' | 'exit' | 'error', listener: (value: unknown) => void): void {
      child.on(event, listener);
      over.signal.addEventListener('abort', () => child.off(event, listener));
    }
  }

  async function end(): Promise<void> {
    if (!isAlive()) return;
    const gone = once(child, 'exit');
    rest(false);
    if (isBusy) child.kill('SIGKILL');
    else child.disconnect();
    await gone;
  }

  return { ask, isAlive, end };
}

/** Nothing of the shop's own environment: it reads what strangers send, and needs no secret. */
function environment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return { ...MALLOC, ...(cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}) };
}
