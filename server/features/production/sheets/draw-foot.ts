import type { Size } from '#domain/pins/crops.ts';
import { paperLabels } from '#domain/production/paper.ts';
import { SHEET, type SheetLayout, type SheetPage } from '#domain/production/sheets.ts';
import { breakLines, lineWidth, writeLine } from '#server/features/production/papers/write-text.ts';
import { describeNote, type Note } from './draw-notes.ts';
import type { PrintItem } from './sheet-items.ts';

type Foot = {
  page: SheetPage<PrintItem>;
  notes: readonly Note[];
  number: number;
  pages: readonly unknown[];
  layout: SheetLayout;
  printer: string | null;
  area: Size;
  colourOf: (orderId: string) => string;
};

/** Length and width of the line to check with a ruler. */
const RULED_MM = 50;
const RULE_LINE_MM = 0.15;
const TEXT_LEFT = RULED_MM + 6;
const LINES = { size: 2.4, apart: 3 };

/**
 * Draws a page's last row: a line of 50 mm to check, what is on the page, and the notes of its
 * pictures.
 * @returns false when the notes are too long for it
 */
export function drawFoot(document: PDFKit.PDFDocument, foot: Foot): boolean {
  const { page, notes, number, pages, layout, area } = foot;
  const bottom = area.height - 1;
  drawRule(document, bottom);
  let y = area.height - SHEET.foot + 2;
  const count = page.places.length;
  const pins = `${count} ${count === 1 ? 'pin' : 'pines'}, corte de ${write(page.cutMm)} mm`;
  const head = [
    `Hoja ${number} de ${pages.length}`,
    paperLabels[layout.paper],
    pins,
    ...countNames(page),
    ...describe(foot),
  ];
  const room = { x: TEXT_LEFT, width: area.width - TEXT_LEFT };
  writeLine(document, head.join(' · '), { ...room, y, size: 2.8, isBold: true });
  y += LINES.apart + 1;
  // Notes have a line of their own, however many orders there are.
  const last = notes.length > 0 ? bottom - LINES.apart : bottom;
  y = drawOrders(document, foot, { top: y, bottom: last }) + LINES.apart;
  return drawNoteLines(document, notes.map(describeNote).join(' · '), { ...room, y, bottom });
}

/** Draws the orders of a page. @returns the upper edge of the last line */
function drawOrders(
  document: PDFKit.PDFDocument,
  { page, area, colourOf }: Foot,
  { top, bottom }: { top: number; bottom: number },
): number {
  let [x, y] = [TEXT_LEFT, top];
  const orders = countOrders(page);
  for (const [at, [orderId, text]] of orders.entries()) {
    const style = { size: LINES.size, colour: colourOf(orderId) };
    const isLastLine = y + 2 * LINES.apart > bottom + 1;
    const rest = `… y ${orders.length - at} más`;
    const room = isLastLine && at < orders.length - 1 ? lineWidth(document, rest, style) + 2 : 0;
    const width = lineWidth(document, text, style);
    if (x + width + room > area.width && isLastLine) {
      writeLine(document, rest, { x, y, size: LINES.size });
      return y;
    }
    if (x + width > area.width) {
      x = TEXT_LEFT;
      y += LINES.apart;
    }
    writeLine(document, text, { x, y, ...style });
    x += width + 4;
  }
  return y;
}

const CONTINUED = '… siguen en las hojas de notas';
/** No foot has room for more letters, which take time to lay out. */
const MAX_LETTERS = 1500;

type NoteRoom = { x: number; y: number; width: number; bottom: number };

/** Returns false when there is not enough room for the whole text. */
function drawNoteLines(
  document: PDFKit.PDFDocument,
  text: string,
  { x, y, width, bottom }: NoteRoom,
): boolean {
  if (text === '') return true;
  const style = { size: LINES.size, isBold: true };
  const lines = breakLines(document, text.slice(0, MAX_LETTERS), { ...style, width });
  const count = Math.floor((bottom + 1 - y) / LINES.apart);
  const isWhole = lines.length <= count && text.length <= MAX_LETTERS;
  for (const [at, line] of lines.slice(0, count).entries()) {
    const spot = { x, y: y + at * LINES.apart, ...style };
    if (isWhole || at < count - 1) {
      writeLine(document, line, spot);
      continue;
    }
    const taken = lineWidth(document, CONTINUED, style);
    writeLine(document, line, { ...spot, width: width - taken - 1 });
    writeLine(document, CONTINUED, { ...spot, x: x + width - taken });
  }
  return isWhole;
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document.lineWidth(RULE_LINE_MM).strokeColor('#000000');
  const half = RULE_LINE_MM / 2;
  document.moveTo(half, y).lineTo(RULED_MM + half, y);
  for (const x of [half, RULED_MM + half]) document.moveTo(x, y - 3).lineTo(x, y);
  document.stroke();
  writeLine(document, `${RULED_MM} mm, impreso al 100 %`, {
    x: RULED_MM / 2,
    y: y - 3.2,
    size: 2.4,
    align: 'centre',
  });
}

function describe({ printer, layout: { scaleX, scaleY } }: Foot): string[] {
  if (printer === null) return [];
  return [printer, `${write(scaleX)} × ${write(scaleY)}`];
}

/** Returns the number of a page's pins by product, such as `12 × 32 mm con imán`. */
function countNames({ places }: SheetPage<PrintItem>): string[] {
  return [...Map.groupBy(places, ({ item }) => item.name)].flatMap(([name, own]) =>
    name === null ? [] : [`${own.length} × ${name}`],
  );
}

/**
 * Returns texts such as `7K4MQ-X2TBA 1–9/12` by order, with a warning if its proof is not approved.
 */
function countOrders({ places }: SheetPage<PrintItem>): [string, string][] {
  return [...Map.groupBy(places, ({ item }) => item.orderId)].map(([orderId, own]) => {
    const [from, to] = [own[0]?.k, own.at(-1)?.k];
    const range = from === to ? `${from}` : `${from}–${to}`;
    const warning = own[0]?.item.isUnapproved ? ' sin aprobar' : '';
    return [orderId, `${orderId} ${range}/${own[0]?.n}${warning}`];
  });
}

function write(number: number): string {
  return String(Math.round(number * 10_000) / 10_000).replace('.', ',');
}
