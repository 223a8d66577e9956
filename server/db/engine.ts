import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Queries, Schema, Tx } from './types.ts';

/** A rate limit: how many points a key has per period. */
export type Limit = { name: string; points: number; seconds: number };

export type FoundOrder = { id: string; created_at: number };

/** What each kind of database has to offer. */
export type Engine = {
  kind: Config['database']['kind'];
  raw: Kysely<Schema>;
  /** Whether a failed transaction lost a race and may simply run again. */
  lostRace(error: unknown): boolean;
  /** Passes over rows that another process is about to change, where that can happen. */
  skipLocked<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>;
  /** Keeps rows as they are read until the transaction ends, where others could change them. */
  lockRows<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>;
  /**
   * Finds orders by their search texts.
   * @param terms folded, three characters or longer; all must be found
   * @returns at most `limit` of them, whichever, sorted: the newest first
   */
  findOrders(db: Queries | Tx, terms: readonly string[], limit: number): Promise<FoundOrder[]>;
  /** Returns those of such terms that `findOrders` may be asked for without holding up the shop. */
  pickQuick(db: Queries | Tx, terms: readonly string[], limit: number): Promise<readonly string[]>;
  /** How many connections this process holds, by what they are doing. */
  countConnections(): Record<'busy' | 'idle' | 'waiting', number>;
  /** Reads the database as of one moment, for as long as it takes; nobody waits for it. */
  readSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Lets a transaction take minutes: an operator's, which nobody waits for. */
  allowMinutes(tx: Tx): Promise<void>;
  /** Counts calls, across processes where several share the database. */
  createLimiter(limit: Limit): RateLimiterAbstract;
};
