import { Readable } from 'node:stream';
import type { SalesQuery } from '#contract/sales.ts';
import { dayOf } from '#domain/dates.ts';
import { regionName } from '#domain/regions.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { BYTE_ORDER_MARK, csvLine } from '../download/csv.ts';
import { type Cell, listSales } from './count-sales.ts';

/** Heading and cell of each column; amounts in pesos. */
const columns: readonly (readonly [heading: string, read: (cell: Cell) => string | number])[] = [
  ['Desde', ({ from }) => from],
  ['Hasta', ({ to }) => to],
  ['Región', ({ region }) => regionName(region)],
  ['Pedidos', ({ sales }) => sales.orders],
  ['Pines', ({ sales }) => sales.pins],
  ['Ventas', ({ sales }) => sales.revenue],
  ['Pedido promedio', ({ sales }) => sales.averageOrder],
  ['Pedidos de invitados', ({ sales }) => sales.guestOrders],
  ['Pedidos de quienes vuelven', ({ sales }) => sales.returningOrders],
  ['Pedidos pagados', ({ sales }) => sales.paidOrders],
  ['Ventas pagadas', ({ sales }) => sales.paidRevenue],
  ['Ventas por pagar', ({ sales }) => sales.revenue - sales.paidRevenue],
];

/** The sales of the last weeks or months as a spreadsheet; nobody's data is in it. */
export async function exportSales(context: Context, query: SalesQuery): Promise<FileAnswer> {
  const cells = await listSales(context, query);
  const lines = [
    csvLine(columns.map(([heading]) => heading)),
    ...cells.map((cell) => csvLine(columns.map(([, read]) => read(cell)))),
  ];
  return {
    content: Readable.from([BYTE_ORDER_MARK + lines.join('')]),
    type: 'text/csv; charset=utf-8',
    name: `ventas-${dayOf(context.clock())}.csv`,
  };
}
