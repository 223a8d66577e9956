import { foldText } from '#domain/base/folding.ts';
import { rutKey } from '#domain/base/rut.ts';
import type { Credit } from './match-evidence.ts';
import { type Cell, readAmount, readWrittenDay, toDay } from './statement-cells.ts';
import {
  correctLayout,
  type FoundLayout,
  findLayout,
  type Layout,
  layoutKey,
  readSign,
} from './statement-layout.ts';

/** A credit of a list, and the text by which it is known again in another list. */
export type StatementCredit = Credit & { sameness: string };

/** A bank's list of movements, read. */
export type Statement = {
  layout: FoundLayout;
  /** Known by it are lists of the same layout. */
  key: string;
  /** Number of movements, and of rows around them that are none. */
  rows: number;
  skipped: number;
  /** There are headings, and below them nothing but totals and remarks. */
  isEmpty: boolean;
  /** First and last day of the movements. */
  from: string;
  to: string;
  /** Movements by which money came in, by day. */
  credits: StatementCredit[];
  /** The first rows as they are written, from the headings on. */
  preview: string[][];
};

const NO_MOVEMENT =
  /^(?:sub ?)?total(?:es)?\b|^saldos? (?:inicial|anterior|final|disponible|contable|del? )/;
const RUT_IN_TEXT = /(?<![\d.])\d{1,3}\.?\d{3}\.?\d{3}-[\dk](?!\w)/gi;
const PREVIEW_ROWS = 6;
/** A movement of more pesos is no movement. */
export const MAX_MOVEMENT = 1e12;

/**
 * Reads a table with a bank's movements, of any bank.
 * @param today days without a year are of the year up to it
 * @param known returns the corrections that are remembered for lists of this layout
 * @returns no rows if no column of days or of money is found; then `preview` shows what there is
 */
export function readStatement(
  table: readonly (readonly Cell[])[],
  today: string,
  known: (key: string) => Partial<Layout> = () => ({}),
): Statement {
  const found = findLayout(table);
  const key = layoutKey(table, found);
  const layout = correctLayout(found, known(key));
  const isMonthFirst = writesMonthFirst(table, layout);
  const days: string[] = [];
  const credits: StatementCredit[] = [];
  const places = new Map<string, number>();
  let filled = 0;
  table.forEach((row, at) => {
    if (row.every((cell) => cell === '')) return;
    filled += 1;
    const movement = readMovement(row, layout, today, isMonthFirst);
    if (!movement) return;
    days.push(movement.day);
    if (movement.amount < 0) return;
    const { sameness, ...credit } = movement;
    const place = (places.get(sameness) ?? 0) + 1;
    places.set(sameness, place);
    credits.push({ ...credit, n: at + 1, sameness: `${sameness}|${place}` });
  });
  const first = Math.max(0, layout.head);
  return {
    ...{ layout, key, rows: days.length, skipped: filled - days.length },
    isEmpty: layout.head !== -1 && table.slice(layout.head + 1).every(isRemark),
    from: days.reduce((least, day) => (day < least ? day : least), days[0] ?? today),
    to: days.reduce((latest, day) => (day > latest ? day : latest), days[0] ?? today),
    credits: credits.sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || a.n - b.n),
    preview: table
      .slice(first)
      .filter((row) => row.some((cell) => cell !== ''))
      .slice(0, PREVIEW_ROWS)
      .map((row) => row.map(String)),
  };
}

/** Returns whether a row is a total, or a remark such as `No hay movimientos`. */
function isRemark(row: readonly Cell[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  return filled.length < 2 || filled.some((cell) => NO_MOVEMENT.test(foldText(String(cell))));
}

/** Returns whether days are written as `3/31`: the only way in which they are days. */
function writesMonthFirst(table: readonly (readonly Cell[])[], { date }: Layout): boolean {
  if (date === null) return false;
  const days = table.flatMap((row) => readTextDay(row[date]) ?? []);
  return days.some(({ second }) => second > 12) && days.every(({ first }) => first <= 12);
}

/** A day that is written as a text; a spreadsheet's own are not in doubt. */
function readTextDay(cell: Cell | undefined) {
  return typeof cell === 'string' && !/^\d{4}/.test(cell) ? readWrittenDay(cell) : null;
}

function readMovement(
  row: readonly Cell[],
  layout: FoundLayout,
  today: string,
  isMonthFirst: boolean,
) {
  const cell = (at: number | null): Cell => (at === null ? '' : (row[at] ?? ''));
  const written = readWrittenDay(cell(layout.date));
  const isText = readTextDay(cell(layout.date)) !== null;
  const day = written && toDay(written, today, isMonthFirst && isText);
  const amount = signedAmount(cell, layout);
  if (!day || amount === null || amount === 0 || Math.abs(amount) > MAX_MOVEMENT) return null;
  const text = String(cell(layout.text)).trim();
  if (NO_MOVEMENT.test(foldText(text))) return null;
  const name = String(cell(layout.name)).trim();
  const comments = layout.comments.map((at) => String(cell(at)).trim());
  const texts = [text, ...comments]
    .filter((each) => each !== '')
    .join(' · ')
    .slice(0, 500);
  const rut = String(cell(layout.rut));
  const balance = readAmount(cell(layout.balance));
  const all = foldText([texts, name, rut].join(' ')).split(' ').toSorted().join(' ');
  return {
    ...{ n: 0, day, amount, text: texts, name: name.slice(0, 200) },
    rut: rutKey(rut) ?? findRut(texts),
    sameness: [day, amount, all, balance ?? ''].join('|'),
  };
}

function signedAmount(cell: (at: number | null) => Cell, layout: FoundLayout): number | null {
  const { amount, credit, debit, sign } = layout;
  if (amount !== null) {
    const read = readAmount(cell(amount));
    const known = sign === null ? null : readSign(cell(sign));
    return read === null || known === null ? read : known * Math.abs(read);
  }
  const came = readAmount(cell(credit)) ?? 0;
  const left = readAmount(cell(debit)) ?? 0;
  if (came !== 0) return came;
  return left === 0 ? null : -Math.abs(left);
}

function findRut(text: string): string | null {
  for (const [found] of text.matchAll(RUT_IN_TEXT)) {
    const key = rutKey(found);
    if (key) return key;
  }
  return null;
}
