import type { Selectable } from 'kysely';
import * as z from 'zod';
import { missingPins, printedBefore, type Sheet } from '#contract/sheets.ts';
import type { SheetLayout } from '#domain/sheets.ts';
import type { SheetsTable } from '../../../db/types.ts';
import type { StoredSheet } from './find-sheets.ts';

const storedMissing = z.array(missingPins);
const storedBefore = z.array(printedBefore);

export function presentSheet(row: StoredSheet): Sheet {
  const { id, state, progress, failure, pages, pins, orderIds, unmarked } = row;
  const { paper, printer, separation } = row;
  const missing = storedMissing.parse(JSON.parse(row.missing));
  // Those were not drawn at all.
  const gone = new Set(
    missing.flatMap(({ orderId, picture }) => (picture === null ? orderId : [])),
  );
  return {
    ...{ id, state, progress, failure, pages, pins, orderIds, unmarked },
    ...{ paper, printer, separation },
    margin: row.margin_mm,
    gap: row.gap_mm,
    missing,
    stale: row.stale.filter(({ orderId }) => !gone.has(orderId)),
    unapproved: row.unapproved,
    printedBefore: storedBefore.parse(JSON.parse(row.printed_before)),
    by: { uid: row.requested_by, email: row.email },
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export function layoutOf(sheet: Selectable<SheetsTable>): SheetLayout {
  const { paper, margin_mm: margin, gap_mm: gap, scale_x: scaleX, scale_y: scaleY } = sheet;
  return { paper, margin, gap, scaleX, scaleY };
}

export function sheetKey(id: string): string {
  return `${id}.pdf`;
}
