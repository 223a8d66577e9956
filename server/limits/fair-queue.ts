import { ShopError } from '#domain/base/errors.ts';

export type FairQueueOptions = {
  /** How many tasks run at the same time. */
  running: number;
  /** How many further tasks may wait: of all clients, and of one. */
  waiting: number;
  waitingPerClient: number;
  /** Seconds after which a refused client should try again. */
  retryAfterS: number;
};

/** A slot in the queue, for one or more tasks in sequence. */
export type Lease = {
  /**
   * Runs a task when it is the client's turn.
   * @throws ShopError `busy` when the slot was revoked
   */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Frees the slot; further calls change nothing. */
  release(): void;
};

/** `wait` is set while the slot's task waits for its turn. */
type Slot = {
  isRunning: boolean;
  isRevoked: boolean;
  wait: { start: () => void; refuse: (error: ShopError) => void } | null;
};

/**
 * Returns a bounded queue in front of slow work. Clients take turns, so a client with one task
 * waits for at most one of each other client. When all slots are taken, a client with few of them
 * gets the newest slot of the client with the most.
 */
export function createFairQueue(options: FairQueueOptions) {
  /** Slots by client, newest last; the client whose turn is next is first. */
  const lines = new Map<string, Slot[]>();
  let running = 0;
  const busy = () => new ShopError('busy', { retryAfterS: options.retryAfterS });

  /** Takes a slot before the task's preparation. @throws ShopError `busy` when there is none */
  function acquire(client: string): Lease {
    const line = lines.get(client) ?? [];
    if (line.length >= options.running + options.waitingPerClient) throw busy();
    const taken = [...lines.values()].reduce((sum, { length }) => sum + length, 0);
    if (taken >= options.running + options.waiting) revokeNewest(line.length);
    const slot: Slot = { isRunning: false, isRevoked: false, wait: null };
    lines.set(client, [...line, slot]);
    return { run: (task) => runIn(slot, task), release: () => remove(client, slot) };
  }

  async function runIn<T>(slot: Slot, task: () => Promise<T>): Promise<T> {
    if (slot.isRevoked) throw busy();
    if (running < options.running) start(slot);
    else
      await new Promise<void>((resolve, refuse) => {
        slot.wait = { start: resolve, refuse };
      });
    try {
      return await task();
    } finally {
      slot.isRunning = false;
      running -= 1;
      startNext();
    }
  }

  function start(slot: Slot): void {
    slot.isRunning = true;
    running += 1;
    slot.wait?.start();
    slot.wait = null;
  }

  /**
   * Starts the oldest waiting task of the first client, whose next turn comes after the others'.
   */
  function startNext(): void {
    for (const [client, line] of lines) {
      const next = line.find(({ wait }) => wait !== null);
      if (!next) continue;
      lines.delete(client);
      lines.set(client, line);
      start(next);
      return;
    }
  }

  /** @throws ShopError `busy` when no client has clearly more slots than the new one */
  function revokeNewest(length: number): void {
    const [longest] = [...lines].sort(([, one], [, other]) => other.length - one.length);
    const [client, line] = longest ?? ['', []];
    const newest = line.findLast(({ isRunning }) => !isRunning);
    if (line.length <= length + 1 || !newest) throw busy();
    remove(client, newest);
    newest.isRevoked = true;
    newest.wait?.refuse(busy());
  }

  function remove(client: string, slot: Slot): void {
    const rest = (lines.get(client) ?? []).filter((other) => other !== slot);
    if (rest.length > 0) lines.set(client, rest);
    else lines.delete(client);
  }

  /** Acquires a slot, runs the task and releases the slot. */
  async function run<T>(client: string, task: () => Promise<T>): Promise<T> {
    const lease = acquire(client);
    return lease.run(task).finally(lease.release);
  }

  return { acquire, run };
}
