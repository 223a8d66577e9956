import { ShopError } from '#domain/errors.ts';

export type FairQueueOptions = {
  /** How many tasks run at the same time. */
  running: number;
  /** How many further slots there are, for all clients and for one. */
  waiting: number;
  waitingPerClient: number;
  /** Seconds after which a refused client should try again. */
  retryAfterS: number;
};

/** The slot of a call from its first moment to its end, for one task after the other. */
export type Lease = {
  /** Runs a task in its client's turn. @throws ShopError `busy` when the slot went to another */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Gives the slot up, once or more often. */
  release(): void;
};

export type FairQueue = {
  /** Takes a slot before the task's preparation. @throws ShopError `busy` when there is none */
  acquire(client: string): Lease;
  /** Runs a task that needs nothing before: acquires, runs, releases. */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
};

/** A slot that is taken; `wait` while its task waits for its turn. */
type Slot = { isRunning: boolean; isLost: boolean; wait: Waiting | null };
type Waiting = { start: () => void; refuse: (error: ShopError) => void };

/**
 * Makes a bounded queue in front of slow work. Clients take turns, so a client with one task waits
 * for one of each other client at most. When all slots are taken, a client with few of them gets
 * the newest one of the client with the most.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const slotsPerClient = options.running + options.waitingPerClient;
  const slots = options.running + options.waiting;
  /** Slots by client, newest last; whose turn is next stands first. */
  const lines = new Map<string, readonly Slot[]>();
  let running = 0;
  let taken = 0;

  function acquire(client: string): Lease {
    const line = lines.get(client) ?? [];
    if (line.length >= slotsPerClient) throw busy();
    if (taken >= slots) makeRoom(line.length);
    const slot: Slot = { isRunning: false, isLost: false, wait: null };
    lines.set(client, [...line, slot]);
    taken += 1;
    return { run: (task) => runIn(slot, task), release: () => remove(client, slot) };
  }

  async function runIn<T>(slot: Slot, task: () => Promise<T>): Promise<T> {
    if (slot.isLost) throw busy();
    if (running >= options.running) await waitForTurn(slot);
    else start(slot);
    try {
      return await task();
    } finally {
      slot.isRunning = false;
      running -= 1;
      startNext();
    }
  }

  function waitForTurn(slot: Slot): Promise<void> {
    return new Promise((resolve, refuse) => {
      slot.wait = { start: resolve, refuse };
    });
  }

  function start(slot: Slot): void {
    slot.isRunning = true;
    running += 1;
    slot.wait?.start();
    slot.wait = null;
  }

  /** Starts the oldest task of the client whose turn it is; then it is the others' turn. */
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

  /** @throws ShopError `busy` when no client has clearly more slots than the newcomer */
  function makeRoom(length: number): void {
    let longest: [client: string, line: readonly Slot[]] = ['', []];
    for (const entry of lines) if (entry[1].length > longest[1].length) longest = entry;
    const [client, line] = longest;
    const newest = line.findLast(({ isRunning }) => !isRunning);
    if (line.length <= length + 1 || !newest) throw busy();
    remove(client, newest);
    newest.isLost = true;
    newest.wait?.refuse(busy());
    newest.wait = null;
  }

  function remove(client: string, slot: Slot): void {
    const line = lines.get(client) ?? [];
    const left = line.filter((other) => other !== slot);
    taken -= line.length - left.length;
    if (left.length > 0) lines.set(client, left);
    else lines.delete(client);
  }

  function busy(): ShopError {
    return new ShopError('busy', { retryAfterS: options.retryAfterS });
  }

  return {
    acquire,
    run: async (client, task) => {
      const lease = acquire(client);
      return lease.run(task).finally(lease.release);
    },
  };
}
