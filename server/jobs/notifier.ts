import type { JobQueue } from '#server/db/types.ts';

/** Wakes workers that wait for jobs. */
export type Notifier = {
  /** @param queue the queue that may have jobs; by default all queues */
  notify(queue?: JobQueue): void;
  /**
   * Resolves at the next notification of one of the queues. Call it before polling, so that no
   * notification is missed.
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
