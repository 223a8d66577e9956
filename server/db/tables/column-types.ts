import type { ColumnType } from 'kysely';

/** Written once and never updated. */
export type Fixed<T> = ColumnType<T, T, never>;
/** 0 or 1: SQLite has no booleans. */
export type Flag = 0 | 1;
/** Milliseconds since 1970 (UTC). */
export type Millis = number;
