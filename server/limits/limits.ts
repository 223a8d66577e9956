import { createHmac, createSecretKey } from 'node:crypto';
import { ShopError } from '#domain/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Limit } from '#server/db/engine.ts';
import { clientKey } from './client-key.ts';
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts';
import { type Counter, type Limiter, openCounter, refuseBeyond, unlimited } from './limiter.ts';
import { recipientKey } from './recipient-key.ts';

/** How many clients' worth of points a /48 has, whose up to 65,536 clients are often one person's. */
const CLIENTS_PER_NETWORK = 10;
const HASH_LENGTH = 22;
const SLOT_RETRY_AFTER_S = 5;

/** What the shop remembers a client by; neither tells the address without the shop's secret. */
export type HashedClient = { client: string; network: string | null };

export type Limits = {
  /** A limit per key, such as an account or a recipient. */
  byKey(limit: Limit): Limiter;
  /** A limit per client: keys are addresses, IPv6 also counts by its network. */
  byClient(limit: Limit): Limiter;
  /**
   * Lets each client have so many tasks under way at once in this process, a /48 of IPv6 ten times
   * as many. What is returned takes a slot for an address and returns what gives it back.
   */
  slots(max: number): (address: string) => () => void;
  hashClient(address: string): HashedClient;
  /** A queue whose clients are addresses, IPv6 by its /48; unbounded with limits off. */
  queue(options: FairQueueOptions): FairQueue;
  /** What the shop remembers a mailbox by; it tells the address to nobody without the secret. */
  hashRecipient(address: string): string;
};

type Parts = { db: Pick<Database, 'createLimiter'>; hashKey: Uint8Array; isOn: boolean };

/** Makes the shop's limiters; with limits off they count nothing and refuse nobody. */
export function createLimits({ db, hashKey, isOn }: Parts): Limits {
  const secret = createSecretKey(hashKey);
  const hash = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, HASH_LENGTH);

  function hashClient(address: string): HashedClient {
    const { client, network } = clientKey(address);
    return { client: hash(client), network: network && hash(network) };
  }

  function byKey(limit: Limit): Limiter {
    if (!isOn) return unlimited;
    const counter = openCounter(db, limit);
    return refuseBeyond({
      take: (key) => counter.take(hash(key)),
      secondsSpent: (key) => counter.secondsSpent(hash(key)),
      charge: (key, points) => counter.charge(hash(key), points),
      giveBack: (key) => counter.giveBack(hash(key)),
      clear: (key) => counter.clear(hash(key)),
    });
  }

  function byClient(limit: Limit): Limiter {
    if (!isOn) return unlimited;
    const clients = openCounter(db, limit);
    const points = limit.points * CLIENTS_PER_NETWORK;
    const networks = openCounter(db, { ...limit, name: `${limit.name}_48`, points });
    const both = async (address: string, act: (counter: Counter, key: string) => Promise<void>) => {
      const { client, network } = hashClient(address);
      await act(clients, client);
      if (network !== null) await act(networks, network);
    };
    const ask = async (address: string, verb: 'take' | 'secondsSpent') => {
      const { client, network } = hashClient(address);
      const waitS = await clients[verb](client);
      return waitS > 0 || network === null ? waitS : networks[verb](network);
    };
    return refuseBeyond({
      // The client first: one that is refused uses nothing of what its network has.
      take: (address) => ask(address, 'take'),
      secondsSpent: (address) => ask(address, 'secondsSpent'),
      charge: (address, points) => both(address, (counter, key) => counter.charge(key, points)),
      giveBack: (address) => both(address, (counter, key) => counter.giveBack(key)),
      clear: (address) => both(address, (counter, key) => counter.clear(key)),
    });
  }

  function queue(options: FairQueueOptions): FairQueue {
    const unbounded = {
      waiting: Number.POSITIVE_INFINITY,
      waitingPerClient: Number.POSITIVE_INFINITY,
    };
    const turns = createFairQueue(isOn ? options : { ...options, ...unbounded });
    const lineOf = (address: string) => {
      const { client, network } = clientKey(address);
      return network ?? client;
    };
    return {
      acquire: (address) => turns.acquire(lineOf(address)),
      run: (address, task) => turns.run(lineOf(address), task),
    };
  }

  function slots(max: number): (address: string) => () => void {
    if (!isOn) return () => () => undefined;
    const taken = new Map<string, number>();
    const add = (key: string, count: number) => {
      const sum = (taken.get(key) ?? 0) + count;
      if (sum > 0) taken.set(key, sum);
      else taken.delete(key);
    };
    return (address) => {
      const { client, network } = clientKey(address);
      const isFull =
        (taken.get(client) ?? 0) >= max ||
        (network !== null && (taken.get(network) ?? 0) >= max * CLIENTS_PER_NETWORK);
      if (isFull) throw new ShopError('too_many_requests', { retryAfterS: SLOT_RETRY_AFTER_S });
      const keys = new Set(network === null ? [client] : [client, network]);
      for (const key of keys) add(key, 1);
      return () => {
        for (const key of keys) add(key, -1);
        keys.clear();
      };
    };
  }

  const hashRecipient = (address: string) => hash(recipientKey(address));
  return { byKey, byClient, slots, hashClient, hashRecipient, queue };
}
