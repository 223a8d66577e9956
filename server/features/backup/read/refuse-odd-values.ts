import * as z from 'zod';
import { auditEntry } from '#contract/base/audit.ts';
import { colour } from '#contract/pins/crops.ts';
import { orderedPinFields } from '#contract/pins/pins.ts';
import { PAYMENT_METHODS, PAYMENT_PROVIDERS } from '#domain/payments/attempt.ts';
import type { Schema } from '#server/db/types.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { BadBackup } from './open-backup.ts';

type Row = Readonly<Record<string, string | number | null>>;
type Checks = {
  [Table in keyof Schema]?: { [Column in keyof Schema[Table]]?: z.core.$ZodType };
};

const json = (schema: z.core.$ZodType) => z.string().transform(parseJson).pipe(schema);
const background = { crop_background: z.nullable(colour) };
const provider = z.enum(PAYMENT_PROVIDERS);

/** The schemas of the calls that the panel and the buyer read, for what the database accepts. */
const checks: Checks = {
  uploads: background,
  order_items: background,
  replaced_pictures: background,
  audit_log: {
    entity: auditEntry.shape.entity,
    action: auditEntry.shape.action,
    changes: json(auditEntry.shape.changes),
  },
  payments: { provider, method: z.nullable(z.enum(PAYMENT_METHODS)) },
  stray_payments: { provider },
  settings: { saved_values: z.nullable(json(z.record(z.string(), z.unknown()))) },
};

const columnsOf = new Map<string, [column: string, schema: z.core.$ZodType][]>(
  Object.entries(checks).map(([table, columns]) => [table, Object.entries(columns)]),
);

/**
 * Refuses values that the database accepts and no call would: an edited copy could break a page or
 * bring markup into it.
 * @throws BadBackup
 */
export function refuseOddValues(table: keyof Schema, row: Row): void {
  for (const [column, schema] of columnsOf.get(table) ?? []) {
    if (!z.safeParse(schema, row[column]).success) throw odd(table, column);
  }
  if (table === 'order_items' && !isText(row)) throw odd(table, 'text_value');
}

function odd(table: string, column: string): BadBackup {
  return new BadBackup(`a row of "${table}" has a value that no shop writes, in "${column}"`);
}

function isText({ text_value, text_font, text_path, text_colour, text_outline }: Row): boolean {
  if (text_value === null) return true;
  const text = {
    ...{ value: text_value, font: text_font, path: text_path },
    ...{ colour: text_colour, outline: text_outline },
  };
  return z.safeParse(orderedPinFields.text, text).success;
}
