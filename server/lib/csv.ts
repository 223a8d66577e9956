import { Readable } from 'node:stream';

/** The separator of cells: for Excel in Chile the comma is the decimal sign. */
const SEPARATOR = ';';
/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Texts that a spreadsheet runs as a formula, also with the full-width signs of Asian keyboards.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠|\t\r\n]/;

type Cell = string | number | null;
/** Heading and cell of each column. */
export type CsvColumns<Line> = readonly (readonly [heading: string, read: (line: Line) => Cell])[];

/** Returns the beginning of a CSV file, with the headings. */
export function csvHead(columns: readonly (readonly [heading: string, ...unknown[]])[]): string {
  return BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
}

export function csvLines<Line>(columns: CsvColumns<Line>, lines: readonly Line[]): string {
  return lines.map((line) => csvLine(columns.map(([, read]) => read(line)))).join('');
}

/** Returns a file of these parts, which may be generated while it is sent. */
export function csvFile(name: string, parts: Iterable<string> | AsyncIterable<string>) {
  return { content: Readable.from(parts), type: 'text/csv; charset=utf-8', name };
}

/** Returns a line of a CSV file (RFC 4180): every text is quoted, and none runs as a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(SEPARATOR)}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
