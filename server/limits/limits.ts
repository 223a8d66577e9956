import { createHmac, createSecretKey } from 'node:crypto';
import { ShopError } from '#domain/base/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Limit } from '#server/db/engine.ts';
import { clientKey } from './client-key.ts';
import { createFairQueue, type FairQueueOptions, type Lease } from './fair-queue.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { recipientKey } from './recipient-key.ts';

/** A /48 may use the points of this many clients: its up to 65,536 clients often belong to one person. */
const CLIENTS_PER_NETWORK = 10;
/**
 * After so many uses in a /48 its further clients have no counts of their own, which take half a
 * kilobyte each: one person can send from each of its 65,536 clients.
 */
const COUNTED_PER_NETWORK = 1000;
const HASH_LENGTH = 22;
const SLOT_RETRY_AFTER_S = 5;

/** Keyed hashes of a client's address and its network; they cannot be reversed without the shop's secret. */
export type HashedClient = { client: string; network: string | null };

export type Limits = ReturnType<typeof createLimits>;

type LimitsOptions = { db: Pick<Database, 'createLimiter'>; hashKey: Uint8Array; isOn: boolean };

/** Returns the shop's limiters; with limits off they count and refuse nothing. */
export function createLimits({ db, hashKey, isOn }: LimitsOptions) {
  const secret = createSecretKey(hashKey);
  const hash = (text: string) =>
    createHmac('sha256', secret).update(text).digest('base64url').slice(0, HASH_LENGTH);

  function hashClient(address: string): HashedClient {
    const { client, network } = clientKey(address);
    return { client: hash(client), network: network && hash(network) };
  }

  return {
    hashClient,
    /** Returns the keyed hash of a mailbox, the same for all spellings of its address. */
    hashRecipient: (address: string) => hash(recipientKey(address)),

    /** A limit per key, such as an account or a recipient. */
    byKey(limit: Limit): Limiter {
      const store = db.createLimiter(limit);
      return createLimiter(async (key) => (isOn ? [[store, hash(key)]] : []));
    },

    /** A limit per client: keys are addresses, IPv6 also counts by its network. */
    byClient(limit: Limit): Limiter {
      const points = limit.points * CLIENTS_PER_NETWORK;
      const clients = db.createLimiter(limit);
      const networks = db.createLimiter({ ...limit, name: `${limit.name}_48`, points });
      return createLimiter(async (address) => {
        if (!isOn) return [];
        const { client, network } = hashClient(address);
        if (network === null) return [[clients, client]];
        const used = (await networks.get(network))?.consumedPoints ?? 0;
        const isUncounted = used >= COUNTED_PER_NETWORK && (await clients.get(client)) === null;
        return [...(isUncounted ? [] : [[clients, client] as const]), [networks, network]];
      });
    },

    /**
     * Returns a function that acquires a lease in a queue whose clients are addresses, IPv6 by its
     * /48; unbounded with limits off.
     */
    queue(options: FairQueueOptions): (address: string) => Lease {
      const bounds = isOn ? options : { waiting: Infinity, waitingPerClient: Infinity };
      const { acquire } = createFairQueue({ ...options, ...bounds });
      return (address) => {
        const { client, network } = clientKey(address);
        return acquire(network ?? client);
      };
    },

    /**
     * Returns a function that acquires one of a client's slots in this process and returns a function
     * that releases it. A /48 of IPv6 has ten times as many. It throws ShopError `too_many_requests`.
     */
    slots(max: number): (address: string) => () => void {
      if (!isOn) return () => () => undefined;
      const taken = new Map<string, number>();
      const count = (key: string) => taken.get(key) ?? 0;
      return (address) => {
        const { client, network } = clientKey(address);
        const isFull =
          count(client) >= max || (network && count(network) >= max * CLIENTS_PER_NETWORK);
        if (isFull) throw new ShopError('too_many_requests', { retryAfterS: SLOT_RETRY_AFTER_S });
        const keys = new Set(network === null ? [client] : [client, network]);
        for (const key of keys) taken.set(key, count(key) + 1);
        return () => {
          for (const key of keys) {
            if (count(key) > 1) taken.set(key, count(key) - 1);
            else taken.delete(key);
          }
          keys.clear();
        };
      };
    },
  };
}
