import { createHmac } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/errors.ts';
import type { Database } from '../db/database.ts';
import type { Limit } from '../db/engine.ts';
import { clientKey } from './client-key.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';
import { recipientKey } from './recipient-key.ts';

/** How many clients' worth of points a /48 has, whose up to 65,536 clients are often one person's. */
const CLIENTS_PER_NETWORK = 10;
const HASH_LENGTH = 22;

/** Counts against a limit. Keys are stored as hashes. */
export type Limiter = {
  /**
   * Counts one use.
   * @throws ShopError `too_many_requests` with the time to wait, when none was left
   */
  consume(key: string): Promise<void>;
  /** Counts one use; @returns 0, or the seconds to wait when none was left */
  take(key: string): Promise<number>;
  /** Counts nothing; @returns 0, or the seconds to wait when more was charged than there is */
  secondsSpent(key: string): Promise<number>;
  /** Counts what something cost, known only afterwards; refuses nobody. */
  charge(key: string, points: number): Promise<void>;
  /** Takes one counted use back. */
  giveBack(key: string): Promise<void>;
  /** Forgets all uses of a key. */
  clear(key: string): Promise<void>;
};

/** What the shop remembers a client by; neither tells the address without the shop's secret. */
export type HashedClient = { client: string; network: string | null };

export type Limits = {
  /** A limit per key, such as an account or a recipient. */
  byKey(limit: Limit): Limiter;
  /** A limit per client: keys are addresses, IPv6 also counts by its network. */
  byClient(limit: Limit): Limiter;
  hashClient(address: string): HashedClient;
  /** A queue whose clients are addresses, IPv6 by its /48; unbounded with limits off. */
  queue(options: FairQueueOptions): FairQueue;
  /** What the shop remembers a mailbox by; it tells the address to nobody without the secret. */
  hashRecipient(address: string): string;
};

type Parts = { db: Pick<Database, 'createLimiter'>; hashKey: Uint8Array; isOn: boolean };

/** Makes the shop's limiters; with limits off they count nothing and refuse nobody. */
export function createLimits({ db, hashKey, isOn }: Parts): Limits {
  const hash = (text: string) =>
    createHmac('sha256', hashKey).update(text).digest('base64url').slice(0, HASH_LENGTH);

  function hashClient(address: string): HashedClient {
    const { client, network } = clientKey(address);
    return { client: hash(client), network: network && hash(network) };
  }

  function byHash(limit: Limit): Store {
    const store = db.createLimiter(limit);
    return {
      take: (key) => store.consume(key).then(() => 0, secondsToWait),
      secondsSpent: async (key) => {
        const state = await store.get(key);
        return state && state.consumedPoints > store.points ? secondsToWait(state) : 0;
      },
      charge: async (key, points) => {
        await store.penalty(key, points);
      },
      giveBack: async (key) => {
        await store.reward(key);
      },
      clear: async (key) => {
        await store.delete(key);
      },
    };
  }

  function byKey(limit: Limit): Limiter {
    if (!isOn) return unlimited;
    const store = byHash(limit);
    return withConsume({
      take: (key) => store.take(hash(key)),
      secondsSpent: (key) => store.secondsSpent(hash(key)),
      charge: (key, points) => store.charge(hash(key), points),
      giveBack: (key) => store.giveBack(hash(key)),
      clear: (key) => store.clear(hash(key)),
    });
  }

  function byClient(limit: Limit): Limiter {
    if (!isOn) return unlimited;
    const clients = byHash(limit);
    const points = limit.points * CLIENTS_PER_NETWORK;
    const networks = byHash({ ...limit, name: `${limit.name}_48`, points });
    const both = async (address: string, act: (store: Store, key: string) => Promise<void>) => {
      const { client, network } = hashClient(address);
      await act(clients, client);
      if (network !== null) await act(networks, network);
    };
    const ask = async (address: string, verb: 'take' | 'secondsSpent') => {
      const { client, network } = hashClient(address);
      const waitS = await clients[verb](client);
      return waitS > 0 || network === null ? waitS : networks[verb](network);
    };
    return withConsume({
      // The client first: one that is refused uses nothing of what its network has.
      take: (address) => ask(address, 'take'),
      secondsSpent: (address) => ask(address, 'secondsSpent'),
      charge: (address, points) => both(address, (store, key) => store.charge(key, points)),
      giveBack: (address) => both(address, (store, key) => store.giveBack(key)),
      clear: (address) => both(address, (store, key) => store.clear(key)),
    });
  }

  function queue(options: FairQueueOptions): FairQueue {
    const unbounded = {
      waiting: Number.POSITIVE_INFINITY,
      waitingPerClient: Number.POSITIVE_INFINITY,
    };
    const { run } = createFairQueue(isOn ? options : { ...options, ...unbounded });
    return {
      run: (address, task) => {
        const { client, network } = clientKey(address);
        return run(network ?? client, task);
      },
    };
  }

  const hashRecipient = (address: string) => hash(recipientKey(address));
  return { byKey, byClient, hashClient, hashRecipient, queue };
}

type Store = Omit<Limiter, 'consume'>;

function withConsume(store: Store): Limiter {
  return {
    ...store,
    consume: async (key) => {
      const retryAfterS = await store.take(key);
      if (retryAfterS > 0) throw new ShopError('too_many_requests', { retryAfterS });
    },
  };
}

const unlimited = withConsume({
  take: async () => 0,
  secondsSpent: async () => 0,
  charge: async () => undefined,
  giveBack: async () => undefined,
  clear: async () => undefined,
});

function secondsToWait(error: unknown): number {
  if (!(error instanceof RateLimiterRes)) throw error;
  return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
}
