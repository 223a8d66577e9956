import type { Point } from '#domain/production/packing.ts';
import { PAPERS } from '#domain/production/paper.ts';
import {
  type Place,
  printableArea,
  rulesBetween,
  type Separation,
  SHEET,
  type SheetLayout,
  type SheetPage,
} from '#domain/production/sheets.ts';
import { createTexts, type Texts } from '#server/features/production/papers/draw-texts.ts';
import type { Pdf, PdfImage } from '#server/features/production/papers/open-pdf.ts';
import { writeLine, writeLines } from '#server/features/production/papers/write-text.ts';
import { drawFoot } from './draw-foot.ts';
import { drawNotes, listNotes, type Note } from './draw-notes.ts';
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

/**
 * Draws all pages, and those of notes that are too long for their page's last row. The file contains
 * each picture once, however often it is printed.
 */
export async function drawSheet(pdf: Pdf, drawing: Drawing): Promise<void> {
  const { pages, layout, separation, readPicture, pace } = drawing;
  const { document } = pdf;
  const area = printableArea(layout);
  const paper = PAPERS[layout.paper];
  const corner = { x: (paper.width - area.width) / 2, y: (paper.height - area.height) / 2 };
  const colourOf = separation === 'colours' ? createColours() : () => INK;
  const pictures = createPictures(pdf, readPicture);
  const texts = createTexts(pdf);
  const continued: Note[] = [];
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
    const notes = listNotes(page.places);
    const foot = { ...drawing, page, notes, number: index + 1, area, colourOf };
    if (!drawFoot(document, foot)) continued.push(...notes);
  }
  texts.end();
  await drawNotes(pdf, { notes: continued, layout, area, pace });
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

type Pin = { place: Place<PrintItem>; image: PdfImage; colour: string; texts: Texts };

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
  writeLines(document, words, { ...centre, align: 'centre', size: 2.4, colour, apart: 3 });
}
