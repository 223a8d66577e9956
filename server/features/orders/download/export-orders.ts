import { Readable } from 'node:stream';
import type { OrderFilter } from '#contract/orders-admin.ts';
import { dayOf, formatDateTime } from '#domain/dates.ts';
import { statusLabel } from '#domain/orders.ts';
import { regionName } from '#domain/regions.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { pictureUrls } from '../../uploads/urls.ts';
import { pageOrders } from '../list-orders.ts';
import type { StoredOrder } from '../repo.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

/** Orders read at once. */
const PAGE = 250;

const HEADINGS = [
  'Pedido',
  'Fecha',
  'Estado',
  'Tipo',
  'Nombre',
  'Correo',
  'Teléfono',
  'Dirección',
  'Ciudad',
  'Región',
  'Notas del pedido',
  'Imagen',
  'Archivo',
  'Cantidad',
  'Notas de la imagen',
  'Enlace de la imagen',
  'Total de pines',
  'Subtotal',
  'Código',
  'Descuento',
  'Envío',
  'Total',
  'Pagado',
  'Medio de pago',
  'Transporte',
  'Seguimiento',
  'Condiciones',
] as const;

/** All orders of a filter as a spreadsheet, read page by page while it is sent. */
export function exportOrders(context: Context, filter: OrderFilter): FileAnswer {
  return {
    content: Readable.from(writeLines(context, filter)),
    type: 'text/csv; charset=utf-8',
    name: `pedidos-${dayOf(context.clock())}.csv`,
  };
}

async function* writeLines(
  { db, publicUrl }: Context,
  filter: OrderFilter,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(HEADINGS);
  let cursor: string | undefined;
  do {
    const { orders, nextCursor } = await pageOrders(db, filter, { limit: PAGE, cursor });
    if (orders.length > 0) yield orders.flatMap((each) => linesOf(each, publicUrl)).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** One line per picture, each with the whole order's data. */
function linesOf({ order, items }: StoredOrder, publicUrl: string): string[] {
  const head = [
    order.id,
    formatDateTime(order.created_at),
    statusLabel(order.status),
    order.user_uid === null ? 'Invitado' : 'Usuario Registrado',
    order.full_name,
    order.user_email ?? order.email,
    order.phone,
    order.address,
    order.city,
    regionName(order.region),
    order.notes,
  ];
  const tail = [
    order.images_count,
    order.images_total,
    order.discount_code,
    order.discount_amount,
    order.shipping_cost,
    order.total_amount,
    order.paid_on,
    order.paid_how,
    order.courier,
    order.tracking_number,
    order.terms_version,
  ];
  return items.map(({ upload_id, original_name, quantity, notes }, at) => {
    const url = publicUrl + pictureUrls(upload_id).imageUrl;
    return csvLine([...head, at + 1, original_name, quantity, notes, url, ...tail]);
  });
}
