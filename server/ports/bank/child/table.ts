import type { Cell } from '#domain/payments/statement-cells.ts';

export type Table = Cell[][];

/** Far more columns than any bank's list has. */
export const MAX_COLUMNS = 60;
/** Rows that are read: the movements, and what is around them. */
export const MAX_TABLE_ROWS = 52_000;
/** Characters of a cell. */
export const MAX_CELL = 1000;

/** Returns whether a row is none of the empty ones that programs write by the thousand below a list. */
export function isFilled(row: readonly Cell[]): boolean {
  return row.some((cell) => cell !== '');
}
