import type { JobQueue } from '../db/types.ts';

/** Wakes those who wait for work. */
export type Notifier = {
  /** @param queue whose jobs there may be; without one, all queues are looked at */
  notify(queue?: JobQueue): void;
  /**
   * Settles at the next notification of one of the queues. Take it before looking for work, so
   * that none is missed.
   */
  next(queues: readonly JobQueue[]): Promise<void>;
  /** Whether a queue gets more than its work can keep up with beside what causes it. */
  isRushed(queue: JobQueue): boolean;
};

/** An order's mails take some 16 ms of a processor: these would take a whole one. */
const RUSH = { calls: 25, ms: 500 };

type Waiting = { queues: readonly JobQueue[]; wake: () => void };

export function createNotifier(): Notifier {
  let waiting: Waiting[] = [];
  const calls = new Map<JobQueue, number[]>();

  function count(queue: JobQueue): void {
    const times = calls.get(queue) ?? [];
    times.push(performance.now());
    if (times.length > RUSH.calls) times.shift();
    calls.set(queue, times);
  }

  return {
    notify: (queue) => {
      if (queue) count(queue);
      const isMeant = ({ queues }: Waiting) => queue === undefined || queues.includes(queue);
      for (const { wake } of waiting.filter(isMeant)) wake();
      waiting = waiting.filter((each) => !isMeant(each));
    },
    next: (queues) => new Promise((wake) => waiting.push({ queues, wake })),
    isRushed: (queue) => {
      const times = calls.get(queue) ?? [];
      return times.length === RUSH.calls && performance.now() - (times[0] ?? 0) < RUSH.ms;
    },
  };
}
