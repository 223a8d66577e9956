import { createHmac } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { ShopError } from '#domain/errors.ts';
import type { Database } from '../db/database.ts';
import type { Limit } from '../db/engine.ts';
import { clientKey } from './client-key.ts';

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

  function byHash(limit: Limit): Limiter {
    const store = db.createLimiter(limit);
    return {
      consume: async (key) => {
        await store.consume(key).catch(refuse);
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
    const limiter = byHash(limit);
    return {
      consume: (key) => limiter.consume(hash(key)),
      giveBack: (key) => limiter.giveBack(hash(key)),
      clear: (key) => limiter.clear(hash(key)),
    };
  }

  function byClient(limit: Limit): Limiter {
    if (!isOn) return unlimited;
    const clients = byHash(limit);
    const points = limit.points * CLIENTS_PER_NETWORK;
    const networks = byHash({ ...limit, name: `${limit.name}_48`, points });
    // The client first: one that is refused uses nothing of what its network has.
    const both =
      (verb: keyof Limiter) =>
      async (address: string): Promise<void> => {
        const { client, network } = hashClient(address);
        await clients[verb](client);
        if (network !== null) await networks[verb](network);
      };
    return { consume: both('consume'), giveBack: both('giveBack'), clear: both('clear') };
  }

  return { byKey, byClient, hashClient };
}

const unlimited: Limiter = {
  consume: async () => undefined,
  giveBack: async () => undefined,
  clear: async () => undefined,
};

function refuse(error: unknown): never {
  if (!(error instanceof RateLimiterRes)) throw error;
  const retryAfterS = Math.ceil(error.msBeforeNext / 1000);
  throw new ShopError('too_many_requests', { retryAfterS });
}
