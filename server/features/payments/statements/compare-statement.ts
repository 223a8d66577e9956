import { type SelectQueryBuilder, sql } from 'kysely';
import {
  MAX_UNMATCHED,
  type StatementAnswer,
  type StatementMatch,
} from '#contract/payments/statements.ts';
import { addDays, dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { rutKey } from '#domain/base/rut.ts';
import type { Order } from '#domain/orders/order.ts';
import { amountDueOf, openDepositOf, paymentsOf } from '#domain/orders/order-money.ts';
import { createMatcher, MAY_BE_NOTED, type Match } from '#domain/payments/match.ts';
import type { OpenOrder } from '#domain/payments/match-evidence.ts';
import type { Layout } from '#domain/payments/statement-layout.ts';
import type { Context } from '#server/context.ts';
import { isPast } from '#server/db/is-past.ts';
import type { Schema } from '#server/db/types.ts';
import { mayHaveLeftUnpaid, readOrders } from '#server/features/orders/order.ts';
import { forgetBankNews } from '#server/features/payments/bank-news.ts';
import { createPacer } from '#server/lib/take-turn.ts';
import {
  type BankCredit,
  type BankList,
  type BankStatement,
  FeedLimit,
  type Unreadable,
  UnreadableList,
} from '#server/ports/bank/bank.ts';
import { ProviderFailure, ProviderRefusal } from '#server/ports/payments/payments.ts';
import {
  mayBeSame,
  newStatementId,
  readLayouts,
  readUsed,
  saveLayout,
  saveMovements,
  saveStatement,
} from './repo.ts';

const TEXTS: Record<Unreadable, string> = {
  old_excel:
    'Es un Excel antiguo (.xls) o tiene clave. Ábrelo y guárdalo como «Libro de Excel (.xlsx)» o «CSV», sin clave, y súbelo otra vez',
  pdf: 'Es un PDF. Descarga la cartola como Excel o CSV, o copia sus filas y pégalas',
  broken:
    'El archivo está dañado o no es una planilla. Descárgalo otra vez, o copia sus filas y pégalas',
  too_many_rows: 'Son más de 50.000 filas. Descarga la cartola de menos días',
  too_large: 'Lleva demasiado tiempo leerlo. Descarga la cartola de menos días, como CSV',
  no_table:
    'No encontramos movimientos con fecha y monto. Descarga la cartola como Excel (.xlsx) o CSV, o copia sus filas y pégalas',
  no_movements:
    'La cartola no trae ningún movimiento: solo los títulos de sus columnas. Elige en tu banco los días en que te pagaron y descárgala otra vez',
};

type Sent = { list: BankList; corrections: Partial<Layout>; by: string; readAt?: number };

/**
 * Reads a bank's list and compares it with the orders that lack money. Notes no payment.
 * @throws ShopError `statement_unreadable`
 */
export async function compareStatement(
  context: Context,
  { list, corrections, by, readAt: now = context.clock() }: Sent,
): Promise<Omit<StatementAnswer, 'success'>> {
  const { db, bank } = context;
  const remembered = await readLayouts(db.queries);
  const read = await bank
    .readList(list, { today: dayOf(now), remembered, corrections })
    .catch(explain);
  const isCorrected = Object.keys(corrections).length > 0;
  if (isCorrected) await saveLayout(db.queries, read.layoutKey, corrections, now);
  await saveMovements(db.queries, read.credits, now);
  const id = newStatementId(now, read);
  const fresh = withoutUsed(read.credits, await readUsed(db.queries, { ...read, id }));
  const orders = await readOpenOrders(context);
  const { found, rest } = await match(fresh, orders);
  const none = rest.slice(0, MAX_UNMATCHED);
  const offered = [...found.map(({ credit }) => credit), ...none];
  await saveStatement(context, read, { id, by, now, credits: offered });
  const { layout, rows, skipped, from, to, preview } = read;
  const present = presentWith(orders);
  return {
    statement: {
      ...{ id, layout, rows, skipped, from, to, known: read.credits.length - fresh.length },
      preview: preview.map((row) => [...row]),
    },
    matches: [
      ...found.toSorted(byCertainty).map(present),
      ...none.map((credit) => {
        const reasons = credit.mayBeNoted ? [MAY_BE_NOTED] : [];
        return present({ credit, orders: [], certainty: 'none', reasons });
      }),
    ],
    unmatched: rest.length,
    receiptsWithout: listReceiptsWithout(orders, found, read),
  };
}

/** Returns the credits that no payment was noted from; another source may have them, too. */
function withoutUsed(
  credits: readonly BankCredit[],
  { used, ofOthers }: Awaited<ReturnType<typeof readUsed>>,
): BankCredit[] {
  const byAmount = Map.groupBy(ofOthers, ({ amount }) => amount);
  return credits
    .filter(({ hash }) => !used.has(hash))
    .map((credit) => {
      const alike = byAmount.get(credit.amount) ?? [];
      return { ...credit, mayBeNoted: alike.some((other) => mayBeSame(credit, other)) };
    });
}

/** As far back as an owner compares, and less than movements are kept. */
const FETCHED_DAYS = 31;
const OR_FILE = 'Intenta en unos minutos, o descarga la cartola de tu banco';
const UNAVAILABLE = `Fintoc no contestó como debía. ${OR_FILE}`;
const LIMIT_TEXTS: Record<FeedLimit['reason'], string> = {
  slow: `Fintoc se demora demasiado en entregar los movimientos. ${OR_FILE}`,
  too_many: `Son más movimientos de los que se alcanzan a traer de ${FETCHED_DAYS} días. Descarga de tu banco la cartola de menos días`,
};
const NONE_FETCHED = `Fintoc no tiene movimientos confirmados de los últimos ${FETCHED_DAYS} días`;

/**
 * Compares the movements that the configured service has, as `compareStatement` does.
 * @param fail gets why it does not answer
 * @throws ShopError `not_found` without such a service, `payment_unavailable`, `statement_unreadable`
 */
export async function fetchStatement(
  context: Context,
  { by, fail }: { by: string; fail: (reason: string) => void },
): ReturnType<typeof compareStatement> {
  const { feed } = context.bank;
  if (!feed) throw new ShopError('not_found');
  // A notice that comes in meanwhile may be of a movement that is not read.
  const readAt = context.clock();
  const since = addDays(dayOf(readAt), -FETCHED_DAYS);
  const list = await feed.readMovements(since).catch((error: unknown) => {
    const isProviders = error instanceof ProviderFailure || error instanceof ProviderRefusal;
    if (!isProviders) throw error;
    fail(error.message);
    const message = error instanceof FeedLimit ? LIMIT_TEXTS[error.reason] : UNAVAILABLE;
    throw new ShopError('payment_unavailable', { message });
  });
  if (list.length < 2) {
    await forgetBankNews(context, readAt);
    throw new ShopError('statement_unreadable', { message: NONE_FETCHED });
  }
  return compareStatement(context, { list, corrections: {}, by, readAt });
}

function explain(error: unknown): never {
  if (!(error instanceof UnreadableList)) throw error;
  const { reason, preview } = error;
  throw new ShopError('statement_unreadable', { message: TEXTS[reason], facts: { preview } });
}

/** Orders per query. */
const BATCH = 100;

/** Also of a paid order that became dearer. */
const lacksMoney = sql<boolean>`paid_amount - refunded_amount < total_amount`;

/** Returns the orders outside the bin that lack money, oldest first. */
async function readOpenOrders({ db }: Context): Promise<Map<string, Order>> {
  const open = [
    ...(await readLacking(db, (orders) =>
      orders.where('waits_for', 'is not', null).where(lacksMoney),
    )),
    ...(await readLacking(db, (orders) => orders.where(mayHaveLeftUnpaid))),
  ];
  return new Map(open.sort(byAge).map((order) => [order.id, order]));
}

const byAge = (one: Order, other: Order) =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);

type OrdersQuery = SelectQueryBuilder<Schema, 'orders', object>;

async function readLacking(
  db: Context['db'],
  narrow: (orders: OrdersQuery) => OrdersQuery,
): Promise<Order[]> {
  const orders: Order[] = [];
  const pace = createPacer();
  let after = { created_at: 0, id: '' };
  for (;;) {
    await pace();
    const page = await readOrders(
      db.queries,
      narrow(db.queries.selectFrom('orders'))
        .where(isPast(['created_at', 'id'], '>', [after.created_at, after.id]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(BATCH),
    );
    orders.push(...page.filter((order) => amountDueOf(order) > 0));
    const last = page.at(-1);
    if (!last || page.length < BATCH) return orders;
    after = { created_at: last.createdAt, id: last.id };
  }
}

function toOpenOrder(order: Order): OpenOrder {
  const { invoice } = order;
  return {
    id: order.id,
    day: dayOf(order.createdAt),
    balance: amountDueOf(order),
    deposit: openDepositOf(order) || null,
    names: [order.delivery.fullName, ...(invoice ? [invoice.name] : [])],
    ruts: invoice ? [rutKey(invoice.rut) ?? invoice.rut] : [],
  };
}

type Found = Match & { credit: BankCredit };

/** Matches the credits in steps between which other requests are answered. */
async function match(
  credits: readonly BankCredit[],
  orders: ReadonlyMap<string, Order>,
): Promise<{ found: Found[]; rest: BankCredit[] }> {
  const pace = createPacer();
  const matcher = createMatcher([...orders.values()].map(toOpenOrder));
  const byRow = new Map<number, BankCredit>();
  for (const credit of credits) {
    matcher.add(credit);
    byRow.set(credit.n, credit);
    await pace();
  }
  const found: Found[] = [];
  for (const each of matcher.matches()) {
    const credit = byRow.get(each.credit.n);
    if (credit) found.push({ ...each, credit });
    byRow.delete(each.credit.n);
    await pace();
  }
  return { found, rest: [...byRow.values()].sort((a, b) => a.n - b.n) };
}

function byCertainty(one: Match, other: Match): number {
  const rank = ({ certainty }: Match) => (certainty === 'certain' ? 0 : 1);
  return rank(one) - rank(other) || one.credit.n - other.credit.n;
}

function presentWith(open: ReadonlyMap<string, Order>) {
  return ({ credit, orders, certainty, reasons }: Match): StatementMatch => ({
    row: {
      n: credit.n,
      ...{ date: credit.day, amount: credit.amount, text: credit.text, name: credit.name },
    },
    orders: orders.map(({ id, amount }) => {
      const order = open.get(id);
      return {
        ...{ id, amount, fullName: order?.delivery.fullName ?? '' },
        amountDue: order ? amountDueOf(order) : 0,
      };
    }),
    certainty,
    reasons,
  });
}

/** Returns the orders whose receipt is of a day that the list has, without a movement for it. */
function listReceiptsWithout(
  orders: ReadonlyMap<string, Order>,
  found: readonly Match[],
  { from, to }: BankStatement,
): StatementAnswer['receiptsWithout'] {
  const matched = new Set(found.flatMap((each) => each.orders.map(({ id }) => id)));
  return [...orders.values()].flatMap((order) => {
    const receipt = order.receipts.at(-1);
    // One from before the last payment was for that payment.
    const isOpen = paymentsOf(order).every(({ notedAt }) => receipt && notedAt < receipt.at);
    const receivedOn = receipt && isOpen ? dayOf(receipt.at) : null;
    if (!receivedOn || receivedOn < from || receivedOn > to || matched.has(order.id)) return [];
    const { id, delivery } = order;
    return [{ id, fullName: delivery.fullName, amount: amountDueOf(order), receivedOn }];
  });
}
