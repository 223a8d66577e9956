import { formatDate } from '#domain/dates.ts';
import type { Seller } from '#domain/legal/document.ts';
import { PAPERS } from '#domain/paper.ts';
import { describePins } from '#domain/pins/choice.ts';
import type { Size } from '#domain/pins/crops.ts';
import { regionName } from '#domain/regions.ts';
import type { Context } from '#server/context.ts';
import { readPinColumns } from '#server/features/orders/pin-columns.ts';
import { findLiveOrders, type ItemRow, type StoredOrder } from '#server/features/orders/repo.ts';
import { readSquares } from '#server/features/uploads/read-squares.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { type Pdf, type PdfImage, servePdf } from '#server/features/workshop/pdf/open-pdf.ts';
import { breakLines, writeLine } from '#server/features/workshop/pdf/write-text.ts';
import type { FileAnswer } from '#server/http/route.ts';

/** Returns packing slips, each order on pages of its own. @throws ShopError `not_found` */
export async function drawSlips(context: Context, ids: readonly string[]): Promise<FileAnswer> {
  const { db, settings, clock } = context;
  const { press, seller } = (await settings.current()).settings;
  const orders = await findLiveOrders(db.queries, ids);
  // A press may need a larger sheet than a slip does.
  const paper = press.paper === 'letter' ? PAPERS.letter : PAPERS.a4;
  const about = { title: 'Listas de empaque', name: 'lista-de-empaque.pdf', author: seller.name };
  return servePdf({ ...about, now: clock() }, async (pdf) => {
    for (const stored of orders) await drawSlip(context, pdf, { stored, paper, seller });
  });
}

type Slip = { stored: StoredOrder; paper: Size; seller: Seller };

const MARGIN = 15;
const PICTURE = 20;
const ROW = 24;
const LINE = 4.6;
const TEXT = { size: 3.6 };

async function drawSlip(
  context: Context,
  pdf: Pdf,
  { stored, paper, seller }: Slip,
): Promise<void> {
  const { document } = pdf;
  const { order, items } = stored;
  const width = paper.width - 2 * MARGIN;
  const bottom = paper.height - MARGIN - 8;
  let y = 0;
  let page = 0;

  function beginPage(): void {
    page += 1;
    pdf.addPage(paper);
    writeLine(document, `Pedido ${order.id}`, { x: MARGIN, y: MARGIN, size: 7, isBold: true });
    const pins = `${order.images_count} ${order.images_count === 1 ? 'pin' : 'pines'}`;
    const facts = [formatDate(new Date(order.created_at).toISOString()), pins, `hoja ${page}`];
    writeLine(document, facts.join(' · '), { x: MARGIN, y: MARGIN + 9, ...TEXT });
    y = MARGIN + 16;
  }

  function write(text: string, style: { size: number; isBold?: boolean } = TEXT): void {
    for (const line of breakLines(document, text, { ...style, width })) {
      if (y + LINE > bottom) beginPage();
      writeLine(document, line, { x: MARGIN, y, ...style });
      y += LINE;
    }
  }

  beginPage();
  write(`${order.full_name} · ${order.phone}`, { size: 4, isBold: true });
  write(`${order.address}, ${order.city}, ${regionName(order.region)}`);
  if (order.notes) write(`Notas: ${order.notes}`);
  y += 4;
  for (const [at, item] of items.entries()) {
    const notes = describeItem(document, item, width - PICTURE - 50);
    const height = Math.max(ROW, 3 + (notes.length + 1) * LINE);
    if (y + height > bottom) beginPage();
    drawTick(document, y);
    await drawPicture(context, pdf, { item, y });
    const x = MARGIN + PICTURE + 14;
    writeLine(document, `Imagen ${at + 1}`, { x, y: y + 2, ...TEXT, isBold: true });
    for (const [line, text] of notes.entries()) {
      writeLine(document, text, { x, y: y + 2 + LINE * (line + 1), ...TEXT });
    }
    writeLine(document, describePins(readPinColumns(item)), {
      x: MARGIN + width - 16,
      y: y + 5,
      size: 7,
      isBold: true,
    });
    y += height;
  }
  y += 4;
  write(`¡Gracias por tu compra, ${order.full_name}!`, { size: 4.2, isBold: true });
  write(`Si algo no está bien, escríbenos y lo arreglamos. ${describeSeller(seller)}`);
}

/** The file's name and the buyer's notes, in lines; a long note has its end on the order. */
function describeItem(document: PDFKit.PDFDocument, item: ItemRow, width: number): string[] {
  const name = breakLines(document, item.original_name, { ...TEXT, width }).slice(0, 1);
  if (!item.notes) return name;
  const notes = breakLines(document, `Notas: ${item.notes}`, { ...TEXT, width });
  return [...name, ...notes.slice(0, 40)];
}

function drawTick(document: PDFKit.PDFDocument, y: number): void {
  document
    .lineWidth(0.3)
    .strokeColor('#000000')
    .rect(MARGIN, y + 7, 6, 6)
    .stroke();
}

async function drawPicture(
  context: Context,
  { document }: Pdf,
  { item, y }: { item: ItemRow; y: number },
): Promise<void> {
  const { imageUrl } = pictureUrls(item.upload_id);
  const { crop, press } = readPinColumns(item);
  const shown = { imageUrl, crop, press };
  const [file] = await readSquares(context, [shown]);
  const [x, radius] = [MARGIN + 10, PICTURE / 2];
  const image = file && openSquare(document, file);
  if (image) {
    document
      .save()
      .circle(x + radius, y + radius, radius)
      .clip();
    document.image(image, x, y, { width: PICTURE, height: PICTURE });
    document.restore();
  }
  document
    .lineWidth(0.2)
    .strokeColor('#777777')
    .circle(x + radius, y + radius, radius)
    .stroke();
}

/** Returns null for a broken square: the slips of other orders are made all the same. */
function openSquare(document: PDFKit.PDFDocument, file: Uint8Array): PdfImage | null {
  try {
    return document.openImage(file);
  } catch {
    return null;
  }
}

function describeSeller({ name, email, whatsapp }: Seller): string {
  return [name, email, whatsapp].filter(Boolean).join(' · ');
}
