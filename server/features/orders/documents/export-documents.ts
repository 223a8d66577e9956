import { Readable } from 'node:stream';
import { dayOf } from '#domain/dates.ts';
import { statusLabel } from '#domain/orders.ts';
import type { Context } from '#server/context.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/features/orders/download/csv.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

/** Lines that are read and written at once; orders wait for some milliseconds meanwhile. */
const PAGE = 500;

const COLUMNS = [
  'id',
  'status',
  'paid_on',
  'paid_how',
  'total_amount',
  'document_number',
  'document_on',
] as const;
type Line = Pick<OrderRow, (typeof COLUMNS)[number]>;

/** Heading and cell of each column; amounts in pesos. Taxes are in the boletas, not in the shop. */
const columns: readonly (readonly [
  heading: string,
  read: (line: Line) => string | number | null,
])[] = [
  ['Pedido', ({ id }) => id],
  ['Estado', ({ status }) => statusLabel(status)],
  ['Pagado', ({ paid_on }) => paid_on],
  ['Medio de pago', ({ paid_how }) => paid_how],
  ['Total', ({ total_amount }) => total_amount],
  ['Boleta', ({ document_number }) => document_number],
  ['Emitida', ({ document_on }) => document_on],
];

type Days = { from?: string | undefined; to?: string | undefined };

/** The orders that were paid on some days and their boletas as a spreadsheet, in the order of payment. */
export function exportDocuments(context: Context, days: Days): FileAnswer {
  const name = ['boletas', days.from, days.to ?? dayOf(context.clock())].filter(Boolean).join('-');
  return {
    content: Readable.from(writeLines(context, days)),
    type: 'text/csv; charset=utf-8',
    name: `${name}.csv`,
  };
}

async function* writeLines(context: Context, days: Days): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(([heading]) => heading));
  let last: Line | undefined;
  do {
    const page = await readPage(context, days, last);
    yield page.map((line) => csvLine(columns.map(([, read]) => read(line)))).join('');
    await takeTurn();
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last);
}

function readPage({ db }: Context, { from, to }: Days, last: Line | undefined): Promise<Line[]> {
  let query = db.queries
    .selectFrom('orders')
    .select(COLUMNS)
    .where('paid_on', 'is not', null)
    .where('deleted_at', 'is', null);
  if (from) query = query.where('paid_on', '>=', from);
  if (to) query = query.where('paid_on', '<=', to);
  if (last) {
    const { paid_on, id } = last;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('paid_on', 'id'), '>', tuple(paid_on, id)),
    );
  }
  return query.orderBy('paid_on').orderBy('id').limit(PAGE).execute();
}
