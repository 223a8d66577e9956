import { foldText } from '#domain/base/folding.ts';
import { rutKey } from '#domain/base/rut.ts';
import type { Credit } from './match-evidence.ts';
import {
  type Cell,
  readAmount,
  readRelativeDay,
  readWrittenDay,
  toDay,
} from './statement-cells.ts';
import { isHead, readSign } from './statement-heads.ts';
import {
  correctLayout,
  type FoundLayout,
  findLayout,
  type Layout,
  layoutKey,
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

/** Words of totals and balances, which a buyer's `saldo pedido` or `total pines` is not. */
const TOTAL =
  /^(?:(?:sub)?total(?:es)?|saldos?)(?: (?:sub|total|saldo|inicial|anterior|final|disponible|contable|actual|diario|promedio|retenido|al?|de|del|el|la|en|y|dia|fecha|mes|periodo|cuenta|corriente|vista|linea|cierre|apertura|general|clp|(?:abono|cargo|cheque|giro|deposito|movimiento|credito|debito|ingreso|egreso)s?))*$/;
/** With its hyphen, or as long as banks make it with zeros. */
const RUT_IN_TEXT = /(?<![\d.])(?:\d{1,3}\.?\d{3}\.?\d{3}-|0\d{8}(?=[\dk]))[\dk](?!\w)/gi;
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
  given: readonly (readonly Cell[])[],
  today: string,
  known: (key: string) => Partial<Layout> = () => ({}),
): Statement {
  const table = given.map((row) => row.map((cell) => readRelativeDay(cell, today) ?? cell));
  const layouts = new Map<string, FoundLayout>();
  const found = splitAtHeads(table).map((part) => {
    const own = findLayout(part.rows);
    const key = layoutKey(part.rows, own);
    const layout = layouts.get(key) ?? own;
    layouts.set(key, layout);
    return { ...part, key, layout, movements: readMovements(part, layout, today) };
  });
  // Of several tables those with most movements are shown and corrected.
  const count = (like: typeof found) => like.reduce((sum, part) => sum + part.movements.length, 0);
  const [main] =
    [...Map.groupBy(found, ({ key }) => key).values()]
      .toSorted((one, other) => count(one) - count(other))
      .at(-1) ?? [];
  if (!main) throw new Error('a table has a part');
  const { key, rows } = main;
  const corrections = known(key);
  const layout = correctLayout(main.layout, corrections);
  const isCorrected = Object.keys(corrections).length > 0;
  const parts = found.map((part) =>
    isCorrected && part.key === key
      ? { ...part, layout, movements: readMovements(part, layout, today) }
      : part,
  );
  const movements = parts.flatMap((part) => part.movements);
  const filled = table.filter((row) => row.some((cell) => cell !== '')).length;
  const days = movements.map(({ day }) => day);
  const first = Math.max(0, layout.head);
  return {
    ...{ layout, key, rows: days.length, skipped: filled - days.length },
    isEmpty: parts.some(
      (part) => part.layout.head !== -1 && part.rows.slice(part.layout.head + 1).every(isRemark),
    ),
    from: days.reduce((least, day) => (day < least ? day : least), days[0] ?? today),
    to: days.reduce((latest, day) => (day > latest ? day : latest), days[0] ?? today),
    credits: placeAmongEquals(movements.filter(({ amount }) => amount > 0)),
    preview: rows
      .slice(first)
      .filter((row) => row.some((cell) => cell !== ''))
      .slice(0, PREVIEW_ROWS)
      .map((row) => row.map(String)),
  };
}

type Part = {
  rows: readonly (readonly Cell[])[];
  /** How many rows are before it. */
  from: number;
};

/** What stands above a table of money that may still be taken back. */
const NOT_YET = /retenid|retencion|por (?:liberar|confirmar|abonar)|no (?:disponible|contabiliz)/;

/** Returns the tables of a sheet that stand one below the other, each from its headings on. */
function splitAtHeads(table: readonly (readonly Cell[])[]): Part[] {
  const [, ...further] = [...table.keys()].filter((at) => isHead(table[at] ?? []));
  const starts = [0, ...further];
  return starts
    .map((from, at) => ({ rows: table.slice(from, starts[at + 1]), from }))
    .filter(({ from }) => !NOT_YET.test(titleAbove(table, from)));
}

/** Returns the text right above a table that is not a sheet's first, folded. */
function titleAbove(table: readonly (readonly Cell[])[], from: number): string {
  const above = table.slice(0, from).findLast((row) => row.some((cell) => cell !== ''));
  const [title = '', ...others] = (above ?? []).filter((cell) => cell !== '');
  return others.length === 0 ? foldText(String(title)) : '';
}

/** Returns credits by day; equal ones are told apart by their place among them. */
function placeAmongEquals(credits: readonly StatementCredit[]): StatementCredit[] {
  const places = new Map<string, number>();
  return credits
    .map((credit) => {
      const place = (places.get(credit.sameness) ?? 0) + 1;
      places.set(credit.sameness, place);
      return { ...credit, sameness: `${credit.sameness}|${place}` };
    })
    .sort((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)) || a.n - b.n);
}

/** Returns whether a row is a total, or a remark such as `No hay movimientos`. */
function isRemark(row: readonly Cell[]): boolean {
  const filled = row.filter((cell) => cell !== '');
  return filled.length < 2 || filled.some(isTotal);
}

function isTotal(cell: Cell): boolean {
  const words = foldText(String(cell)).split(/[^a-z]+/);
  return TOTAL.test(words.filter((word) => word !== '').join(' '));
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

function readMovements(
  { rows, from }: Part,
  layout: FoundLayout,
  today: string,
): StatementCredit[] {
  const isMonthFirst = writesMonthFirst(rows, layout);
  return fillDays(rows, layout).flatMap((row, at) => {
    const movement = readMovement(row, layout, today, isMonthFirst);
    return movement ? [{ ...movement, n: from + at + 1 }] : [];
  });
}

/** Returns rows with the day of the row above, where each day is written once for its movements. */
function fillDays(rows: Part['rows'], layout: FoundLayout): Part['rows'] {
  const { date, text, name } = layout;
  const dayOf = (row: readonly Cell[]) => row[date ?? -1] ?? '';
  const lacksDay = (row: readonly Cell[]) =>
    dayOf(row) === '' &&
    (row[text ?? name ?? -1] ?? '') !== '' &&
    signedAmount((at) => row[at ?? -1] ?? '', layout) !== null;
  const first = rows.findIndex((row) => readWrittenDay(dayOf(row)) !== null);
  const last = rows.findLastIndex((row) => readWrittenDay(dayOf(row)) !== null);
  // Below the last day there are totals.
  if (date === null || !rows.slice(first, last).some(lacksDay)) return rows;
  let day: Cell = '';
  return rows.map((row) => {
    day = dayOf(row) || day;
    return lacksDay(row) ? Object.assign([...row], { [date]: day }) : row;
  });
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
  // Without a column of its own it stands behind the day.
  const text = String(cell(layout.text ?? (layout.name === null ? layout.date : null))).trim();
  const name = String(cell(layout.name)).trim();
  if (name === '' && isTotal(text)) return null;
  const comments = layout.comments.map((at) => String(cell(at)).trim());
  const texts = [text, ...comments]
    .filter((each) => each !== '')
    .join(' · ')
    .slice(0, 500);
  const rut = String(cell(layout.rut));
  const balance = readAmount(cell(layout.balance));
  const all = foldText([texts, name, rut].join(' ')).split(' ').toSorted().join(' ');
  return {
    ...{ day, amount, text: texts, name: name.slice(0, 200) },
    rut: rutKey(rut) ?? findRut(texts),
    sameness: [day, amount, all, balance ?? ''].join('|'),
  };
}

function signedAmount(cell: (at: number | null) => Cell, layout: FoundLayout): number | null {
  const { amount, credit, debit, sign } = layout;
  if (amount !== null) {
    const read = readAmount(cell(amount), layout.signKind);
    const known = sign === null ? null : readSign(cell(sign), layout.signKind);
    return known === -1 && read !== null ? -Math.abs(read) : read;
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
