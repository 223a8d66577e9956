import type { Point } from '#domain/packing.ts';
import { PAPERS, paperLabels } from '#domain/paper.ts';
import type { Size } from '#domain/pins/crops.ts';
import {
  type Place,
  printableArea,
  rulesBetween,
  type Separation,
  SHEET,
  type SheetLayout,
  type SheetPage,
} from '#domain/sheets.ts';
import { createTexts, type Texts } from '#server/features/workshop/pdf/draw-texts.ts';
import type { Pdf, PdfImage } from '#server/features/workshop/pdf/open-pdf.ts';
import { lineWidth, writeLine } from '#server/features/workshop/pdf/write-text.ts';
import { type PrintItem, printKey } from './sheet-items.ts';

type Drawing = {
  pages: readonly SheetPage<PrintItem>[];
  layout: SheetLayout;
  printer: string | null;
  separation: Separation;
  /** Returns null for a missing picture. Called once for all pins that share it. */
  readPicture: (item: PrintItem) => Promise<Uint8Array | null>;
  /** Called before each pin. */
  pace: () => Promise<void>;
};

const INK = '#111111';
/** Dark enough for small letters, easy to distinguish, and repeated when they run out. */
const ORDER_COLOURS = [INK, '#b3261e', '#1b5e9b', '#2e7d32', '#7b3fa0', '#a65a00', '#00727a'];
/** Width of the cut line, which is centred on the cut. */
const LINE_MM = 0.1;
/** Width of the lines between orders: thicker, so that they are not mistaken for a cut. */
const RULE_MM = 0.4;
/** The centring marks, in millimetres: they begin outside the cut, so that none is on the pin. */
const TICK = { from: 0.4, length: 1 };

/** Draws all pages. The file contains each picture once, however often it is printed. */
export async function drawSheet(pdf: Pdf, drawing: Drawing): Promise<void> {
  const { pages, layout, separation, readPicture, pace } = drawing;
  const { document } = pdf;
  const area = printableArea(layout);
  const paper = PAPERS[layout.paper];
  const corner = { x: (paper.width - area.width) / 2, y: (paper.height - area.height) / 2 };
  const colourOf = separation === 'colours' ? createColours() : () => INK;
  const pictures = createPictures(pdf, readPicture);
  const texts = createTexts(pdf);
  for (const [index, page] of pages.entries()) {
    pdf.addPage(paper, layout);
    document.translate(corner.x, corner.y);
    // Nothing is drawn in the margin, which printers leave white or cut off.
    document.rect(0, 0, area.width, area.height).clip();
    for (const place of page.places) {
      await pace();
      const image = await pictures(place.item);
      const colour = colourOf(place.item.orderId);
      if (image) await drawPin(document, { place, image, colour, texts });
      drawLabel(document, { place, label: page.label, colour, isMissing: image === null });
    }
    if (separation === 'lines') drawRules(document, page);
    drawFoot(document, { ...drawing, page, number: index + 1, area, colourOf });
  }
  texts.end();
}

function createColours(): (orderId: string) => string {
  const colours = new Map<string, string>();
  return (orderId) => {
    const known = colours.get(orderId);
    if (known) return known;
    const colour = ORDER_COLOURS[colours.size % ORDER_COLOURS.length] ?? INK;
    colours.set(orderId, colour);
    return colour;
  };
}

function createPictures({ document }: Pdf, readPicture: Drawing['readPicture']) {
  const images = new Map<string, PdfImage | null>();
  return async (item: PrintItem): Promise<PdfImage | null> => {
    const key = printKey(item);
    const known = images.get(key);
    if (known !== undefined) return known;
    const file = await readPicture(item);
    const image = file && document.openImage(file);
    images.set(key, image);
    return image;
  };
}

function drawRules(document: PDFKit.PDFDocument, page: SheetPage<PrintItem>): void {
  document.lineWidth(RULE_MM).strokeColor(INK);
  for (const { from, to } of rulesBetween(page)) {
    document.moveTo(from.x, from.y).lineTo(to.x, to.y).stroke();
  }
}

type Pin = {
  place: Place<PrintItem>;
  image: PdfImage;
  colour: string;
  texts: Texts;
};

async function drawPin(document: PDFKit.PDFDocument, pin: Pin): Promise<void> {
  const { place, image, colour, texts } = pin;
  const { text, press } = place.item;
  const { x, y } = place.centre;
  const diameter = place.item.cutMm;
  const radius = diameter / 2;
  document.save().circle(x, y, radius).clip();
  document.image(image, x - radius, y - radius, { width: diameter, height: diameter });
  if (text) await texts.draw(text, press, place);
  document.restore();
  document.lineWidth(LINE_MM).strokeColor(colour).circle(x, y, radius).stroke();
  const from = radius + TICK.from;
  const to = from + TICK.length;
  for (const [across, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    document.moveTo(x + across * from, y + down * from).lineTo(x + across * to, y + down * to);
  }
  document.stroke();
}

type Label = { place: Place<PrintItem>; label: Point; colour: string; isMissing: boolean };

function drawLabel(document: PDFKit.PDFDocument, { place, label, colour, isMissing }: Label): void {
  const { item, centre, k, n } = place;
  const size = 1.75;
  const x = centre.x + label.x;
  const y = centre.y + label.y - SHEET.label.height / 2;
  const style = { x, size, colour, align: 'centre' } as const;
  writeLine(document, item.orderId, { ...style, y });
  const count = `${k}/${n}`;
  const below = y + SHEET.label.height / 2;
  writeLine(document, count, { ...style, y: below, isBold: true, isUnique: true });
  if (!isMissing) return;
  const words = [`Falta la imagen ${item.picture}`, `del pedido ${item.orderId}`];
  for (const [line, text] of words.entries()) {
    const spot = { x: centre.x, y: centre.y + 3 * line, align: 'centre' } as const;
    writeLine(document, text, { ...spot, size: 2.4, colour });
  }
}

type Foot = {
  page: SheetPage<PrintItem>;
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

/** Draws a page's last row: a line of 50 mm to check, and what is on the page. */
function drawFoot(document: PDFKit.PDFDocument, foot: Foot): void {
  const { page, number, pages, layout, area, colourOf } = foot;
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
  document.lineWidth(RULE_LINE_MM).strokeColor('#000000');
  const half = RULE_LINE_MM / 2;
  document.moveTo(half, y).lineTo(RULED_MM + half, y);
  for (const x of [half, RULED_MM + half]) document.moveTo(x, y - 3).lineTo(x, y);
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
