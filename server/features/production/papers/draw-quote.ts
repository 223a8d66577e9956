import { dayOf, formatDay } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { Delivery } from '#domain/delivery/delivery.ts';
import { describeDeposit } from '#domain/delivery/way-texts.ts';
import { billOf } from '#domain/orders/bill.ts';
import type { Quote } from '#domain/orders/quote.ts';
import { depositOf } from '#domain/payments/deposit.ts';
import { pinName } from '#domain/pins/choice.ts';
import { PAPERS } from '#domain/production/paper.ts';
import type { Context } from '#server/context.ts';
import { findLiveOrder } from '#server/features/orders/order.ts';
import { linkedOf, quoteUrl } from '#server/features/orders/order-link.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { drawQr, prepareLogo } from './draw-marks.ts';
import { servePdf } from './open-pdf.ts';
import { breakLines, lineWidth, writeLine, writeLines } from './write-text.ts';

const MARGIN = 20;
const STEP = 6;
const TEXT = { size: 4 };
const QR_SIDE = 28;
/** Width of the dates beside the buyer's name. */
const DATES = 55;

/** Returns a quote on one page, with the seller's data. @throws ShopError `not_found` */
export async function drawQuote(context: Context, id: string): Promise<FileAnswer> {
  const order = await findLiveOrder(context.db.queries, id);
  if (!order?.quote) throw new ShopError('not_found');
  const { createdAt, delivery, quote } = order;
  const { seller, payment } = (await context.settings.current()).settings;
  const total = quote.cost.totalAmount;
  const deposit = depositOf(total, payment);
  const { width, height } = PAPERS.letter;
  const about = { title: `Cotización ${id}`, name: `cotizacion-${id}.pdf` };
  return servePdf(context, about, async ({ document, addPage }) => {
    const drawLogo = await prepareLogo(context, document);
    addPage(PAPERS.letter);
    let y = MARGIN;
    const whole = { x: MARGIN, width: width - 2 * MARGIN };
    const writeRow = (left: string, right: string, { isBold = false, scale = 1 } = {}) => {
      const style = { size: TEXT.size * scale, isBold };
      const x = width - MARGIN - lineWidth(document, right, style);
      writeLine(document, left, { x: MARGIN, y, ...style, width: x - MARGIN - 4 });
      writeLine(document, right, { x, y, ...style });
      y += STEP * scale;
    };
    drawLogo({ x: width - MARGIN - 16, y, side: 16 });
    writeLine(document, `Cotización ${id}`, { ...whole, y, isBold: true, size: 7 });
    y += 12;
    const contact = [
      seller.name,
      seller.rut && `RUT ${seller.rut}`,
      seller.address,
      [seller.email, seller.whatsapp].filter(Boolean).join(' · '),
    ];
    y = writeLines(document, contact.filter(Boolean), { ...whole, y, ...TEXT, apart: 5 }) + 5;
    const beside = { ...TEXT, width: whole.width - DATES, most: 2 };
    const buyer = breakLines(document, `Para ${delivery.fullName}`, beside);
    writeLines(document, buyer, { x: MARGIN, y, ...TEXT, apart: STEP });
    writeRow('', `Fecha: ${formatDay(dayOf(createdAt))}`);
    writeRow('', `Vale hasta el ${formatDay(quote.validUntil)}`, { isBold: true });
    y += 4;
    const rows = rowsOf(quote, delivery);
    // Many lines are smaller, so that all are on the page, above the code.
    const room = height - MARGIN - QR_SIDE - 4 - (deposit === null ? 0 : 2 * STEP + 2) - y;
    const scale = Math.min(1, room / ((rows.length + 1) * STEP));
    for (const [left, amount] of rows) writeRow(left, formatPesos(amount), { scale });
    document
      .lineWidth(0.2)
      .moveTo(MARGIN, y - scale)
      .lineTo(width - MARGIN, y - scale)
      .stroke();
    writeRow('Total', formatPesos(total), { scale, isBold: true });
    if (deposit !== null) {
      const note = describeDeposit(deposit, total - deposit, { deliveryData: delivery });
      y = writeLines(document, breakLines(document, note, { ...TEXT, ...whole }), {
        ...TEXT,
        x: MARGIN,
        y: y + 2,
        apart: STEP,
      });
    }
    y += 4;
    drawQr(document, {
      text: quoteUrl(context, linkedOf(order)),
      ...{ left: MARGIN, top: y, side: QR_SIDE },
    });
    writeLine(document, 'Escanea el código para aceptarla', { x: MARGIN + 34, y: y + 12, ...TEXT });
  });
}

/** Returns what adds up to the total, with its amounts in pesos. */
function rowsOf({ lines, cost }: Quote, delivery: Delivery): [string, number][] {
  const pins = lines.map((line): [string, number] => {
    const { quantity, unitPrice, product } = line;
    const name = pinName(line) ?? product.name;
    const count = quantity.toLocaleString('es-CL');
    return [`${count} × ${name}, a ${formatPesos(unitPrice)} cada uno`, quantity * unitPrice];
  });
  const others = billOf({ cost, delivery, pins: [] }).filter(({ kind }) =>
    ['discount', 'shipping', 'charge'].includes(kind),
  );
  return [...pins, ...others.map(({ label, amount }): [string, number] => [label, amount])];
}
