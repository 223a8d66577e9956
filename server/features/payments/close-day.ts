import type { ExpressionBuilder } from 'kysely';
import type { DayPayment, StrayPayment } from '#contract/payments/online-payment-admin.ts';
import { addDays, dayOf, startOfDay } from '#domain/base/dates.ts';
import {
  afterEvent,
  hasMoney,
  type PaymentProvider,
  providerNames,
} from '#domain/payments/attempt.ts';
import { describeAttempt } from '#domain/payments/online-payment.ts';
import { paymentMethodLabels, paymentStateLabels } from '#domain/payments/payment-labels.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { toAttempt } from '#server/features/orders/order.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { type CsvColumns, csvFile, timeCell, writeCsv } from '#server/lib/csv.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { CURRENCY, ProviderFailure, type Told } from '#server/ports/payments/payments.ts';
import { changePayment } from './change-payment.ts';
import { findPayment, isToldOf, type PaymentRow, toRef } from './repo.ts';
import { settlePayment } from './settle-payment.ts';

/** More payments than a shop with one press has in a day. */
const MAX_PAYMENTS = 500;
const AT_ONCE = 5;

type ClosedDay = {
  payments: DayPayment[];
  /**
   * The provider's payments that belong to none of our attempts; null: it has no list, or failed.
   */
  strays: StrayPayment[] | null;
};

/**
 * Returns a day's attempts, each compared with its state at the provider, and the provider's
 * payments that are not ours. Differences are stored: the provider's state is the valid one. Paid
 * attempts come first (on the day when the shop learned of the payment), then by time.
 * @param day such as `2026-03-09`; by default today
 */
export async function closeDay(
  context: Context,
  day: string = dayOf(context.clock()),
): Promise<ClosedDay> {
  const [from, until] = [startOfDay(day), startOfDay(addDays(day, 1))];
  const { missed, strays } = await listDay(context, from, until);
  const rows = await findOfDay(context, from, until);
  const others = await compareAll(
    context,
    rows.filter(({ id }) => !missed.has(id)),
  );
  return { payments: [...missed.values(), ...others], strays };
}

function findOfDay({ db }: Context, from: number, until: number): Promise<PaymentRow[]> {
  const at = (eb: ExpressionBuilder<Schema, 'payments'>) => eb.fn.coalesce('paid_at', 'created_at');
  return db.queries
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb(at(eb), '>=', from))
    .where((eb) => eb(at(eb), '<', until))
    .orderBy((eb) => eb.case().when('paid_at', 'is', null).then(1).else(0).end())
    .orderBy(at)
    .orderBy('id')
    .limit(MAX_PAYMENTS)
    .execute();
}

/** Compares some rows at a time. When all of them got no answer, the rest is not requested. */
async function compareAll(context: Context, rows: readonly PaymentRow[]): Promise<DayPayment[]> {
  const closed: DayPayment[] = [];
  let isSilent = false;
  for (const some of inBatches(rows, AT_ONCE)) {
    const compared = await Promise.all(
      some.map((row) => (isSilent ? toClosed(row, null) : compare(context, row))),
    );
    const queried = compared.filter(({ provider }) => provider === context.payments?.provider);
    isSilent ||= queried.length > 0 && queried.every((each) => each.agrees === null);
    closed.push(...compared);
  }
  return closed;
}

function toClosed(row: PaymentRow, agrees: boolean | null): DayPayment {
  const at = row.paid_at ?? row.created_at;
  return { ...describeAttempt(toAttempt(row)), orderId: row.order_id, at, agrees };
}

/**
 * Reads the provider's own list of a day, and records payments of our attempts that the shop had
 * not seen.
 * @returns `missed` by the rows' ids; `agrees` is null for those that could not be read
 *   individually
 */
async function listDay(
  context: Context,
  from: number,
  until: number,
): Promise<{ missed: Map<string, DayPayment>; strays: StrayPayment[] | null }> {
  const { payments, db } = context;
  const missed = new Map<string, DayPayment>();
  const listed = await payments?.list(from, until).catch(nullIfUnanswered);
  if (!payments || !listed) return { missed, strays: null };
  const { provider } = payments;
  const strays: StrayPayment[] = [];
  for (const { reference, currency, ...each } of listed) {
    const findTaken = async () => {
      const row = await findPayment(db.queries, { provider, provider_id: each.providerId });
      return row && hasMoney(row) ? row : null;
    };
    if (await findTaken()) continue;
    const attempt = reference && (await findPayment(db.queries, { provider, id: reference }));
    const isInPesos = currency === CURRENCY;
    if (!attempt) {
      strays.push(isInPesos ? each : { ...each, currency });
      continue;
    }
    await settlePayment(context, payments, attempt.id, { providerId: each.providerId });
    if (!isInPesos) {
      strays.push({ ...each, currency });
      continue;
    }
    const row = await findTaken();
    const closed = row ? toClosed(row, false) : toClosed(attempt, null);
    missed.set((row ?? attempt).id, closed);
  }
  return { missed, strays };
}

/** Compares an attempt with its state at the provider; one never created there agrees. */
async function compare(context: Context, row: PaymentRow): Promise<DayPayment> {
  const { payments, db } = context;
  if (!isToldOf(row)) return toClosed(row, true);
  if (payments?.provider !== row.provider) return toClosed(row, null);
  const told = await payments.read(toRef(row)).catch(nullIfUnanswered);
  if (told === null) return toClosed(row, null);
  if (await agreesWith(context, row, told)) return toClosed(row, true);
  // The buyer's return or a notice may have changed it while it was read.
  const now = await findPayment(db.queries, { id: row.id });
  if (now && (await agreesWith(context, now, told))) return toClosed(now, true);
  await changePayment(context, row.id, () => ({ event: { type: 'told', word: told.word } }), told);
  return toClosed(row, false);
}

/** Returns whether our row agrees with the provider's report; unpaid states are all equal here. */
async function agreesWith(context: Context, row: PaymentRow, told: Told): Promise<boolean> {
  const { word } = told;
  if (word.state !== 'paid') return row.paid_at === null;
  const before = toAttempt(row);
  return (
    afterEvent(before, { type: 'told', word }) === before &&
    word.amount === row.amount &&
    word.refunded === row.refunded &&
    areKnown(context, row, told)
  );
}

/** Returns null when the provider did not answer. @throws any other error */
function nullIfUnanswered(error: unknown): null {
  if (error instanceof ProviderFailure) return null;
  throw error;
}

/** Returns whether we have a row for every further payment of its attempt. */
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

type Line = Omit<DayPayment, 'orderId'> & { orderId: string | null };

/** Heading and cell of each column; amounts in pesos. */
const columns: CsvColumns<Line> = [
  ['Fecha', ({ at }) => timeCell(at)],
  ['Pedido', ({ orderId }) => orderId ?? 'Pago sin pedido'],
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

function strayLine(stray: StrayPayment, provider: PaymentProvider): Line {
  const state = stray.refunded === stray.amount ? 'refunded' : 'paid';
  return { ...stray, provider, state, orderId: null, reference: null, agrees: false };
}

/** Exports a day's payments as CSV, without personal data. */
export async function exportDay(context: Context, day?: string): Promise<FileAnswer> {
  const { payments, strays } = await closeDay(context, day);
  const provider = context.payments?.provider;
  const lines: Line[] = [
    ...payments,
    ...(provider ? (strays ?? []).map((stray) => strayLine(stray, provider)) : []),
  ];
  return csvFile(`pagos-${day ?? dayOf(context.clock())}.csv`, writeCsv(columns, [lines]));
}
