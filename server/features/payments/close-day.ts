import { Readable } from 'node:stream';
import type { ExpressionBuilder } from 'kysely';
import type { DayPayment } from '#contract/online-payment-admin.ts';
import { addDays, dayOf, formatDateTime, startOfDay } from '#domain/dates.ts';
import { afterEvent, providerNames } from '#domain/payment.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payment-labels.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import {
  describeAttempt,
  type PaymentRow,
  toPayment,
} from '#server/features/orders/online-payment.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { BYTE_ORDER_MARK, csvLine } from '#server/lib/csv.ts';
import { ProviderFailure, type Told } from '#server/ports/payments/payments.ts';
import { changePayment } from './change-payment.ts';
import { isToldOf, toRef } from './repo.ts';

/** More than a shop of one press sells in a day. */
const MAX_PAYMENTS = 500;
const AT_ONCE = 5;

/**
 * Returns a day's attempts, each compared with what the provider says now; what it says differently
 * counts from then on. Those with money come first, on the day when it was seen, then by time.
 * @param day such as `2026-03-09`; left out: today
 */
export async function closeDay(
  context: Context,
  day: string = dayOf(context.clock()),
): Promise<DayPayment[]> {
  const at = (eb: ExpressionBuilder<Schema, 'payments'>) => eb.fn.coalesce('paid_at', 'created_at');
  const rows = await context.db.queries
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb(at(eb), '>=', startOfDay(day)))
    .where((eb) => eb(at(eb), '<', startOfDay(addDays(day, 1))))
    .orderBy((eb) => eb.case().when('paid_at', 'is', null).then(1).else(0).end())
    .orderBy(at)
    .orderBy('id')
    .limit(MAX_PAYMENTS)
    .execute();
  const closed: DayPayment[] = [];
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE);
    closed.push(...(await Promise.all(some.map((row) => compare(context, row)))));
  }
  return closed;
}

async function compare(context: Context, row: PaymentRow): Promise<DayPayment> {
  return {
    ...{ ...describeAttempt(row), orderId: row.order_id, at: row.paid_at ?? row.created_at },
    agrees: await agrees(context, row),
  };
}

/** What the provider was never told of, it cannot contradict. */
async function agrees(context: Context, row: PaymentRow): Promise<boolean | null> {
  const { payments } = context;
  if (!isToldOf(row)) return true;
  if (payments?.provider !== row.provider) return null;
  try {
    const told = await payments.read(toRef(row));
    const before = toPayment(row);
    // A word without money changes nothing that matters to a day's books.
    const event = { type: 'told', word: told.word } as const;
    const after = afterEvent(before, event);
    const isSame =
      told.word.state === 'paid'
        ? after === before &&
          told.word.amount === row.amount &&
          told.word.refunded === row.refunded &&
          (await areKnown(context, row, told))
        : row.paid_at === null;
    if (!isSame) await changePayment(context, row.id, () => ({ event }), told);
    return isSame;
  } catch (error) {
    if (error instanceof ProviderFailure) return null;
    throw error;
  }
}

/** Whether we know of every further payment of its attempt. */
async function areKnown({ db }: Context, row: PaymentRow, { others }: Told) {
  if (others.length === 0) return true;
  const known = await db.queries
    .selectFrom('payments')
    .select('provider_id')
    .where('order_id', '=', row.order_id)
    .where('reference', '=', row.reference)
    .execute();
  return others.every((other) => known.some(({ provider_id: id }) => id === other.providerId));
}

type Column = readonly [heading: string, read: (payment: DayPayment) => string | number | null];

/** Heading and cell of each column; amounts in pesos. */
const columns: readonly Column[] = [
  ['Fecha', ({ at }) => formatDateTime(at)],
  ['Pedido', ({ orderId }) => orderId],
  ['Medio', ({ provider }) => providerNames[provider]],
  ['Forma de pago', ({ method }) => method && paymentMethodLabels[method]],
  ['Estado', ({ state }) => paymentStateLabels[state]],
  ['Monto', ({ amount }) => amount],
  ['Devuelto', ({ refunded }) => refunded],
  ['Comisión', ({ fee }) => fee],
  ['Orden', ({ reference }) => reference],
  ['Número', ({ providerId }) => providerId],
  ['Autorización', ({ authorizationCode }) => authorizationCode],
  ['Coincide', ({ agrees }) => (agrees === null ? 'Sin respuesta' : agrees ? 'Sí' : 'No')],
];

/** The same as a spreadsheet, without personal data. */
export async function exportDay(context: Context, day?: string): Promise<FileAnswer> {
  const payments = await closeDay(context, day);
  const lines = [
    csvLine(columns.map(([heading]) => heading)),
    ...payments.map((payment) => csvLine(columns.map(([, read]) => read(payment)))),
  ];
  return {
    content: Readable.from([BYTE_ORDER_MARK + lines.join('')]),
    type: 'text/csv; charset=utf-8',
    name: `pagos-${day ?? dayOf(context.clock())}.csv`,
  };
}
