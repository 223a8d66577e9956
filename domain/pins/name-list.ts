import { foldText } from '../folding.ts';
import { MAX_QUANTITY, parseQuantity } from '../images.ts';
import { cleanPinText, findUnwritable, MAX_TEXT_LENGTH } from './text.ts';

/** A text of a list, and how many pins have it. */
export type ListedName = { value: string; quantity: number };

/** A line that cannot be used as it is, and why; lines count from 1. */
export type WrongLine = { line: number; text: string; reason: string };

export type NameList = { names: ListedName[]; wrong: WrongLine[] };

/**
 * Reads a list of names: one a line, as typed, or the lines of a spreadsheet with a quantity in one
 * of their cells. A first line of headings is none of them. Every other line is a name or is wrong.
 */
export function readNameList(text: string): NameList {
  const lines = splitLines(text);
  // A list of one line has no headings, even if a name looks like one.
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

/** Returns a text without some of its lines. */
export function withoutLines(text: string, wrong: readonly WrongLine[]): string {
  const gone = new Set(wrong.map(({ line }) => line));
  const lines = splitLines(text).filter(({ line }) => !gone.has(line));
  return lines.map((line) => line.text).join('\n');
}

/** Returns the lines of a list's text field. */
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
  /** Nothing but commas separates its cells, which may belong to a name. */
  isPlain: boolean;
};
type Columns = { names: number[]; quantity: number };

/** A cell within quotation marks holds separators, breaks and doubled marks (RFC 4180). */
const QUOTED = /[ ]*"((?:[^"]|""){0,1000})"[ ]*(?=[;\t,\n]|$)/y;
/** A mark that never closes is a sign like others. */
const PLAIN = /[^;\t,\n]*/y;

/** Returns the lines that say something. */
function splitLines(list: string): Line[] {
  const text = list.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n');
  const lines: Line[] = [];
  let [at, from, line] = [0, 0, 1];
  let cells: string[] = [];
  let isPlain = true;
  while (at <= text.length) {
    QUOTED.lastIndex = at;
    PLAIN.lastIndex = at;
    const quoted = QUOTED.exec(text);
    const [found, inner] = quoted ?? PLAIN.exec(text) ?? [''];
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
  /^(nombres?|apellidos?|nombres? y apellidos?|nombre completo|texto|name|alumn[oa]s?)$/;
const QUANTITY = /^(cantidad|cant\.?|unidades|pines|quantity)$/;

function readHeading(cells: readonly string[] = []): Columns | null {
  const folded = cells.map(foldText);
  const names = folded.flatMap((cell, at) => (NAMES.test(cell) ? [at] : []));
  if (names.length === 0) return null;
  return { names, quantity: folded.findIndex((cell) => QUANTITY.test(cell)) };
}

function pickCells({ cells }: Line, { names, quantity }: Columns) {
  const value = names.map((at) => cells[at] ?? '').join(' ');
  return { value: cleanPinText(value), quantity: cells[quantity] || '1' };
}

/** Without headings a last cell of digits is the quantity. */
function guessCells({ cells, text, isPlain }: Line) {
  const filled = cells.filter((cell) => cell !== '');
  const last = filled.at(-1) ?? '';
  if (cells.length > 1 && /^-?\d+$/.test(last)) {
    return { value: filled.slice(0, -1).join(' '), quantity: last };
  }
  return { value: isPlain ? cleanPinText(text) : filled.join(' '), quantity: '1' };
}

function whyNot(value: string, quantity: string): string | null {
  if (value === '') return 'falta el nombre';
  if (parseQuantity(quantity) === null) return `la cantidad va de 1 a ${MAX_QUANTITY}`;
  const length = value.length;
  if (length > MAX_TEXT_LENGTH) return `tiene ${length} letras, y caben ${MAX_TEXT_LENGTH}`;
  const unwritable = findUnwritable(value);
  return unwritable.length === 0 ? null : `no tenemos letras para ${unwritable.join(' ')}`;
}
