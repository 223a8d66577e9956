import { foldText } from '#domain/base/folding.ts';
import { MAX_QUANTITY } from './images.ts';
import { parseQuantity } from './quantity.ts';
import { cleanPinText, findUnwritable, MAX_TEXT_LENGTH } from './text.ts';

/** A text of a list, and the number of pins with it. */
export type ListedName = { value: string; quantity: number };

/** An invalid line, and why; lines count from 1. */
export type WrongLine = { line: number; text: string; reason: string };

export type NameList = { names: ListedName[]; wrong: WrongLine[] };

/**
 * Reads a list of names: one per line, as typed, or rows of a spreadsheet with a quantity in one of
 * the cells. A first line of headings is skipped. Every other line is a name or is reported as
 * wrong.
 */
export function readNameList(text: string): NameList {
  const lines = splitLines(text);
  // A single line is never a heading, even if it looks like one.
  const columns = lines.length > 1 ? readHeading(lines[0]?.cells) : null;
  const list: NameList = { names: [], wrong: [] };
  for (const each of columns ? lines.slice(1) : lines) {
    const { value, quantity } = columns ? pickCells(each, columns) : guessCells(each);
    const reason = whyNot(value, quantity);
    const { line, text } = each;
    if (reason) list.wrong.push({ line, text: value || cleanPinText(text), reason });
    else list.names.push({ value, quantity: parseQuantity(quantity) ?? 1 });
  }
  return list;
}

/** Returns a text without the wrong lines. */
export function withoutLines(text: string, wrong: readonly WrongLine[]): string {
  const gone = new Set(wrong.map(({ line }) => line));
  const lines = splitLines(text).filter(({ line }) => !gone.has(line));
  return lines.map((line) => line.text).join('\n');
}

/** Returns the names as lines for a text field. */
export function writeNameList(names: readonly ListedName[]): string {
  return names
    .map(({ value, quantity }) => {
      const cell = /[;",\t]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
      return quantity === 1 ? cell : `${cell};${quantity}`;
    })
    .join('\n');
}

type Line = {
  line: number;
  text: string;
  cells: string[];
  /** Separated by commas only, which may also be part of a name. */
  isPlain: boolean;
};
type Columns = { names: number[]; quantity: number };

/** A quoted cell may contain separators, line breaks and doubled quotes (RFC 4180). */
const QUOTED = /[ ]*"((?:[^"]|""){0,1000})"[ ]*(?=[;\t,\n]|$)/y;
/** An unclosed quote is an ordinary character, and so is a comma beside other separators. */
const PLAIN = /[^;\t,\n]*/y;
const WITH_COMMAS = /[^;\t\n]*/y;

/** Returns what a cell without quotes contains in the line that begins there. */
function plainCell(text: string, from: number): RegExp {
  const end = text.indexOf('\n', from);
  const line = text.slice(from, end < 0 ? undefined : end).replaceAll(/"[^"]*"/g, '');
  return /[;\t]/.test(line) ? WITH_COMMAS : PLAIN;
}

/** Returns the lines that are not empty. */
function splitLines(list: string): Line[] {
  // `sep=;` tells Excel the separator.
  const text = list
    .replace(/^\ufeff/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/^sep=.$/gim, '');
  const lines: Line[] = [];
  let [at, from, line] = [0, 0, 1];
  let cells: string[] = [];
  let isPlain = true;
  let plain = PLAIN;
  while (at <= text.length) {
    if (at === from) plain = plainCell(text, at);
    QUOTED.lastIndex = at;
    plain.lastIndex = at;
    const quoted = QUOTED.exec(text);
    const [found, inner] = quoted ?? plain.exec(text) ?? [''];
    cells.push(cleanPinText(inner === undefined ? found : inner.replaceAll('""', '"')));
    at += found.length;
    const next = text[at];
    if (quoted || next === ';' || next === '\t') isPlain = false;
    at += 1;
    if (next !== undefined && next !== '\n') continue;
    const raw = text.slice(from, at - 1);
    if (cells.some((cell) => cell !== '')) lines.push({ line, text: raw, cells, isPlain });
    line += raw.split('\n').length;
    from = at;
    cells = [];
    isPlain = true;
  }
  return lines;
}

const NAMES =
  /^(?:(?:nombres?|apellidos?)(?: (?:de|del|en|y|completo|paterno|materno|alumn[oa]s?)\b.*)?|texto|name|alumn[oa]s?)$/;
const QUANTITY = /\b(?:cantidad|cant|unidades|pines|cuantos|quantity|qty)\b/;

function readHeading(cells: readonly string[] = []): Columns | null {
  const folded = cells.map(foldText);
  const names = folded.flatMap((cell, at) => (NAMES.test(cell) ? [at] : []));
  if (names.length === 0) return null;
  const quantity = folded.findIndex((cell) => QUANTITY.test(cell) && !NAMES.test(cell));
  return { names, quantity };
}

function pickCells({ cells }: Line, { names, quantity }: Columns) {
  const value = names.map((at) => cells[at] ?? '').join(' ');
  return { value: cleanPinText(value), quantity: wholeOf(cells[quantity] || '1') };
}

/** Without headings, digits in the last cell are the quantity. */
function guessCells({ cells, text, isPlain }: Line) {
  const filled = cells.filter((cell) => cell !== '');
  const last = wholeOf(filled.at(-1) ?? '');
  if (cells.length > 1 && /^-?\d+$/.test(last)) {
    return { value: filled.slice(0, -1).join(' '), quantity: last };
  }
  return { value: isPlain ? cleanPinText(text) : filled.join(' '), quantity: '1' };
}

/** Spreadsheets write the number of a cell with decimals as `2,00`. */
const wholeOf = (cell: string) => cell.replace(/^(-?\d+)[.,]0+$/, '$1');

function whyNot(value: string, quantity: string): string | null {
  if (value === '') return 'falta el nombre';
  if (parseQuantity(quantity) === null) return `la cantidad va de 1 a ${MAX_QUANTITY}`;
  const length = value.length;
  if (length > MAX_TEXT_LENGTH) return `tiene ${length} letras, y caben ${MAX_TEXT_LENGTH}`;
  const unwritable = findUnwritable(value);
  return unwritable.length === 0 ? null : `no tenemos letras para ${unwritable.join(' ')}`;
}
