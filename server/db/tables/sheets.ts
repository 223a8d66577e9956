import type { SheetFailure, SheetState } from '#contract/sheets.ts';
import type { Paper } from '#domain/paper.ts';
import type { Separation } from '#domain/sheets.ts';
import type { Fixed, Millis } from './column-types.ts';

export type SheetsTable = {
  /** Also names its file. */
  id: Fixed<string>;
  state: SheetState;
  /** 0 to 1. */
  progress: number;
  pages: number;
  pins: number;
  /** JSON, as the answer has it. */
  missing: string;
  /** Null: it has not failed. */
  failure: SheetFailure | null;
  /** JSON too. */
  printed_before: Fixed<string>;
  paper: Fixed<Paper>;
  margin_mm: Fixed<number>;
  gap_mm: Fixed<number>;
  separation: Fixed<Separation>;
  /** Null: lengths as they are. */
  printer: Fixed<string | null>;
  scale_x: Fixed<number>;
  scale_y: Fixed<number>;
  /** Whoever asks for the same gets this sheet; null: nobody any more. */
  request_hash: string | null;
  /** An admin's uid. */
  requested_by: Fixed<string>;
  created_at: Fixed<Millis>;
};

type SheetOrdersTable = {
  sheet_id: Fixed<string>;
  position: Fixed<number>;
  order_id: Fixed<string>;
};

type PrintersTable = {
  name: Fixed<string>;
  scale_x: number;
  scale_y: number;
};

export type SheetTables = {
  sheets: SheetsTable;
  sheet_orders: SheetOrdersTable;
  printers: PrintersTable;
};
