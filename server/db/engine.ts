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

/** Bounds a search for what nearly all orders have among those of a kind that few are. */
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
  /** Returns the time that all processes share, in milliseconds since 1970; null: there is one process. */
  readClock(): Promise<number | null>;
  /** Returns what is damaged in the database, a line each; PostgreSQL finds it itself, by checksums. */
  findDamage(): Promise<string[]>;
  /** Removes a transaction's time limits: for an operator's command. */
  allowMinutes(tx: Tx): Promise<void>;
  /** Counts calls, across processes where several share the database. */
  createLimiter(limit: Limit): RateLimiterAbstract;
};
