import * as z from 'zod';
import type { BackedUpTable } from '#server/features/backup/tables.ts';
import { BadBackup } from './open-backup.ts';
import { storedValues } from './stored-values.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** The end of the year 9999: no date can be made of a larger number, and no amount is near it. */
const MAX_WHOLE = 253_402_300_799_999;
const whole = z.int().min(-MAX_WHOLE).max(MAX_WHOLE);
/** Millimetres, degrees and factors. */
const fraction = z.number().min(-10_000).max(10_000);
const FRACTIONS =
  /^(?:crop_(?:x|y|diameter|rotation)|square_diameter|(?:face|cut|safe)_mm|scale_[xy])$/;

const checks = new Map<string, Map<string, z.core.$ZodType>>(
  Object.entries(storedValues).map(([table, columns]) => [table, new Map(Object.entries(columns))]),
);

/**
 * Refuses values that the database accepts and no call would: an edited copy could break a page or
 * bring markup into it. A column without a check of its own has numbers, which SQLite does not see to.
 * @throws BadBackup
 */
export function refuseOddValues(table: BackedUpTable, row: Row): void {
  for (const [column, value] of Object.entries(row)) {
    if (value !== null && !z.safeParse(checkOf(table, column), value).success) {
      throw new BadBackup(`a row of "${table}" has a value that no shop writes, in "${column}"`);
    }
  }
}

/** Returns the schema of a column's values. */
export function checkOf(table: BackedUpTable, column: string): z.core.$ZodType {
  return checks.get(table)?.get(column) ?? (FRACTIONS.test(column) ? fraction : whole);
}
