import { Parser } from 'htmlparser2';
import { readAmount } from '#domain/payments/statement-cells.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import { isFilled, MAX_CELL, MAX_COLUMNS, MAX_TABLE_ROWS, type Table } from './table.ts';

const ROWS = new Set(['tr', 'row', 'ss:row']);
const CELLS = new Set(['td', 'th', 'cell', 'ss:cell']);
/** A cell reaches no further than its group of rows. */
const GROUPS = new Set(['table', 'thead', 'tbody', 'tfoot']);
const UNSEEN = new Set(['script', 'style', 'head', 'title']);

/** Elements that are open at once: each one more makes the next slower. */
const MAX_DEPTH = 10_000;

type OpenCell = { text: string; columns: number; rows: number };
/** A cell that reaches into the next rows, by its column. */
type Spans = Map<number, { text: string; rows: number }>;

/**
 * Reads the rows of a page, or of Excel's XML of 2003: what banks call `.xls`. Nothing that it names
 * is fetched; entities of its own stay as they are written.
 */
export function readMarkup(text: string): Table {
  const table: Table = [];
  const rows: string[][] = [];
  const cells: OpenCell[] = [];
  const spans: Spans = new Map();
  let unseen = 0;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      if (depth > MAX_DEPTH) throw new UnreadableList('broken');
      if (UNSEEN.has(name)) unseen += 1;
      const cell = cells.at(-1);
      if (name === 'br' && cell) cell.text += ' ';
      if (GROUPS.has(name)) spans.clear();
      if (ROWS.has(name)) rows.push([]);
      if (!CELLS.has(name)) return;
      const row = rows.at(-1);
      const index = Number(attributes['ss:index'] ?? 0);
      while (row && row.length < Math.min(index - 1, MAX_COLUMNS)) row.push('');
      const columns = sizeOf(attributes.colspan, attributes['ss:mergeacross'], MAX_COLUMNS);
      const down = sizeOf(attributes.rowspan, attributes['ss:mergedown'], MAX_TABLE_ROWS);
      cells.push({ text: '', columns, rows: down });
    },
    ontext: (part) => {
      const cell = cells.at(-1);
      if (cell && unseen === 0 && cell.text.length < MAX_CELL) cell.text += part;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (UNSEEN.has(name)) unseen -= 1;
      if (CELLS.has(name)) closeCell(rows.at(-1), cells.pop(), spans);
      if (!ROWS.has(name)) return;
      const row = rows.pop();
      if (row && isFilled(fillSpans(row, spans))) table.push(row);
      if (table.length > MAX_TABLE_ROWS) throw new UnreadableList('too_many_rows');
    },
  });
  parser.end(text);
  return table;
}

/** Returns how many cells one takes, by its span or by how many it is merged with. */
function sizeOf(span: string | undefined, merged: string | undefined, most: number): number {
  const size = Math.trunc(Number(span ?? Number(merged ?? 0) + 1));
  return Math.min(Math.max(size || 1, 1), most);
}

function closeCell(row: string[] | undefined, cell: OpenCell | undefined, spans: Spans): void {
  if (!row || !cell) return;
  fillSpans(row, spans);
  const text = cell.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL);
  // Money is there once.
  const below = readAmount(text) === null ? text : '';
  for (let more = 0; more < cell.columns && row.length < MAX_COLUMNS; more += 1) {
    if (cell.rows > 1)
      spans.set(row.length, { text: more === 0 ? below : '', rows: cell.rows - 1 });
    row.push(more === 0 ? text : '');
  }
}

/** Adds to a row the cells that reach into it from above. */
function fillSpans(row: string[], spans: Spans): string[] {
  for (let span = spans.get(row.length); span; span = spans.get(row.length)) {
    if (span.rows > 1) spans.set(row.length, { ...span, rows: span.rows - 1 });
    else spans.delete(row.length);
    row.push(span.text);
  }
  return row;
}
