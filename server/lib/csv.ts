import { Readable } from 'node:stream';
import { toLocalTime } from '#domain/base/dates.ts';

/** The separator of cells: for Excel in Chile the comma is the decimal sign. */
const SEPARATOR = ';';
/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Texts that a spreadsheet runs as a formula, also with the full-width signs of Asian keyboards.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠|\t\r\n]/;

/** Texts that a spreadsheet reads as numbers or times, such as `0070`, `1E5`, `3-12` or `10:30`. */
const NUMBER = /^\s*[($]?\s?[.,]?\d[\d\s.,:/()%$eE+-]*$/;
/** Hours of the morning or afternoon: a spreadsheet reads the course `4 A` as one, too. */
const HOUR = /^\d{1,2}(?::\d{1,2}){0,2}(?: [ap]| ?[ap]\.? ?m\.?)$/i;
/** Numbers that stay as they are: spreadsheets show longer ones as `7,01E+12`. */
const SHORT_NUMBER = /^(?:0|[1-9]\d{0,10})$/;
const PHONE = /^\+\d[\d ]{6,}$/;
const MONTH =
  /^(?:ene(?:ro)?|feb(?:rero|ruary)?|mar(?:zo|ch)?|abr(?:il)?|mayo?|jun(?:io|e)?|jul(?:io|y)?|ago(?:sto)?|sept?(?:iembre|ember)?|oct(?:ubre|ober)?|nov(?:iembre|ember)?|dic(?:iembre)?|jan(?:uary)?|apr(?:il)?|aug(?:ust)?|dec(?:ember)?)$/i;
const DAY =
  /^(?:\d{1,4}[ ./-]?([a-z]+)(?:[ ./-]?\d{1,4})?|([a-z]+)[ ./-]?\d{1,4}(?:[ ,./-]{1,2}\d{1,4})?)$/i;
/** Makes a spreadsheet keep the text behind it as it is, and is pasted elsewhere as a blank. */
const NO_BREAK_SPACE = '\u00A0';

/** A day or a time that spreadsheets read as one. */
type Dated = { day: string; time?: string };
type Cell = string | number | Dated | null;
/** Heading and cell of each column. */
export type CsvColumns<Line> = readonly (readonly [heading: string, read: (line: Line) => Cell])[];

/** Returns a file of these parts, which may be generated while it is sent. */
export function csvFile(name: string, parts: AsyncIterable<string>) {
  return { content: Readable.from(parts), type: 'text/csv; charset=utf-8', name };
}

/** Generates a CSV file: the headings, and the lines of each page. */
export async function* writeCsv<Line>(
  columns: CsvColumns<Line>,
  pages: Iterable<readonly Line[]> | AsyncIterable<readonly Line[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield lines.map((line) => csvLine(columns.map(([, read]) => read(line)))).join('');
  }
}

/** Returns a line of a CSV file (RFC 4180): every text is quoted, and none runs as a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(SEPARATOR)}\r\n`;
}

/** Returns the cell of a day such as `2026-03-09`. */
export function dayCell(day: string | null): Dated | null {
  return day === null ? null : { day };
}

/** Returns the cell of a time in milliseconds since 1970, in Chile. */
export function timeCell(time: number): Dated {
  const [day = '', clock = ''] = toLocalTime(time).split('T');
  return { day, time: clock };
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? toHarmless(value) : writeDated(value);
  return `"${text.replaceAll('"', '""')}"`;
}

function writeDated({ day, time }: Dated): string {
  return time ? `${day} ${time}` : day;
}

/** Returns a text that stays one: no number, no day and no formula. */
function toHarmless(text: string): string {
  if (SHORT_NUMBER.test(text)) return text;
  if (NUMBER.test(text) || HOUR.test(text) || PHONE.test(text) || isDay(text))
    return NO_BREAK_SPACE + text;
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns whether a spreadsheet reads a text as a day, such as the code `MAR10`. */
function isDay(text: string): boolean {
  const [, after, before] = DAY.exec(text) ?? [];
  return MONTH.test(after ?? before ?? '');
}
