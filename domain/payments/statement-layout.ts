import { foldText } from '#domain/base/folding.ts';
import { rutKey } from '#domain/base/rut.ts';
import {
  type Cell,
  isBareNumber,
  readAmount,
  readWrittenDay,
  type SignKind,
} from './statement-cells.ts';
import { isHead, type Role, readHead, readSign, signKindOf } from './statement-heads.ts';

export const LAYOUT_COLUMNS = ['date', 'text', 'amount', 'credit', 'debit', 'name', 'rut'] as const;
type LayoutColumn = (typeof LAYOUT_COLUMNS)[number];

/**
 * In which column of a bank's list, counted from 0, each thing stands; null: in none. `amount` has
 * a sign; else `credit` and `debit` have one column each.
 */
export type Layout = Record<LayoutColumn, number | null>;

/** Columns that are needed to know a movement, but not to be corrected. */
export type FoundLayout = Layout & {
  balance: number | null;
  /** Whether money came in or left, as `Abono` or `C`. */
  sign: number | null;
  signKind: SignKind;
  /** Further texts, such as comments. */
  comments: readonly number[];
  /** The row of the headings; -1: none. */
  head: number;
};

/** Rows by which contents are judged. */
const SAMPLE = 300;
const SAMPLED_ROWS = 1000;
/** The part of a column's cells that must look like what it is. */
const MOST = 0.6;

/** Returns where the things of a table stand, by its headings and its contents. */
export function findLayout(table: readonly (readonly Cell[])[]): FoundLayout {
  const head = table.findIndex(isHead);
  const roles = readHead(table, head);
  const body = table
    .slice(head + 1, head + 1 + SAMPLED_ROWS)
    .filter((row) => row.some((cell) => readWrittenDay(cell)));
  const sample = body.slice(0, SAMPLE);
  const width = Math.max(0, ...sample.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => measure(sample.map((row) => row[at])));
  const isFree = (at: number) => roles[at] === undefined || roles[at] === null;
  const byHead = (role: Role, fits: (at: number) => boolean = () => true) =>
    indexOrNull(roles.findIndex((each, at) => each === role && fits(at)));
  const byContents = (fits: (column: Measured) => boolean) =>
    indexOrNull(columns.findIndex((column, at) => isFree(at) && fits(column)));
  const isDated = (at: number) => (columns[at]?.days ?? 0) + (columns[at]?.serials ?? 0) >= MOST;
  const date = byHead('date', isDated) ?? byContents(({ days }) => days >= MOST);
  const hasTexts = roles.filter((role) => role === 'text').length > 1;
  const isSigned = ({ signs }: Measured, at: number) =>
    isFree(at)
      ? signs >= MOST
      : signs === 1 && (roles[at] === 'ignored' || (hasTexts && roles[at] === 'text'));
  const sign =
    byHead('sign', (at) => (columns[at]?.signTexts ?? 0) >= MOST) ??
    indexOrNull(columns.findIndex(isSigned));
  const found: FoundLayout = {
    date,
    rut: byHead('rut') ?? byContents(({ ruts }) => ruts >= MOST),
    name: byHead('name', (at) => at !== sign),
    text:
      byHead('text', (at) => at !== sign) ??
      findText(columns, (at) => isFree(at) && at !== date && at !== sign),
    sign,
    signKind: 'cargo',
    credit: byHead('credit'),
    debit: byHead('debit'),
    amount: byHead('amount') ?? byHead('sign', (at) => (columns[at]?.amounts ?? 0) >= MOST),
    // One that some movements lack may be beside the last of each day, in this list.
    balance: byHead('balance', (at) => columns[at]?.filled === sample.length),
    comments: [],
    head,
  };
  const withAmounts =
    found.amount === null && found.credit === null
      ? {
          ...found,
          ...findAmounts(sample, columns, (at) => isFree(at) && at !== date && at !== found.rut),
        }
      : found;
  // Two columns say more than one beside them, such as a total.
  if (withAmounts.credit !== null && withAmounts.debit !== null) withAmounts.amount = null;
  const signed = withAmounts.sign ?? withAmounts.amount ?? -1;
  withAmounts.signKind = signKindOf(
    table[head]?.[signed],
    sample.map((row) => row[signed]),
  );
  const taken = new Set<number | null>([
    ...LAYOUT_COLUMNS.map((column) => withAmounts[column]),
    ...[withAmounts.balance, withAmounts.sign],
  ]);
  const comments = columns.flatMap(({ letters }, at) =>
    !taken.has(at) && roles[at] !== 'ignored' && roles[at] !== 'date' && letters > 2 ? [at] : [],
  );
  return { ...withAmounts, comments };
}

/** Returns a layout with an owner's corrections: a column is one thing only. */
export function correctLayout(found: FoundLayout, corrections: Partial<Layout>): FoundLayout {
  const corrected = { ...found };
  const chosen = Object.values(corrections);
  for (const column of [...LAYOUT_COLUMNS, 'balance', 'sign'] as const) {
    if (corrected[column] !== null && chosen.includes(corrected[column])) corrected[column] = null;
  }
  const { amount, credit, debit } = corrections;
  if (typeof amount === 'number') Object.assign(corrected, { credit: null, debit: null });
  if (typeof credit === 'number' || typeof debit === 'number') corrected.amount = null;
  Object.assign(corrected, corrections);
  const taken = LAYOUT_COLUMNS.map((column) => corrected[column]);
  return { ...corrected, comments: found.comments.filter((at) => !taken.includes(at)) };
}

/**
 * Returns the text by which lists of the same layout are known: their headings, or else what their
 * columns hold.
 */
export function layoutKey(table: readonly (readonly Cell[])[], layout: FoundLayout): string {
  const head = table[layout.head];
  if (head) return head.map((cell) => foldText(String(cell))).join('|');
  const places = [...LAYOUT_COLUMNS, 'balance', 'sign'] as const;
  return places.map((column) => `${column}:${layout[column]}`).join('|');
}

function indexOrNull(at: number): number | null {
  return at === -1 ? null : at;
}

/** Which part of a column's filled cells are what, and how many letters they have. */
type Measured = Record<
  'days' | 'serials' | 'amounts' | 'ruts' | 'signs' | 'signTexts' | 'letters' | 'filled',
  number
>;

function measure(cells: readonly (Cell | undefined)[]): Measured {
  const filled = cells.filter((cell) => cell !== undefined && cell !== '');
  const part = (is: (cell: Cell) => boolean) =>
    filled.length === 0
      ? 0
      : filled.filter((cell) => cell !== undefined && is(cell)).length / filled.length;
  const letters = filled.map((cell) => String(cell).replaceAll(/[^\p{L}]/gu, '').length);
  return {
    days: part((cell) => !isBareNumber(cell) && readWrittenDay(cell) !== null),
    serials: part((cell) => isBareNumber(cell) && readWrittenDay(cell) !== null),
    amounts: part((cell) => readAmount(cell) !== null),
    ruts: part((cell) => typeof cell === 'string' && rutKey(cell) !== null && /[-kK]/.test(cell)),
    signs: part((cell) => readSign(cell, 'cargo', false) !== null),
    signTexts: part((cell) => readSign(cell) !== null),
    letters: letters.reduce((sum, each) => sum + each, 0) / Math.max(1, letters.length),
    filled: filled.length,
  };
}

function findText(columns: readonly Measured[], isFree: (at: number) => boolean): number | null {
  const lengths = columns.map(({ letters }, at) => (isFree(at) ? letters : 0));
  const longest = Math.max(0, ...lengths);
  return longest < 3 ? null : lengths.indexOf(longest);
}

type Amounts = Pick<FoundLayout, 'amount' | 'credit' | 'debit' | 'balance'>;

/** Finds columns of money without headings: those that add up to a balance, or look like it. */
function findAmounts(
  sample: readonly (readonly Cell[])[],
  columns: readonly Measured[],
  isFree: (at: number) => boolean,
): Amounts {
  const none = { amount: null, credit: null, debit: null, balance: null };
  const money = columns.flatMap(({ amounts, filled }, at) =>
    isFree(at) && amounts >= MOST && filled > 0 ? [at] : [],
  );
  const read = (row: readonly Cell[], at: number) => readAmount(row[at] ?? '') ?? 0;
  const addsUp = (balance: number, change: (row: readonly Cell[]) => number) => {
    const steps = sample.slice(1).map((row, at) => {
      const before = sample[at] ?? row;
      const step = read(row, balance) - read(before, balance);
      // The newest is first or last.
      return step !== 0 && (step === change(row) || step === -change(before));
    });
    return steps.length > 0 && steps.filter(Boolean).length / steps.length >= MOST;
  };
  for (const balance of money.toReversed()) {
    for (const amount of money) {
      if (amount === balance) continue;
      if (addsUp(balance, (row) => read(row, amount))) return { ...none, amount, balance };
      for (const credit of money) {
        if (credit === amount || credit === balance) continue;
        if (addsUp(balance, (row) => Math.abs(read(row, credit)) - Math.abs(read(row, amount))))
          return { amount: null, debit: amount, credit, balance };
      }
    }
  }
  const [first = null, second = null] = money;
  if (first === null || second === null) return { ...none, amount: first };
  const isEither = sample.every((row) => (read(row, first) === 0) !== (read(row, second) === 0));
  return isEither
    ? { ...none, debit: first, credit: second, balance: money[2] ?? null }
    : { ...none, amount: first, balance: second };
}
