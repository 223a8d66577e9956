import type { Cell } from '#domain/payments/statement-cells.ts';

export type Table = Cell[][];

/** Far more columns than any bank's list has. */
export const MAX_COLUMNS = 60;
/** Rows that are read: the movements, and what is around them. */
export const MAX_TABLE_ROWS = 52_000;
/** Characters of a cell. */
export const MAX_CELL = 1000;
