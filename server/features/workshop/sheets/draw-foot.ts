import type { Size } from '#domain/crops.ts';
import { paperLabels } from '#domain/paper.ts';
import { SHEET, type SheetLayout, type SheetPage } from '#domain/sheets.ts';
import { lineWidth, writeLine } from '../pdf/write-text.ts';
import type { PrintItem } from './sheet-items.ts';

type Foot = {
  page: SheetPage<PrintItem>;
  number: number;
  pages: readonly unknown[];
  layout: SheetLayout;
  printer: string | null;
  area: Size;
  colourOf: (orderId: string) => string;
};

/** Of the line that a ruler is laid on. */
const RULED_MM = 50;
const TEXT_LEFT = RULED_MM + 6;
const LINES = { size: 2.4, apart: 3 };

/** Draws a page's last row: a line of 50 mm to check, and what is on the page. */
export function drawFoot(document: PDFKit.PDFDocument, foot: Foot): void {
  const { page, number, pages, layout, area, colourOf } = foot;
  const bottom = area.height - 1;
  drawRule(document, bottom);
  let y = area.height - SHEET.foot + 2;
  const count = page.places.length;
  const pins = `${count} ${count === 1 ? 'pin' : 'pines'} de ${write(page.cutMm)} mm`;
  const head = [
    `Hoja ${number} de ${pages.length}`,
    paperLabels[layout.paper],
    pins,
    ...describe(foot),
  ];
  writeLine(document, head.join(' · '), { x: TEXT_LEFT, y, size: 2.8, isBold: true });
  y += LINES.apart + 1;
  let x = TEXT_LEFT;
  const orders = countOrders(page);
  for (const [at, [orderId, text]] of orders.entries()) {
    const style = { size: LINES.size, colour: colourOf(orderId) };
    const isLastLine = y + 2 * LINES.apart > area.height;
    const rest = `… y ${orders.length - at} más`;
    const room = isLastLine && at < orders.length - 1 ? lineWidth(document, rest, style) + 2 : 0;
    const width = lineWidth(document, text, style);
    if (x + width + room > area.width && isLastLine) {
      writeLine(document, rest, { x, y, size: LINES.size });
      return;
    }
    if (x + width > area.width) {
      x = TEXT_LEFT;
      y += LINES.apart;
    }
    writeLine(document, text, { x, y, ...style });
    x += width + 4;
  }
}

function drawRule(document: PDFKit.PDFDocument, y: number): void {
  document.lineWidth(0.15).strokeColor('#000000');
  document.moveTo(0, y).lineTo(RULED_MM, y);
  for (const x of [0, RULED_MM]) document.moveTo(x, y - 3).lineTo(x, y);
  document.stroke();
  writeLine(document, `${RULED_MM} mm`, {
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

/** Such as `7K4MQ-X2TBA 1–9/12`, by order; with a warning where its buyer has yet to approve it. */
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
