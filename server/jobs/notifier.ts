import type { JobQueue } from '#server/db/types.ts';

/** Wakes those who wait for work. */
export type Notifier = {
  /** @param queue whose jobs there may be; without one, all queues are looked at */
  notify(queue?: JobQueue): void;
  /**
   * Settles at the next notification of one of the queues. Take it before looking for work, so
   * that none is missed.
   */
  next(queues: readonly JobQueue[]): Promise<void>;
};

type Waiting = { queues: readonly JobQueue[]; wake: () => void };

export function createNotifier(): Notifier {
  let waiting: Waiting[] = [];
  return {
    notify: (queue) => {
      const isMeant = ({ queues }: Waiting) => queue === undefined || queues.includes(queue);
      for (const { wake } of waiting.filter(isMeant)) wake();
      waiting = waiting.filter((each) => !isMeant(each));
    },
    next: (queues) => new Promise((wake) => waiting.push({ queues, wake })),
  };
}
