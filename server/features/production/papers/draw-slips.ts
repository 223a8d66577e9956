import { formatDate } from '#domain/base/dates.ts';
import type { Seller } from '#domain/legal/document.ts';
import { factsOf } from '#domain/orders/derive.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { isReprinting } from '#domain/orders/order-stage.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { pinName, quoteText } from '#domain/pins/choice.ts';
import type { Box, Size } from '#domain/pins/crops.ts';
import { PAPERS } from '#domain/production/paper.ts';
import type { Context } from '#server/context.ts';
import { findOrdersToPack, toBeMade } from '#server/features/production/reprinted.ts';
import { readSquares } from '#server/features/uploads/read-squares.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { drawQr, prepareLogo } from './draw-marks.ts';
import { createTexts, type Texts } from './draw-texts.ts';
import { type Pdf, type PdfImage, servePdf } from './open-pdf.ts';
import { type Block, drawBlocks, pageText, placeBlocks } from './place-blocks.ts';
import { type RecipientText, recipientOf } from './recipient.ts';
import { breakLines, writeLine, writeLines } from './write-text.ts';

/** Returns packing slips of A6, four to a page. @throws ShopError `not_found`, `validation_failed` */
export async function drawSlips(context: Context, ids: readonly string[]): Promise<FileAnswer> {
  const { press, seller } = (await context.settings.current()).settings;
  const orders = (await findOrdersToPack(context.db.queries, ids)).map(toBeMade);
  // The press may use a larger paper than slips need.
  const paper = press.paper === 'letter' ? PAPERS.letter : PAPERS.a4;
  return servePdf(context, { title: 'Listas de empaque', name: fileName(ids) }, async (pdf) => {
    const nextBox = createBoxes(pdf, paper);
    const texts = createTexts(pdf);
    const drawLogo = await prepareLogo(context, pdf.document);
    for (const order of orders)
      await drawSlip(context, pdf, { order, seller, nextBox, texts, drawLogo });
    texts.end();
  });
}

function fileName(ids: readonly string[]): string {
  return ids.length === 1 ? `empaque-${ids[0]}.pdf` : `empaque-${ids.length}-pedidos.pdf`;
}

const COLUMNS = 2;
const ROWS = 2;

/** Returns a function that begins the next slip on a page, with lines to cut along. */
function createBoxes({ document, addPage }: Pdf, paper: Size): () => Box {
  const [width, height] = [paper.width / COLUMNS, paper.height / ROWS];
  let count = 0;
  return () => {
    const place = count % (COLUMNS * ROWS);
    count += 1;
    if (place === 0) {
      addPage(paper);
      document.lineWidth(0.15).strokeColor('#aaaaaa').dash(1, { space: 1.5 });
      document.moveTo(width, 0).lineTo(width, paper.height);
      document.moveTo(0, height).lineTo(paper.width, height).stroke().undash();
    }
    const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
    return { left: column * width, top: row * height, width, height };
  };
}

type Slip = {
  order: Order;
  seller: Seller;
  nextBox: () => Box;
  texts: Texts;
  drawLogo: Awaited<ReturnType<typeof prepareLogo>>;
};

const MARGIN = 8;
/**
 * Sizes of pictures and gaps between rows, in millimetres: a smaller one is used if it saves a
 * slip.
 */
const ROW_SIZES = [
  { picture: 13, gap: 2 },
  { picture: 11, gap: 1.5 },
  { picture: 9, gap: 1 },
] as const;
type RowSize = (typeof ROW_SIZES)[number];
const GAP = 2.5;
const LINE = 3.7;
const TEXT = { size: 2.9 };
const HEAD = 13;
/** Millimetres from a row's left edge to its texts. */
const INDENT = 23;
/** Side of the QR code that opens 'Repetir pedido', in millimetres. */
const CODE = 24;

type Row = { item: OrderItem; lines: ItemLine[] };
/** Number of lines that stay beside their picture. */
const BESIDE = 6;

async function drawSlip(
  context: Context,
  pdf: Pdf,
  { order, seller, nextBox, texts, drawLogo }: Slip,
): Promise<void> {
  const { document } = pdf;
  const { items, delivery, cost } = order;
  const isReprint = isReprinting(factsOf(order));
  let box = nextBox();
  const width = box.width - 2 * MARGIN;
  const left = () => box.left + MARGIN;
  const room = { top: MARGIN + HEAD, bottom: box.height - MARGIN };

  function begin(page: number, count: number): number {
    if (page > 1) box = nextBox();
    const y = box.top + MARGIN;
    drawLogo({ x: left(), y, side: 9 });
    const half = width / 2;
    const beside = { x: left() + 11, width: half - 11 };
    const named = { size: 3.2, isBold: true, width: beside.width };
    const names = breakLines(document, seller.name, { ...named, most: 2 });
    const below = writeLines(document, names, { ...beside, ...named, y, apart: 3.2 });
    const contact = [seller.email, seller.whatsapp].filter(Boolean);
    writeLines(document, contact, { ...beside, y: below + 0.5, size: 2.3, apart: 2.6 });
    const x = left() + half + 2;
    writeLine(document, order.id, { x, y, size: 5, isBold: true });
    const pins = `${cost.pins} ${cost.pins === 1 ? 'pin' : 'pines'}`;
    const facts = [
      ...(isReprint ? ['Reimpresión'] : []),
      formatDate(new Date(order.createdAt).toISOString()),
      pins,
      pageText(page, count),
    ];
    writeLine(document, facts.join(' · '), { x, y: y + 6, size: 2.4 });
    return box.top;
  }

  const write = (text: string, style: { size: number; isBold?: boolean } = TEXT): Block[] =>
    breakLines(document, text, { ...style, width }).map((line) => ({
      takes: LINE,
      needs: LINE,
      draw: (y) => writeLine(document, line, { x: left(), y, ...style }),
    }));

  const { whom, where, pays } = recipientOf(delivery);
  // Without amounts, as the parcel may be a gift, and without rebates; a reprint has only its pins.
  const charged = isReprint ? [] : furtherCharges(cost).filter(({ amount }) => amount > 0);
  const extras = charged.map(({ label }) => label);
  const about: Block[] = [
    ...write(textsOf(whom).join(' · '), { size: 3.2, isBold: true }),
    ...write([textsOf(where).join(', '), ...textsOf(pays)].join(' · ')),
    ...(extras.length > 0 ? write(`Incluye: ${extras.join(', ')}`) : []),
    ...(delivery.notes ? write(`Notas: ${delivery.notes}`) : []),
    { takes: GAP, needs: 0 },
  ];
  const fronts = await readFronts(context, pdf, items);
  const rows: Row[] = [];
  for (const item of items) {
    await pdf.pace();
    rows.push({ item, lines: describeItem(document, item, width - INDENT - 14) });
  }
  const drawLines = (lines: readonly ItemLine[], y: number) => {
    for (const [line, text] of lines.entries()) {
      writeLine(document, text.text, { x: left() + INDENT, y: y + LINE * line, ...text });
    }
  };
  const drawRow = async ({ item, lines }: Row, size: RowSize, y: number) => {
    const middle = y + size.picture / 2;
    document
      .lineWidth(0.25)
      .strokeColor('#000000')
      .rect(left(), middle - 2, 4, 4)
      .stroke();
    const spot = { x: left() + 7, y, side: size.picture };
    await drawFront(document, { item, image: fronts.get(frontKey(item)) ?? null, texts, ...spot });
    drawLines(lines, y);
    const count = `×${item.quantity}`;
    writeLine(document, count, { x: left() + width - 12, y: middle - 3, size: 5, isBold: true });
  };
  const thanks: Block = {
    takes: 0,
    needs: CODE,
    draw: () =>
      drawThanks(
        document,
        { order, seller, publicUrl: context.publicUrl, ...{ x: left(), width } },
        box.top + room.bottom,
      ),
  };
  // A long note continues below its picture, on as many slips as it takes.
  const split = (row: Row, size: RowSize): Block[] => {
    const [beside, below] = [row.lines.slice(0, BESIDE), row.lines.slice(BESIDE)];
    const takes = Math.max(size.picture, beside.length * LINE);
    const first: Block = {
      takes,
      needs: takes,
      draw: (y) => drawRow({ ...row, lines: beside }, size, y),
    };
    const rest = below.map((line): Block => {
      return { takes: LINE, needs: LINE, draw: (y) => drawLines([line], y) };
    });
    return [first, ...rest, { takes: size.gap, needs: 0 }];
  };
  const layOut = (size: RowSize) => {
    const rowBlocks = rows.flatMap((row) => split(row, size));
    const [last, gap] = rowBlocks.splice(-2);
    // The last row keeps room for the thanks, so that they are never alone on a slip.
    const ending = last && gap ? [{ ...last, needs: last.takes + gap.takes + CODE }, gap] : [];
    return placeBlocks([...about, ...rowBlocks, ...ending, thanks], room);
  };
  const layouts = ROW_SIZES.map(layOut);
  const fewest = Math.min(...layouts.map(({ pages }) => pages));
  const layout = layouts.find(({ pages }) => pages === fewest);
  if (layout) await drawBlocks(pdf, layout, begin);
}

function textsOf(texts: readonly RecipientText[]): string[] {
  return texts.flatMap(([, text]) => text || []);
}

type Thanks = { order: Order; seller: Seller; publicUrl: string; x: number; width: number };

/** Draws the thanks at a slip's foot, beside the QR code that repeats the order. */
function drawThanks(document: PDFKit.PDFDocument, thanks: Thanks, bottom: number): void {
  const { order, seller, publicUrl, x, width } = thanks;
  // The link needs a sign-in, so a person who finds the slip sees nothing.
  const text = `${publicUrl}/?repetir=${order.id}`;
  drawQr(document, { text, left: x + width - CODE + 2, top: bottom - CODE + 2, side: CODE });
  let y = bottom - CODE + 2;
  const room = { width: width - CODE };
  const contact = [seller.email, seller.whatsapp].filter(Boolean).join(' · ');
  const words = [
    {
      text: `¡Gracias por tu compra, ${order.delivery.fullName}!`,
      size: 3.2,
      isBold: true,
      most: 2,
    },
    { text: `Si algo no está bien, escríbenos: ${contact}`, size: 2.6, most: 3 },
    { text: 'Con este código repites tu pedido en tu cuenta.', size: 2.6, most: 2 },
  ];
  for (const { text: sentence, most, ...style } of words) {
    const lines = breakLines(document, sentence, { ...style, ...room, most });
    y = writeLines(document, lines, { x, y, ...style, apart: style.size * 1.3 });
  }
}

type ItemLine = { text: string; size: number; isBold?: boolean };

/** Item and product, the pin's text, the file's name and the buyer's notes. */
function describeItem(document: PDFKit.PDFDocument, item: OrderItem, width: number): ItemLine[] {
  const write = (text: string | null, most?: number, isBold = false) =>
    (text ? breakLines(document, text, { ...TEXT, isBold, width, ...(most && { most }) }) : []).map(
      (line) => ({ text: line, ...TEXT, isBold }),
    );
  const title = [`Imagen ${item.position + 1}`, pinName(item)].filter(Boolean).join(' · ');
  return [
    ...write(title, undefined, true),
    ...write(quoteText(item)),
    ...write(item.originalName, 1),
    ...write(item.notes && `Notas: ${item.notes}`),
  ];
}

/** Pins with the same key differ in their texts alone. */
function frontKey({ uploadId, crop, press }: OrderItem): string {
  return JSON.stringify([uploadId, crop, press]);
}

/** Returns the pictures of pins, without their texts, by key; null for a lost or broken one. */
async function readFronts(
  context: Context,
  { document }: Pdf,
  items: readonly OrderItem[],
): Promise<Map<string, PdfImage | null>> {
  const byKey = new Map(items.map((item) => [frontKey(item), item]));
  const shown = [...byKey.values()].map((item) => {
    const { imageUrl } = pictureUrls(item.uploadId);
    return { ...item, imageUrl, text: undefined };
  });
  const squares = await readSquares(context, shown);
  return new Map(
    [...byKey.keys()].map((key, at) => {
      const file = squares[at];
      return [key, file ? openSquare(document, file) : null];
    }),
  );
}

type Front = {
  item: OrderItem;
  image: PdfImage | null;
  texts: Texts;
  x: number;
  y: number;
  side: number;
};

async function drawFront(
  document: PDFKit.PDFDocument,
  { item, image, texts, x, y, side }: Front,
): Promise<void> {
  const radius = side / 2;
  const centre = { x: x + radius, y: y + radius };
  if (image) {
    const { text, press } = item;
    document.save().circle(centre.x, centre.y, radius).clip();
    document.image(image, x, y, { width: side, height: side });
    if (text) await texts.draw(text, press, { centre, scale: side / press.faceMm });
    document.restore();
  }
  document.lineWidth(0.2).strokeColor('#777777').circle(centre.x, centre.y, radius).stroke();
}

/** Returns null for a broken square, so that the slips of other orders are still made. */
function openSquare(document: PDFKit.PDFDocument, file: Uint8Array): PdfImage | null {
  try {
    return document.openImage(file);
  } catch {
    return null;
  }
}
