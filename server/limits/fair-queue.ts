import { ShopError } from '#domain/errors.ts';

export type FairQueueOptions = {
  /** How many tasks run at the same time. */
  running: number;
  /** How many further places there are, for all clients and for one. */
  waiting: number;
  waitingPerClient: number;
  /** Seconds after which a refused client should try again. */
  retryAfterS: number;
};

/** Held by a call from its first moment to its end, for one task after the other. */
export type Place = {
  /** Runs a task in its client's turn. @throws ShopError `busy` when the place went to another */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Gives the place up, once or more often. */
  leave(): void;
};

export type FairQueue = {
  /** Takes a place before the task's preparation. @throws ShopError `busy` when there is none */
  enter(client: string): Place;
  /** Runs a task that needs nothing before: enters, runs, leaves. */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
};

/** A place that somebody holds; `wait` while its task waits for its turn. */
type Held = { isRunning: boolean; isLost: boolean; wait: Waiting | null };
type Waiting = { start: () => void; refuse: (error: ShopError) => void };

/**
 * Makes a bounded queue in front of slow work. Clients take turns, so a client with one task waits
 * for one of each other client at most. When all places are taken, a client with few of them gets
 * the newest one of the client with the most.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  const placesPerClient = options.running + options.waitingPerClient;
  const places = options.running + options.waiting;
  /** Places by client, newest last; whose turn is next stands first. */
  const lines = new Map<string, readonly Held[]>();
  let running = 0;
  let taken = 0;

  function enter(client: string): Place {
    const line = lines.get(client) ?? [];
    if (line.length >= placesPerClient) throw busy();
    if (taken >= places) makeRoom(line.length);
    const held: Held = { isRunning: false, isLost: false, wait: null };
    lines.set(client, [...line, held]);
    taken += 1;
    return { run: (task) => runIn(held, task), leave: () => remove(client, held) };
  }

  async function runIn<T>(held: Held, task: () => Promise<T>): Promise<T> {
    if (held.isLost) throw busy();
    if (running >= options.running) await waitForTurn(held);
    else start(held);
    try {
      return await task();
    } finally {
      held.isRunning = false;
      running -= 1;
      startNext();
    }
  }

  function waitForTurn(held: Held): Promise<void> {
    return new Promise((resolve, refuse) => {
      held.wait = { start: resolve, refuse };
    });
  }

  function start(held: Held): void {
    held.isRunning = true;
    running += 1;
    held.wait?.start();
    held.wait = null;
  }

  /** Starts the oldest task of the client whose turn it is; then it is everybody else's. */
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

  /** @throws ShopError `busy` when nobody has clearly more places than the newcomer */
  function makeRoom(length: number): void {
    let longest: [client: string, line: readonly Held[]] = ['', []];
    for (const entry of lines) if (entry[1].length > longest[1].length) longest = entry;
    const [client, line] = longest;
    const newest = line.findLast(({ isRunning }) => !isRunning);
    if (line.length <= length + 1 || !newest) throw busy();
    remove(client, newest);
    newest.isLost = true;
    newest.wait?.refuse(busy());
    newest.wait = null;
  }

  function remove(client: string, held: Held): void {
    const line = lines.get(client) ?? [];
    const left = line.filter((other) => other !== held);
    taken -= line.length - left.length;
    if (left.length > 0) lines.set(client, left);
    else lines.delete(client);
  }

  function busy(): ShopError {
    return new ShopError('busy', { retryAfterS: options.retryAfterS });
  }

  return {
    enter,
    run: async (client, task) => {
      const place = enter(client);
      return place.run(task).finally(place.leave);
    },
  };
}
