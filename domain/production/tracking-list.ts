import { foldSigns } from '#domain/base/signs.ts';

/** A tracking number and its order. */
type Numbered = { id: string; tracking: string };

/** A line that is ignored, and why; lines count from 1. */
export type UnusedLine = { line: number; text: string; reason: string };

export type TrackingList = {
  numbers: Numbered[];
  unused: UnusedLine[];
  /** Orders without a number in the list. */
  missing: string[];
};

type Line = { line: number; text: string; cells: string[] };
type Read = Line & ({ id: string; tracking: string } | { reason: string });

/** The format of `newOrderId`. */
const ORDER_ID = /^[0-9A-Z]{5}-[0-9A-Z]{5}$/;

/** How a spreadsheet shows a number of twelve digits or more, and copies it. */
const SHORTENED = /(?<!\w)\d(?:[.,]\d+)?e\+\d+(?!\w)/i;

/**
 * Reads tracking numbers pasted from a courier's page or a spreadsheet: lines with an order's
 * number and its tracking number, in either order, or tracking numbers alone, which are assigned to
 * the orders one by one. A first line of headings is skipped. An order or a number that occurs
 * twice with different partners is ignored.
 * @param ids the orders' numbers, in the order in which plain numbers are assigned
 * @param maxLength of a tracking number
 */
export function readTrackingList(
  text: string,
  { ids, maxLength }: { ids: readonly string[]; maxLength: number },
): TrackingList {
  const all = splitLines(text);
  const lines = all.length > 1 && !hasDigit(all[0]?.text ?? '') ? all.slice(1) : all;
  const namesOrders = lines.some((line) => partsOf(line).some((part) => ORDER_ID.test(asId(part))));
  const read = lines.map((line, at): Read => {
    if (SHORTENED.test(line.text)) return { ...line, reason: 'La planilla acortó el número' };
    const said = namesOrders ? readNamed(line, ids) : readPlain(line, ids[at]);
    const isLong = 'tracking' in said && said.tracking.length > maxLength;
    return { ...line, ...(isLong ? { reason: 'El número es demasiado largo' } : said) };
  });
  const list: TrackingList = { numbers: [], unused: [], missing: [] };
  for (const each of read) {
    const reason = 'reason' in each ? each.reason : findConflict(each, read);
    if (reason !== null) list.unused.push({ line: each.line, text: each.text, reason });
    else if ('id' in each && !list.numbers.some(({ id }) => id === each.id)) {
      list.numbers.push({ id: each.id, tracking: each.tracking });
    }
  }
  const known = new Set(list.numbers.map(({ id }) => id));
  list.missing = ids.filter((id) => !known.has(id));
  return list;
}

function splitLines(text: string): Line[] {
  return text.split(/\r\n|\r|\n/).flatMap((whole, at) => {
    const line = whole.trim();
    const split = line.split(/[\t;,]/).map((cell) => cell.trim().replace(/^=?"(.*)"$/, '$1'));
    const cells = split.filter(Boolean);
    return cells.length > 0 ? [{ line: at + 1, text: line, cells }] : [];
  });
}

function readNamed({ text, cells }: Line, ids: readonly string[]): Numbered | { reason: string } {
  const parts = partsOf({ text, cells });
  const named = parts.find((part) => ORDER_ID.test(asId(part)));
  if (named === undefined) return { reason: 'No dice de qué pedido es' };
  const id = asId(named);
  if (!ids.includes(id)) return { reason: 'Ese pedido no está entre los elegidos' };
  const others = parts.filter((part) => part !== named);
  // In a line without cells, spaces may group the digits of one number.
  const numbers = (cells.length === 1 ? [others.join(' ')] : others).filter(hasDigit);
  const [tracking, second] = numbers;
  if (tracking === undefined) return { reason: 'Falta el número de seguimiento' };
  return second === undefined ? { id, tracking } : { reason: 'Tiene más de un número' };
}

function partsOf({ text, cells }: Pick<Line, 'text' | 'cells'>): string[] {
  return cells.length === 1 ? text.split(/\s+/) : cells;
}

function readPlain({ text, cells }: Line, id: string | undefined): Numbered | { reason: string } {
  if (id === undefined) return { reason: 'Sobra: no quedan pedidos elegidos' };
  const tracking = (cells.length === 1 && cells[0]) || text;
  return hasDigit(tracking) ? { id, tracking } : { reason: 'No parece un número' };
}

/** Returns why a line conflicts with the others; null if it does not. */
function findConflict(one: Numbered, all: readonly Read[]): string | null {
  const others = all.flatMap((each) => ('id' in each ? each : []));
  const isOrderTwice = others.some(
    ({ id, tracking }) => id === one.id && tracking !== one.tracking,
  );
  if (isOrderTwice) return 'Ese pedido está dos veces';
  const isNumberTwice = others.some(
    ({ id, tracking }) => tracking === one.tracking && id !== one.id,
  );
  return isNumberTwice ? 'Ese número está dos veces' : null;
}

function asId(text: string): string {
  return foldSigns(text).replace(/^#/, '').toUpperCase();
}

function hasDigit(text: string): boolean {
  return /\d/.test(text);
}
