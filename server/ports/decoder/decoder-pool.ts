import { type DecoderProcess, startDecoderProcess } from './decoder-process.ts';
import type { Answer, Request } from './messages.ts';

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
