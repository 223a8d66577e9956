import { ShopError } from '#domain/errors.ts';

type Waiting = { start: () => void; refuse: () => void };

export type FairQueueOptions = {
  /** How many tasks run at the same time. */
  running: number;
  /** How many wait, of all clients and of one. */
  waiting: number;
  waitingPerClient: number;
  /** Seconds after which a refused client should try again. */
  retryAfterS: number;
};

export type FairQueue = {
  /**
   * Runs a task when it is its client's turn.
   * @throws ShopError `busy` when too many wait, at once or as soon as others with fewer tasks come
   */
  run<T>(client: string, task: () => Promise<T>): Promise<T>;
};

/**
 * Makes a bounded queue in front of slow work. Clients take turns, so a client with one task waits
 * for one of each other client at most. When the queue is full, a client with few waiting tasks
 * takes the place of the newest task of the one with the most.
 */
export function createFairQueue(options: FairQueueOptions): FairQueue {
  /** Waiting tasks by client; whose turn is next stands first. No client has an empty line. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  async function run<T>(client: string, task: () => Promise<T>): Promise<T> {
    if (running < options.running) running += 1;
    else await waitForTurn(client);
    try {
      return await task();
    } finally {
      running -= 1;
      startNext();
    }
  }

  function waitForTurn(client: string): Promise<void> {
    const line = lines.get(client) ?? [];
    if (line.length >= options.waitingPerClient) throw busy();
    if (waiting >= options.waiting) makeRoom(line.length);
    return new Promise((start, reject) => {
      lines.set(client, [...line, { start, refuse: () => reject(busy()) }]);
      waiting += 1;
    });
  }

  /** @throws ShopError `busy` when nobody has clearly more waiting tasks than the newcomer */
  function makeRoom(length: number): void {
    let longest: [client: string, line: Waiting[]] = ['', []];
    for (const entry of lines) if (entry[1].length > longest[1].length) longest = entry;
    const [client, line] = longest;
    if (line.length <= length + 1) throw busy();
    line.at(-1)?.refuse();
    lines.set(client, line.slice(0, -1));
    waiting -= 1;
  }

  function startNext(): void {
    const [turn] = lines;
    if (!turn) return;
    const [client, [next, ...rest]] = turn;
    lines.delete(client);
    if (rest.length > 0) lines.set(client, rest);
    waiting -= 1;
    running += 1;
    next?.start();
  }

  function busy(): ShopError {
    return new ShopError('busy', { retryAfterS: options.retryAfterS });
  }

  return { run };
}
