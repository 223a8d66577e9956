import { Parser } from 'htmlparser2';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_TABLE_ROWS, type Table } from './table.ts';

const ROWS = new Set(['tr', 'row', 'ss:row']);
const CELLS = new Set(['td', 'th', 'cell', 'ss:cell']);
const UNSEEN = new Set(['script', 'style', 'head', 'title']);

type OpenCell = { text: string; columns: number };

/**
 * Reads the rows of a page, or of Excel's XML of 2003: what banks call `.xls`. Nothing that it names
 * is fetched; entities of its own stay as they are written.
 */
export function* readMarkup(text: string): Generator<Table> {
  const table: Table = [];
  const rows: string[][] = [];
  const cells: OpenCell[] = [];
  let unseen = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (UNSEEN.has(name)) unseen += 1;
      const cell = cells.at(-1);
      if (name === 'br' && cell) cell.text += ' ';
      if (ROWS.has(name)) rows.push([]);
      if (!CELLS.has(name)) return;
      const row = rows.at(-1);
      const index = Number(attributes['ss:index'] ?? 0);
      while (row && row.length < Math.min(index - 1, MAX_COLUMNS)) row.push('');
      const columns = Number(attributes.colspan ?? 1) || 1;
      cells.push({ text: '', columns: Math.min(Math.max(columns, 1), MAX_COLUMNS) });
    },
    ontext: (part) => {
      const cell = cells.at(-1);
      if (cell && unseen === 0 && cell.text.length < MAX_CELL) cell.text += part;
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1;
      if (CELLS.has(name)) closeCell(rows.at(-1), cells.pop());
      if (!ROWS.has(name)) return;
      const row = rows.pop();
      if (row) table.push(row);
      if (table.length > MAX_TABLE_ROWS) throw new UnreadableList('too_many_rows');
    },
  });
  parser.write(text);
  parser.end();
  yield table;
}

function closeCell(row: string[] | undefined, cell: OpenCell | undefined): void {
  if (!row || !cell) return;
  row.push(cell.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL));
  for (let more = 1; more < cell.columns && row.length < MAX_COLUMNS; more += 1) row.push('');
  row.length = Math.min(row.length, MAX_COLUMNS);
}
