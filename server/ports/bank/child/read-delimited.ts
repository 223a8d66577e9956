import { type CsvError, type Options, parse } from 'csv-parse/sync';
import { readWrittenDay } from '#domain/payments/statement-cells.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import { MAX_CELL, MAX_COLUMNS, MAX_TABLE_ROWS, type Table } from './table.ts';

const SEPARATORS = [';', '\t', '|', ','] as const;
/** Lines, and characters of them, by which the separator is known. */
const SAMPLE = 200;
const SAMPLED = 100_000;
/** Characters of a line whose columns have a fixed width. */
const MAX_WIDTH = 400;
/** Characters of a line: a file without line ends is no list. */
const MAX_LINE = 1_000_000;

/** Reads CSV with any separator, or columns that blanks keep apart. @throws UnreadableList */
export function readDelimited(given: string): Table {
  const text = withoutEmptyEnd(given);
  const delimiter = findSeparator(text);
  const rows = delimiter === null ? splitByBlanks(text) : parseCsv(text, delimiter);
  if (rows.length > MAX_TABLE_ROWS) throw new UnreadableList('too_many_rows');
  return rows.map((row) => row.slice(0, MAX_COLUMNS).map(cleanCell));
}

/** Spreadsheets write empty rows below a list by the thousand. */
function withoutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\r\n\t ;|,'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function parseCsv(text: string, delimiter: string): string[][] {
  const options: Options = {
    ...{ delimiter, bom: true, record_delimiter: ['\r\n', '\n', '\r'] },
    ...{ relax_column_count: true, relax_quotes: true, max_record_size: MAX_LINE },
    to: MAX_TABLE_ROWS + 1,
  };
  try {
    return parse(text, options);
  } catch (error) {
    if (!isCsvError(error)) throw error;
  }
  try {
    // A quote that is never closed is a sign like any other.
    return parse(text, { ...options, quote: null });
  } catch (error) {
    if (isCsvError(error)) throw new UnreadableList('no_table');
    throw error;
  }
}

function isCsvError(error: unknown): error is CsvError {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
}

/** Returns the sign that most lines have equally often; null: no line has one. */
function findSeparator(text: string): string | null {
  const lines = text
    .slice(0, SAMPLED)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE);
  const scores = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length - 1);
    const groups = Map.groupBy(counts, (count) => count);
    const sizes = [...groups].map(([count, same]) => (count > 1 ? same.length : 0));
    return { separator, score: Math.max(0, ...sizes) };
  });
  const [best] = scores.toSorted((a, b) => b.score - a.score);
  return best && best.score > 0 ? best.separator : null;
}

/** Splits lines at two blanks, or where all that begin with a day have blanks if that is more. */
function splitByBlanks(text: string): string[][] {
  const lines = text
    .split(/\r\n|[\r\n]/)
    .slice(0, MAX_TABLE_ROWS + 1)
    .map((line) => line.slice(0, MAX_LINE).replaceAll('\u00a0', ' ').trimEnd());
  const chunks = (line: string) => [...line.matchAll(/\S+(?: \S+)*/g)];
  const dated = lines.filter((line) => readWrittenDay(line) !== null);
  const columns = findColumns(dated);
  if (dated.every((line) => chunks(line).length >= columns.length))
    return lines.map((line) => chunks(line).map(([chunk]) => chunk));
  return lines.map((line) => {
    if (readWrittenDay(line)) return columns.map(({ from, to }) => line.slice(from, to));
    const found = chunks(line);
    if (found.length === columns.length) return found.map(([chunk]) => chunk);
    // A heading is wider than what is below it.
    const row = columns.map(() => '');
    for (const { 0: chunk, index } of found) {
      const shared = columns.map(
        ({ from, to }) => Math.min(index + chunk.length, to) - Math.max(index, from),
      );
      const at = shared.indexOf(Math.max(...shared));
      row[at] = `${row[at]} ${chunk}`;
    }
    return row;
  });
}

/** Returns the columns of lines with a fixed width: between any two, all lines have blanks. */
function findColumns(lines: readonly string[]): { from: number; to: number }[] {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  if (width > MAX_WIDTH) return [];
  const signs = Array.from({ length: width }, (_, at) =>
    lines.every((line) => (line[at] ?? ' ') === ' ') ? ' ' : 'x',
  ).join('');
  // After the day one blank is enough.
  const found = [...signs.matchAll(/^x+|x+(?: x+)*/g)];
  return found.map(({ 0: run, index }) => ({ from: index, to: index + run.length }));
}

/** `="0012"` is how a program keeps a spreadsheet from reading a number. */
function cleanCell(cell: string): string {
  return cell
    .slice(0, MAX_CELL)
    .replace(/^="(.*)"$/, '$1')
    .replaceAll('\u00a0', ' ')
    .trim();
}
