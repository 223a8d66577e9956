import { type RawBuilder, sql } from 'kysely';
import type { OrderFilter } from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import type { Delivery, DeliveryField } from '#domain/delivery/delivery.ts';
import { deliveryText, shownFields } from '#domain/delivery/delivery-labels.ts';
import { spreadsheetLabels } from '#domain/delivery/view-labels.ts';
import { type BillLine, billOf } from '#domain/orders/bill.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { howPaid, openRefundsOf } from '#domain/orders/order-money.ts';
import { openQuoteOf, pricingQuoteOf } from '#domain/orders/quote.ts';
import { statusLabel } from '#domain/orders/status.ts';
import { sumAmounts } from '#domain/payments/refunds.ts';
import { groupPins, PLAIN_NAME, pinName } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import { pageOrders } from '#server/features/orders/read/list-orders.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { type CsvColumns, csvFile, dayCell, timeCell, writeCsv } from '#server/lib/csv.ts';

/** Orders per query; it delays other requests by some milliseconds. */
const PAGE = { limit: 100, maxPictures: 100 };

type Line = {
  order: Order;
  delivery: Delivery;
  /** Null: the order has no pictures yet. */
  item: OrderItem | null;
  /** The item's number within the order, from 1. */
  number: number | null;
  bill: readonly BillLine[];
  publicUrl: string;
};

/** Reads a value of the order, on its first line alone, so that a column of sums can be added up. */
function ofOrder<Value>(read: (line: Line) => Value) {
  return (line: Line) => (line.number === null || line.number === 1 ? read(line) : null);
}

/** Reads the amounts of a kind on the order's bill. @param sign -1: what the bill takes off */
function ofBill(kind: BillLine['kind'], sign: 1 | -1 = 1) {
  return ofOrder(({ bill }) =>
    bill.reduce((sum, line) => sum + (line.kind === kind ? sign * line.amount : 0), 0),
  );
}

const columns: CsvColumns<Line> = [
  ['Pedido', ({ order }) => order.id],
  ['Fecha', ({ order }) => timeCell(order.createdAt)],
  ['Estado', ({ order }) => statusLabel(order.status)],
  ['Tipo', ({ order }) => (order.owner.isGuest ? 'Invitado' : 'Usuario Registrado')],
  ...shownFields(spreadsheetLabels).map(
    ([field, label]) => [label, (line: Line) => deliveryCell(field, line)] as const,
  ),
  ['Imagen', ({ number }) => number],
  ['Archivo', ({ item }) => item?.originalName ?? null],
  ['Cantidad', ({ item }) => item?.quantity ?? null],
  ['Notas de la imagen', ({ item }) => item?.notes ?? null],
  [
    'Enlace de la imagen',
    ({ item, publicUrl }) => item && publicUrl + pictureUrls(item.uploadId).imageUrl,
  ],
  ['Total de pines', ofOrder(({ order }) => order.cost.pins)],
  ['Subtotal', ofBill('subtotal')],
  ['Código', ({ order }) => order.cost.discountCode],
  ['Descuento', ofBill('discount', -1)],
  ['Envío', ofBill('shipping')],
  ['Total', ofBill('total')],
  ['Pagado', ({ order }) => dayCell(order.paidOn)],
  ['Medio de pago', ({ order }) => howPaid(order)],
  ['Abonado', ofBill('paid', -1)],
  ['Devuelto', ofBill('refunded')],
  ['Por devolver', ofOrder(({ order }) => sumAmounts(openRefundsOf(order)))],
  ['Saldo', ofBill('balance')],
  ['Transporte', ({ order }) => order.rounds[0].parcel.courier],
  ['Seguimiento', ({ order }) => order.rounds[0].parcel.trackingNumber],
  ['Condiciones', ({ order }) => dayCell(order.termsVersion)],
];

/** Only if the shop has, or had, several products: otherwise the file has the original columns. */
const productColumns: CsvColumns<Line> = [
  ['Pin', ({ item }) => item && (pinName(item) ?? PLAIN_NAME)],
  ['Producto', ({ item }) => item?.product.name ?? null],
  ['Acabado', ({ item }) => item?.finish?.name ?? null],
  ['Precio del pin', ({ item }) => item?.unitPrice ?? null],
];

/** Only if the owner has set delivery ways. */
const wayColumns: CsvColumns<Line> = [
  ['Entrega', ({ delivery }) => deliveryText('way', delivery)],
  ['Courier elegido', ({ delivery }) => delivery.courier],
  ['Oficina', ({ delivery }) => delivery.branch],
  ['Pago del envío', ({ delivery }) => deliveryText('payShipping', delivery)],
];

/** Only if some order has a charge besides its shipping. */
const chargeColumns: CsvColumns<Line> = [
  ['Otros cargos', ofBill('charge')],
  ['Detalle de otros cargos', ofOrder(({ bill }) => describeCharges(bill))],
];

function describeCharges(bill: readonly BillLine[]): string {
  const charges = bill.filter(({ kind }) => kind === 'charge');
  return charges.map(({ label, amount }) => `${label}: ${formatPesos(amount)}`).join(', ');
}

/** Only if some pin has a text. */
const textColumns: CsvColumns<Line> = [['Texto del pin', ({ item }) => item?.text?.value ?? null]];

const isOfKind = sql<boolean>`(product_name <> ${PLAIN_NAME} or finish_id is not null)`;
const hasText = sql<boolean>`text_value is not null`;

async function hasItem({ queries }: Context['db'], condition: RawBuilder<boolean>) {
  const items = queries.selectFrom('order_items').select('position').where(condition);
  return (await items.limit(1).executeTakeFirst()) !== undefined;
}

function deliveryCell(field: DeliveryField, { order, delivery }: Line): string | null {
  return field === 'email' && order.owner.email !== null
    ? order.owner.email
    : deliveryText(field, delivery);
}

/** Exports the filtered orders as CSV, read page by page while it is sent. */
export function exportOrders(context: Context, filter: OrderFilter): FileAnswer {
  return csvFile(`pedidos-${dayOf(context.clock())}.csv`, writeLines(context, filter));
}

async function* writeLines(context: Context, filter: OrderFilter): AsyncGenerator<string> {
  const { db, settings } = context;
  const { isDefault } = await settings.current();
  const charges = db.queries.selectFrom('order_charges').select('position').limit(1);
  const shown = [
    ...columns,
    ...(isDefault.products && !(await hasItem(db, isOfKind)) ? [] : productColumns),
    ...(isDefault.ways ? [] : wayColumns),
    ...((await hasItem(db, hasText)) ? textColumns : []),
    ...((await charges.executeTakeFirst()) ? chargeColumns : []),
  ];
  yield* writeCsv(shown, readPages(context, filter));
}

async function* readPages({ db, publicUrl }: Context, filter: OrderFilter): AsyncGenerator<Line[]> {
  let cursor: string | undefined;
  do {
    const { orders, nextCursor } = await pageOrders(db, filter, { ...PAGE, cursor });
    yield orders.filter((each) => !openQuoteOf(each)).flatMap((each) => linesOf(each, publicUrl));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns a line per item with the order's data; one line for an order without pictures. */
function linesOf(stored: Order, publicUrl: string): Line[] {
  const order = { ...stored, cost: pricingQuoteOf(stored)?.cost ?? stored.cost };
  const { delivery } = order;
  const bill = billOf({ ...order, pins: groupPins(order.items), money: order });
  const lines = order.items.map((item, at) => ({ item, number: at + 1 }));
  const all = lines.length > 0 ? lines : [{ item: null, number: null }];
  return all.map((each) => ({ order, delivery, ...each, bill, publicUrl }));
}
