import type { SheetTables } from '#server/db/tables/orders.ts';
import type { Columns } from './columns-of.ts';

export const sheetColumns = {
  sheets: {
    id: 'text',
    state: 'text',
    progress: 'number',
    pages: 'number',
    pins: 'number',
    missing: 'text',
    blurred: 'text',
    failure: 'text or null',
    printed_before: 'text',
    paper: 'text',
    margin_mm: 'number',
    gap_mm: 'number',
    separation: 'text',
    printer: 'text or null',
    scale_x: 'number',
    scale_y: 'number',
    request_hash: 'text or null',
    requested_by: 'text',
    created_at: 'number',
  },
  sheet_orders: {
    sheet_id: 'text',
    position: 'number',
    order_id: 'text',
  },
  printers: {
    name: 'text',
    scale_x: 'number',
    scale_y: 'number',
  },
} satisfies Columns<SheetTables>;
