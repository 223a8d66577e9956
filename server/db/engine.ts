import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Schema } from './types.ts';

/** So many points per key and period. */
export type Limit = { name: string; points: number; seconds: number };

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
  /** Counts calls, across processes where several share the database. */
  createLimiter(limit: Limit): RateLimiterAbstract;
};
