import { formatDate } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { foldText } from '#domain/base/folding.ts';
import type { Seller } from '#domain/legal/document.ts';
import { factsOf } from '#domain/orders/derive.ts';
import { currentRound, type Order } from '#domain/orders/order.ts';
import { isReprinting } from '#domain/orders/order-stage.ts';
import type { Size } from '#domain/pins/crops.ts';
import { PAPERS } from '#domain/production/paper.ts';
import type { Context } from '#server/context.ts';
import { findLiveOrders } from '#server/features/orders/order.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { type Pdf, servePdf } from './open-pdf.ts';
import { type Block, drawBlocks, pageText, placeBlocks } from './place-blocks.ts';
import { breakLines, writeLine, writeLines } from './write-text.ts';

type Parcel = {
  order: Order;
  /** Null: none was recorded. */
  courier: string | null;
  trackingNumber: string;
};

/**
 * Returns lists to sign when parcels are handed over, on separate pages for each courier. Orders
 * that are picked up are left out.
 * @throws ShopError `not_found`, `validation_failed` when no order is sent
 */
export async function drawHandover(context: Context, ids: readonly string[]): Promise<FileAnswer> {
  const { db, settings, clock } = context;
  const { press, seller } = (await settings.current()).settings;
  const orders = await findLiveOrders(db.queries, ids);
  const parcels = orders.flatMap((order) =>
    order.delivery.way === 'pickup' ? [] : toParcel(order),
  );
  if (parcels.length === 0) {
    throw new ShopError('validation_failed', { message: 'Estos pedidos se retiran en la tienda' });
  }
  const byCourier = Map.groupBy(parcels, ({ courier }) => foldText(courier ?? ''));
  const paper = press.paper === 'letter' ? PAPERS.letter : PAPERS.a4;
  const about = { title: 'Listas de entrega', name: 'entrega.pdf' };
  const day = formatDate(new Date(clock()).toISOString());
  return servePdf(context, about, async (pdf) => {
    for (const [, some] of [...byCourier].sort(([one], [other]) => one.localeCompare(other))) {
      await drawList(pdf, { parcels: some, seller, day, paper });
    }
  });
}

/** The courier is the recorded one, or else the one whose office the buyer chose. */
function toParcel(order: Order): Parcel {
  const round = isReprinting(factsOf(order)) ? currentRound(order) : order.rounds[0];
  const noted = round.parcel;
  return {
    order,
    courier: noted.courier ?? order.delivery.courier,
    trackingNumber: noted.trackingNumber ?? '',
  };
}

type List = { parcels: readonly Parcel[]; seller: Seller; day: string; paper: Size };

const MARGIN = 15;
const LINE = 4;
/** Millimetres from a row's line to its text. */
const ABOVE = 1.9;
const TEXT = { size: 3 };
const SMALL = { size: 2.6, colour: '#555555' };
/** Millimetres from a page's margin to its first row. */
const HEAD = 21.9;
/** Height of the signatures on the last page, in millimetres. */
const FOOT = 46;
/** Each column's name, and its left edge and width as fractions of the table's width. */
const COLUMNS = [
  { name: 'N.º', left: 0, width: 0.06 },
  { name: 'Pedido', left: 0.06, width: 0.17 },
  { name: 'Recibe', left: 0.23, width: 0.27 },
  { name: 'Comuna', left: 0.5, width: 0.17 },
  { name: 'Seguimiento', left: 0.67, width: 0.23 },
  { name: 'Bultos', left: 0.9, width: 0.1 },
] as const;
/** Maximum number of lines of a long name. */
const MOST_LINES = 3;

async function drawList(pdf: Pdf, { parcels, seller, day, paper }: List): Promise<void> {
  const { document, addPage, pace } = pdf;
  const width = paper.width - 2 * MARGIN;
  const bottom = paper.height - MARGIN;
  const courier = parcels[0]?.courier ?? null;
  const rule = (y: number, colour: string) =>
    document
      .lineWidth(0.2)
      .strokeColor(colour)
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + width, y)
      .stroke();

  addPage(paper);
  const rows: Block[] = [];
  for (const [at, { order, trackingNumber }] of parcels.entries()) {
    await pace();
    const { fullName, city } = order.delivery;
    const texts = [`${at + 1}`, order.id, fullName, city, trackingNumber, '1'];
    const cells = COLUMNS.map((column, place) => {
      const room = { ...TEXT, width: column.width * width - 2, most: MOST_LINES };
      return breakLines(document, texts[place] ?? '', room);
    });
    const height = LINE * Math.max(...cells.map(({ length }) => length)) + 2.5;
    const draw = (y: number) => {
      for (const [place, lines] of cells.entries()) {
        const x = MARGIN + (COLUMNS[place]?.left ?? 0) * width;
        writeLines(document, lines, { x, y, ...TEXT, apart: LINE });
      }
      rule(y + height - ABOVE, '#cccccc');
    };
    rows.push({ takes: height, needs: height, draw });
  }
  const signatures: Block = {
    ...{ takes: 0, needs: FOOT },
    draw: (y) => drawSignatures(document, { parcels, courier, width, y }),
  };

  function begin(page: number, pages: number): number {
    if (page > 1) addPage(paper);
    const whom = courier === null ? 'Entrega, sin courier anotado' : `Entrega a ${courier}`;
    writeLine(document, whom, { x: MARGIN, y: MARGIN, size: 6, isBold: true, width });
    const facts = [seller.name, day, pageText(page, pages)].filter(Boolean).join(' · ');
    writeLine(document, facts, { x: MARGIN, y: MARGIN + 8, ...TEXT, width });
    const y = MARGIN + HEAD - ABOVE;
    for (const { name, left } of COLUMNS) {
      writeLine(document, name, { x: MARGIN + left * width, y: y - 5, ...SMALL });
    }
    rule(y, '#000000');
    return 0;
  }

  await drawBlocks(pdf, placeBlocks([...rows, signatures], { top: MARGIN + HEAD, bottom }), begin);
}

type Signatures = { parcels: readonly Parcel[]; courier: string | null; width: number; y: number };

/** Draws how much is handed over, and where both sign for it. */
function drawSignatures(
  document: PDFKit.PDFDocument,
  { parcels, courier, width, y }: Signatures,
): void {
  const count = parcels.length === 1 ? '1 bulto' : `${parcels.length} bultos`;
  writeLine(document, `En total: ${count}`, { x: MARGIN, y: y + 4, size: 4, isBold: true });
  const half = width / 2;
  for (const [at, who] of [
    'Entrega',
    courier === null ? 'Recibe' : `Recibe por ${courier}`,
  ].entries()) {
    const x = MARGIN + at * half;
    writeLine(document, who, { x, y: y + 14, ...TEXT, isBold: true, width: half - 8 });
    for (const [row, name] of ['Nombre', 'RUT', 'Firma y hora'].entries()) {
      const base = y + 24 + 8 * row;
      writeLine(document, name, { x, y: base - 3, ...SMALL });
      document.lineWidth(0.2).strokeColor('#000000');
      document
        .moveTo(x + 20, base)
        .lineTo(x + half - 8, base)
        .stroke();
    }
  }
}
