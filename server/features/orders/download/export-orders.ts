import { Readable } from 'node:stream';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { dayOf, formatDateTime } from '#domain/dates.ts';
import type { Delivery, DeliveryField } from '#domain/delivery.ts';
import { deliveryText, shownFields, spreadsheetLabels } from '#domain/delivery-labels.ts';
import { statusLabel } from '#domain/orders.ts';
import { PLAIN_NAME, pinName } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import { readDelivery } from '#server/features/delivery/columns.ts';
import { pageOrders } from '#server/features/orders/list-orders.ts';
import { readPinName } from '#server/features/orders/pin-columns.ts';
import type { StoredOrder } from '#server/features/orders/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts';

/** Orders per query; it delays other requests by some milliseconds. */
const PAGE = { limit: 100, maxPictures: 100 };

type Line = {
  order: StoredOrder['order'];
  delivery: Delivery;
  /** Null: the order has no pictures yet. */
  item: StoredOrder['items'][number] | null;
  /** The item's number within the order, from 1. */
  number: number | null;
  publicUrl: string;
};
type Cell = string | number | null;

const columns: readonly (readonly [heading: string, read: (line: Line) => Cell])[] = [
  ['Pedido', ({ order }) => order.id],
  ['Fecha', ({ order }) => formatDateTime(order.created_at)],
  ['Estado', ({ order }) => statusLabel(order.status)],
  ['Tipo', ({ order }) => (order.user_uid === null ? 'Invitado' : 'Usuario Registrado')],
  ...shownFields(spreadsheetLabels).map(
    ([field, label]) => [label, (line: Line) => deliveryCell(field, line)] as const,
  ),
  ['Imagen', ({ number }) => number],
  ['Archivo', ({ item }) => item?.original_name ?? null],
  ['Cantidad', ({ item }) => item?.quantity ?? null],
  ['Notas de la imagen', ({ item }) => item?.notes ?? null],
  [
    'Enlace de la imagen',
    ({ item, publicUrl }) => item && publicUrl + pictureUrls(item.upload_id).imageUrl,
  ],
  ['Total de pines', ({ order }) => order.images_count],
  ['Subtotal', ({ order }) => order.images_total],
  ['Código', ({ order }) => order.discount_code],
  ['Descuento', ({ order }) => order.discount_amount],
  ['Envío', ({ order }) => order.shipping_cost],
  ['Total', ({ order }) => order.total_amount],
  ['Pagado', ({ order }) => order.paid_on],
  ['Medio de pago', ({ order }) => order.paid_how],
  ['Transporte', ({ order }) => order.courier],
  ['Seguimiento', ({ order }) => order.tracking_number],
  ['Condiciones', ({ order }) => order.terms_version],
];

/** Only if the shop has, or had, several products: otherwise the file has the original columns. */
const productColumns: typeof columns = [
  ['Pin', ({ item }) => item && (pinName(readPinName(item)) ?? PLAIN_NAME)],
  ['Producto', ({ item }) => item?.product_name ?? null],
  ['Acabado', ({ item }) => item?.finish_name ?? null],
  ['Precio del pin', ({ item }) => item?.unit_price ?? null],
];

/** Only if the owner has set delivery ways. */
const wayColumns: typeof columns = [
  ['Entrega', ({ delivery }) => deliveryText('way', delivery)],
  ['Courier elegido', ({ delivery }) => delivery.courier],
  ['Oficina', ({ delivery }) => delivery.branch],
  ['Pago del envío', ({ delivery }) => deliveryText('payShipping', delivery)],
];

/** Only if some pin has a text. */
const textColumns: typeof columns = [['Texto del pin', ({ item }) => item?.text_value ?? null]];

async function hasKinds({ queries }: Context['db']): Promise<boolean> {
  const items = queries.selectFrom('order_items').select('position');
  const named = items.where(({ eb, or }) =>
    or([eb('product_name', '!=', PLAIN_NAME), eb('finish_id', 'is not', null)]),
  );
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}

async function hasTexts({ queries }: Context['db']): Promise<boolean> {
  const items = queries.selectFrom('order_items').select('position');
  const one = items.where('text_value', 'is not', null).limit(1);
  return (await one.executeTakeFirst()) !== undefined;
}

function deliveryCell(field: DeliveryField, { order, delivery }: Line): Cell {
  return field === 'email' && order.user_email !== null
    ? order.user_email
    : deliveryText(field, delivery);
}

/** Exports the filtered orders as CSV, read page by page while it is sent. */
export function exportOrders(context: Context, filter: OrderFilter): FileAnswer {
  return {
    content: Readable.from(writeLines(context, filter)),
    type: 'text/csv; charset=utf-8',
    name: `pedidos-${dayOf(context.clock())}.csv`,
  };
}

async function* writeLines(
  { db, publicUrl, settings }: Context,
  filter: OrderFilter,
): AsyncGenerator<string> {
  const { isDefault } = await settings.current();
  const shown = [
    ...columns,
    ...(isDefault.products && !(await hasKinds(db)) ? [] : productColumns),
    ...(isDefault.ways ? [] : wayColumns),
    ...((await hasTexts(db)) ? textColumns : []),
  ];
  yield BYTE_ORDER_MARK + csvLine(shown.map(([heading]) => heading));
  let cursor: string | undefined;
  do {
    const { orders, nextCursor } = await pageOrders(db, filter, { ...PAGE, cursor });
    if (orders.length > 0) yield orders.flatMap((each) => linesOf(each, publicUrl, shown)).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** Returns a line per item with the whole order's data; one line for an order without pictures. */
function linesOf(
  { order, items }: StoredOrder,
  publicUrl: string,
  shown: typeof columns,
): string[] {
  const delivery = readDelivery(order);
  const lines = items.map((item, at) => ({ item, number: at + 1 }));
  const all = lines.length > 0 ? lines : [{ item: null, number: null }];
  return all.map((each) => {
    const line = { order, delivery, ...each, publicUrl };
    return csvLine(shown.map(([, read]) => read(line)));
  });
}
