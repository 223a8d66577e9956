import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '#server/config.ts';
import type { Queries, Schema, Tx } from './types.ts';

/** A rate limit: how many points a key has per period. */
export type Limit = { name: string; points: number; seconds: number };

export type FoundOrder = { id: string; created_at: number };

export type OrderSearch = {
  /** Normalized, three characters or longer; all must be found. */
  terms: readonly string[];
  limit: number;
  /** Finds orders older than this one; null: from the newest on. */
  after: FoundOrder | null;
  /** Placed from one time on and before another, in milliseconds since 1970; null: at any time. */
  from: number | null;
  until: number | null;
  /** A condition on `orders`: applied to the newest `MAX_MATCHES` orders that have the terms. */
  filter: RawBuilder<unknown>;
};

/** Bounds a search whose terms nearly all orders have and whose filter few orders pass. */
export const MAX_MATCHES = 10_000;

/** The features that each kind of database implements. */
export type Engine = {
  kind: Config['database']['kind'];
  raw: Kysely<Schema>;
  /** Returns whether a failed transaction had a conflict with another one and can be retried. */
  lostRace(error: unknown): boolean;
  /** Skips rows that another process has locked, if there can be other processes. */
  skipLocked<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>;
  /** Locks the selected rows until the transaction ends, if others could change them. */
  lockRows<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>;
  /** Finds orders by their search texts, the newest first. */
  findOrders(db: Queries | Tx, search: OrderSearch): Promise<FoundOrder[]>;
  /** Counts this process's connections by state. */
  countConnections(): Record<'busy' | 'idle' | 'waiting', number>;
  /** Reads a consistent snapshot without a time limit; it blocks no other client. */
  readSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Returns the time that all processes share, in milliseconds since 1970; null: there is one
   * process.
   */
  readClock(): Promise<number | null>;
  /** Returns a line for each damage; none with PostgreSQL, which has checksums of its own. */
  findDamage(): Promise<string[]>;
  /**
   * Updates the statistics of tables that have doubled: a prepared statement whose plan was made for
   * few rows would read them as a whole until PostgreSQL does so itself, a minute later or never.
   */
  analyzeGrown(): Promise<void>;
  /** Removes a transaction's time limits: for an operator's command. */
  allowMinutes(tx: Tx): Promise<void>;
  /** Creates a rate limiter; processes that share the database share its counts. */
  createLimiter(limit: Limit): RateLimiterAbstract;
};
