import { addDays, DAY_MS, isDay } from '#domain/base/dates.ts';
import { foldText } from '#domain/base/folding.ts';

/** A cell of a bank's list: a text, or the number that a spreadsheet holds. */
export type Cell = string | number;

const MONTHS = 'ene feb mar abr may jun jul ago sep oct nov dic'.split(' ');
const ENGLISH: Readonly<Record<string, string>> = {
  jan: 'ene',
  apr: 'abr',
  aug: 'ago',
  dec: 'dic',
};
/** What `C` is beside an amount, by the other letter of its list: `A` or `D`. */
export type SignKind = 'cargo' | 'credito';

/** Days since 1899-12-30: those of spreadsheets for 2000 to 2100. */
const SERIALS = { from: 36_526, to: 73_050 };
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

/** A day as it is written: its year may be left out, and of two numbers either may be the month. */
export type WrittenDay = { year: number | null; first: number; second: number };

/** Returns whether a cell may be a day, as a spreadsheet's number or `271126`, or an amount as well. */
export function isBareNumber(cell: Cell): boolean {
  return typeof cell === 'number' || /^\d{5}(?:[.,]\d+)?$|^\d{6}$/.test(cell);
}

/** Returns the day that a bank's page calls `Hoy` or `Ayer`, such as `2026-03-09`; null: none. */
export function readRelativeDay(cell: Cell, today: string): string | null {
  const [, name] = /^(hoy|ayer)(?:[, ]+\d{1,2}:\d{2}.*)?$/.exec(foldText(String(cell))) ?? [];
  return name === undefined ? null : name === 'hoy' ? today : addDays(today, -1);
}

/** Returns the day that begins a cell, such as `09/03/2026 14:05`; null: none does. */
export function readWrittenDay(cell: Cell): WrittenDay | null {
  if (typeof cell === 'number') return readSerial(cell);
  const [, day6, month6, year6] = /^(\d\d)(\d\d)(\d\d)$/.exec(cell) ?? [];
  if (year6) return written(year6, day6, month6);
  if (isBareNumber(cell)) return readSerial(Number(cell.replace(',', '.')));
  const text = foldText(cell).replace(/^'|^(?:lun|mar|mie|jue|vie|sab|dom)[a-z]*[,.]* +/, '');
  const iso = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})(?!\d)/.exec(text);
  if (iso && Number(iso[3]) <= 12) return written(iso[1], iso[4], iso[3]);
  const joined = /^(\d{2})(\d{2})(20\d{2})(?!\d)/.exec(text);
  if (joined) return written(joined[3], joined[1], joined[2]);
  const english = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})/.exec(text);
  if (english) return named(english[2], english[1], english[3]);
  const [, day, name, year] =
    /^(\d{1,2})(?: de |[ /.-]*)([a-z]{3})[a-z]*\.?(?:(?: de | del |[ /.,-]*)(\d{4}|\d{2})(?!\d))?/.exec(
      text,
    ) ?? [];
  const withName = named(day, name, year);
  if (withName) return withName;
  const plain = /^(\d{1,2})( ?[-/.] ?)(\d{1,2})(?:\2(\d{4}|\d{2})(?!\d))?(?![\d.,])/.exec(text);
  return plain ? written(plain[4], plain[1], plain[3]) : null;
}

/** A day whose month has a name, Spanish or English. */
function named(day: string | undefined, name = '', year?: string): WrittenDay | null {
  const month = MONTHS.indexOf(ENGLISH[name] ?? name) + 1;
  return day === undefined || month === 0 ? null : written(year, day, String(month));
}

function written(year: string | undefined, first = '', second = ''): WrittenDay | null {
  const numbers = { first: Number(first), second: Number(second) };
  if (numbers.first === 0 || numbers.second === 0) return null;
  if (Math.max(numbers.first, numbers.second) > 31) return null;
  if (year === undefined) return { ...numbers, year: null };
  return { ...numbers, year: Number(year) + (year.length === 2 ? 2000 : 0) };
}

function readSerial(serial: number): WrittenDay | null {
  if (serial < SERIALS.from || serial > SERIALS.to) return null;
  const date = new Date(SERIAL_ZERO + Math.floor(serial) * DAY_MS);
  const [year, second] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return { year, first: date.getUTCDate(), second };
}

/**
 * Returns a day such as `2026-03-09`; null: there is none.
 * @param today of a day without a year the latest one by then
 * @param isMonthFirst `3/9` is the ninth of March
 */
export function toDay(
  { year, first, second }: WrittenDay,
  today: string,
  isMonthFirst: boolean,
): string | null {
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  const thisYear = Number(today.slice(0, 4));
  const write = (of: number) =>
    `${of}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const found = write(year ?? (write(thisYear) <= today ? thisYear : thisYear - 1));
  return isDay(found) ? found : null;
}

const AMOUNT = /^(?:\d{1,3}([.,'])\d{3}(?:\1\d{3})*|\d+)(?:[.,](\d{1,2}))?$/;

/**
 * Returns whole pesos, negative for money that left: `-$ 1.234,00`, `(1,234)`, `1234-`, `1.234 DB`.
 * Null: it is no amount, or has a fraction.
 * @param kind what `C` after it says: by itself nobody can tell, and a charge is no payment
 */
export function readAmount(cell: Cell, kind: SignKind = 'cargo'): number | null {
  if (typeof cell === 'number') return readNumber(cell);
  const text = foldText(cell)
    .replaceAll(/clp|ch\$|pesos|[$ ]/g, '')
    .replace(/\(([+-])\)/, '$1');
  const [, open, before, digits = '', after = '', close] =
    /^(\()?([+-])?(\d[\d.,']*?)(?:[.,]-)?(?:([+-]|cr|db|[achd])\.?)?(\))?$/.exec(text) ?? [];
  const parts = AMOUNT.exec(digits);
  if (!parts || (parts[2] ?? '').replaceAll('0', '') !== '') return null;
  const fraction = parts[2] === undefined ? 0 : parts[2].length + 1;
  const whole = Number(digits.slice(0, digits.length - fraction).replaceAll(/\D/g, ''));
  if (!Number.isSafeInteger(whole)) return null;
  const isNegative =
    before === '-' ||
    ['-', 'db', 'd', ...(kind === 'cargo' ? ['c'] : [])].includes(after) ||
    (open !== undefined && close !== undefined);
  return isNegative && whole > 0 ? -whole : whole;
}

/** A formula's result may be off by a last binary digit. */
function readNumber(number: number): number | null {
  const whole = Math.round(number);
  return Number.isSafeInteger(whole) && Math.abs(number - whole) < 1e-6 ? whole : null;
}
