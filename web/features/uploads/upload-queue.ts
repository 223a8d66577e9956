import pLimit from 'p-limit';
import { LostAnswer, Refusal } from '#web/lib/api.ts';
import { createStore } from '#web/lib/store.ts';
import type { SendOptions } from './send-picture.ts';

/** State of an upload. `share` is from 0 to 1. */
export type UploadProgress =
  | { name: 'waiting' }
  | { name: 'sending'; share: number }
  /** `reason` is the shop's message; null if it could not be reached. */
  | { name: 'retrying'; failures: number; reason: string | null };

export type Progress = ReadonlyMap<string, UploadProgress>;

type Parts = {
  /** Sends one picture and records its URL; does nothing if it is uploaded already. */
  send: (id: string, options: Required<SendOptions>) => Promise<void>;
  onRefused: (id: string, message: string) => void;
  parallel?: number;
  /** Waits before the next attempt; `wake` ends the wait early. */
  wait?: (ms: number, wake: AbortSignal) => Promise<void>;
};

type Task = {
  isWanted: boolean;
  /** Ends the attempt in progress, or the wait for the next one. */
  attempt: AbortController;
  failures: number;
};

const REFUSED = 'No pudimos recibir esta imagen. Prueba con una más liviana.';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Returns the wait after a number of failures in a row, in milliseconds. */
export function retryDelay(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
}

function waitUntil(ms: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Returns true for a permanent refusal; timeouts, rate limits and a full shop are retried. */
function isFinal(error: unknown): error is Refusal {
  return error instanceof Refusal && ![401, 403, 404, 408, 425, 429].includes(error.status);
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Uploads pictures a few at a time, with retries after a lost connection, until all are done. */
export function createUploadQueue({ send, onRefused, parallel = 3, wait = waitUntil }: Parts) {
  const tasks = new Map<string, Task>();
  const slots = pLimit(parallel);
  const progress = createStore<Progress>(new Map());

  const show = (id: string, state: UploadProgress | null) => {
    const next = new Map(progress.get());
    if (state) next.set(id, state);
    else next.delete(id);
    progress.set(next);
  };

  const trySend = (id: string, { attempt: { signal } }: Task) =>
    send(id, {
      signal,
      onProgress: (sent, total) => {
        if (!signal.aborted) show(id, { name: 'sending', share: total ? sent / total : 0 });
      },
    });

  /** Uploads one picture until it is done, refused or no longer wanted. */
  const work = async (id: string, task: Task) => {
    while (task.isWanted) {
      task.attempt = new AbortController();
      // On a dead line another attempt would say for most of the time that it is sending.
      if (task.failures === 0) show(id, { name: 'sending', share: 0 });
      try {
        await trySend(id, task);
        return;
      } catch (error) {
        if (task.attempt.signal.aborted) continue;
        if (isFinal(error)) {
          // Without a text it would not be refused, and sent again and again.
          onRefused(id, error.message || REFUSED);
          return;
        }
        task.failures += 1;
        const answer = error instanceof LostAnswer || error instanceof Refusal ? error : null;
        const reason = answer !== null && answer.status !== null ? answer.message : '';
        show(id, { name: 'retrying', failures: task.failures, reason: reason || null });
        const asked = answer?.waitMs;
        await wait(Math.max(asked ?? 0, retryDelay(task.failures)), task.attempt.signal);
      }
    }
  };

  const begin = (id: string) => {
    const task = { isWanted: true, attempt: new AbortController(), failures: 0 };
    tasks.set(id, task);
    show(id, { name: 'waiting' });
    void slots(() => work(id, task)).finally(() => {
      if (tasks.get(id) === task) forget(id);
    });
  };

  const forget = (id: string) => {
    tasks.delete(id);
    show(id, null);
  };

  return {
    get: progress.get,
    subscribe: progress.subscribe,
    /** Sets the pictures to upload; others are stopped. */
    setWanted(ids: readonly string[]) {
      for (const [id, task] of tasks) {
        if (ids.includes(id)) continue;
        task.isWanted = false;
        task.attempt.abort();
        forget(id);
      }
      for (const id of ids) if (!tasks.has(id)) begin(id);
    },
    /** Ends all waits and attempts after a failure, when the connection is back or on request. */
    retryNow() {
      for (const [id, task] of tasks) {
        if (progress.get().get(id)?.name !== 'retrying') continue;
        task.failures = 0;
        show(id, { name: 'sending', share: 0 });
        task.attempt.abort();
      }
    },
  };
}
