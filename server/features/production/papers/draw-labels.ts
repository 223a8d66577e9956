import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import type { LabelFormat } from '#contract/production/parcels.ts';
import type { Seller } from '#domain/legal/document.ts';
import type { Order } from '#domain/orders/order.ts';
import { describeKinds } from '#domain/pins/choice.ts';
import type { Box } from '#domain/pins/crops.ts';
import { PAPERS } from '#domain/production/paper.ts';
import type { Context } from '#server/context.ts';
import { findOrdersToPack } from '#server/features/production/reprinted.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { drawQr } from './draw-marks.ts';
import { servePdf } from './open-pdf.ts';
import { type RecipientPart, recipientOf } from './recipient.ts';
import { breakLines, writeLine, writeLines } from './write-text.ts';

const COLUMNS = 2;
const ROWS = 4;
const layouts: Readonly<Record<LabelFormat, { width: number; height: number; labels: Box[] }>> = {
  '100x150': { width: 100, height: 150, labels: [{ left: 0, top: 0, width: 100, height: 150 }] },
  a4: { ...PAPERS.a4, labels: cutIntoEight() },
};

/** Eight equal labels without gaps, as on label sheets of 105 x 74 mm. */
function cutIntoEight(): Box[] {
  const width = PAPERS.a4.width / COLUMNS;
  const height = PAPERS.a4.height / ROWS;
  return Array.from({ length: COLUMNS * ROWS }, (_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    return { left: column * width, top: row * height, width, height };
  });
}

/**
 * Returns address labels, as many to a page as fit.
 * @throws ShopError `not_found`, `validation_failed`
 */
export async function drawLabels(
  context: Context,
  { ids, format }: { ids: readonly string[]; format: LabelFormat },
): Promise<FileAnswer> {
  const { db, settings, publicUrl } = context;
  const { seller: shop } = (await settings.current()).settings;
  const orders = await findOrdersToPack(db.queries, ids);
  const { labels, ...paper } = layouts[format];
  const about = { title: 'Etiquetas de envío', name: 'etiquetas.pdf' };
  return servePdf(context, about, async ({ document, addPage, pace }) => {
    for (const [at, order] of orders.entries()) {
      await pace();
      if (at % labels.length === 0) addPage(paper);
      const box = labels[at % labels.length];
      if (box) drawLabel(document, box, { order, publicUrl, shop });
    }
  });
}

type Parcel = { order: Order; publicUrl: string; shop: Seller };
type Line = { text: string; size: number; isBold?: boolean };

/** Millimetres at each edge that printers and scissors may cut off. */
const PADDING = 6;
/** Height of the sender's letters, in millimetres. */
const SENDER = 2.6;
/** Maximum number of lines about the pins; the packing slip lists all. */
const MOST_PINS = 2;
/** Smaller letters are not legible at arm's length. */
const MIN_SCALE = 0.45;

/**
 * Draws the recipient, the order's code and pins, and a QR code that opens the order in the panel.
 */
function drawLabel(
  document: PDFKit.PDFDocument,
  box: Box,
  { order, publicUrl, shop }: Parcel,
): void {
  const isWide = box.width > box.height;
  const x = box.left + PADDING;
  const bottom = box.top + box.height - PADDING;
  const side = isWide ? 26 : 40;
  const width = box.width - 2 * PADDING - (isWide ? side : 0);
  const style = { size: SENDER, width: isWide ? width : width - side };
  const kinds = describeKinds(order.items) ?? '';
  const pins = breakLines(document, kinds, { ...style, most: MOST_PINS });
  const contact = shop.whatsapp || shop.email;
  const sender = [`De: ${shop.name}`, shop.address, contact].filter(Boolean).join('\n');
  const small = [
    ...breakLines(document, sender, { ...style, most: isWide ? 4 : 8 }),
    ...pins.filter(Boolean),
  ];
  const foot = 7 + SENDER * 1.2 * small.length;
  const lines = fitLines(document, recipientLines(order), {
    width,
    height: box.height - 2 * PADDING - (isWide ? foot : Math.max(foot, side + 4)),
  });
  let y = box.top + PADDING;
  for (const { text, size, isBold = false } of lines) {
    writeLine(document, text, { x, y, size, isBold });
    y += size * 1.25;
  }
  drawQr(document, {
    text: panelOrderUrl(publicUrl, order.id),
    ...{ left: box.left + box.width - PADDING - side + 2, top: bottom - side + 2, side },
  });
  writeLine(document, order.id, { x, y: bottom - 5, size: isWide ? 5 : 6, isBold: true });
  const apart = SENDER * 1.2;
  writeLines(document, small, { x, y: bottom - 6 - apart * small.length, size: SENDER, apart });
}

/** Styles of the parts that are not plain lines. */
const styles: Partial<Record<RecipientPart, Omit<Line, 'text'>>> = {
  name: { size: 7, isBold: true },
  pickup: { size: 6.5, isBold: true },
  city: { size: 6.5, isBold: true },
  region: { size: 5 },
  pays: { size: 5.5, isBold: true },
};

function recipientLines({ delivery }: Order): Line[] {
  const { whom, where, pays } = recipientOf(delivery);
  return [...whom, ...where, ...pays].map(([part, text]) => {
    const isLoud = part === 'pickup' || part === 'pays';
    return { size: 5.5, ...styles[part], text: isLoud ? text.toUpperCase() : text };
  });
}

/** Breaks lines at the width, with letters as large as the height allows. */
function fitLines(
  document: PDFKit.PDFDocument,
  texts: readonly Line[],
  { width, height }: { width: number; height: number },
): Line[] {
  for (let scale = 1; ; scale -= 0.05) {
    const lines = texts.flatMap(({ text, size, isBold = false }) => {
      const style = { size: size * scale, isBold };
      return breakLines(document, text, { ...style, width }).map((part) => ({
        text: part,
        ...style,
      }));
    });
    const needed = lines.reduce((sum, { size }) => sum + size * 1.25, 0);
    if (needed <= height || scale <= MIN_SCALE) return lines;
  }
}
