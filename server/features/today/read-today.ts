import { type SelectQueryBuilder, sql } from 'kysely';
import {
  TODAY_LIMIT,
  type Today,
  type TodayGroup,
  type TodayOrder,
} from '#contract/today/today.ts';
import { dayOf, daysBetween } from '#domain/base/dates.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { lateUntil } from '#domain/delivery/business-days.ts';
import {
  askForPictures,
  type ChatTopic,
  greetBuyer,
  remindBuyer,
  tellChangesSeen,
  tellLate,
  tellReceiptSeen,
  tellRefund,
} from '#domain/orders/chat.ts';
import { currentRound, type Order, openChangeOf } from '#domain/orders/order.ts';
import {
  askedNowOf,
  hasDeadline,
  openDepositOf,
  openRefundsOf,
} from '#domain/orders/order-money.ts';
import { awaitsPayment, type Mark } from '#domain/orders/order-stage.ts';
import { ENDED_STATUSES, VOID_STATUSES } from '#domain/orders/status.ts';
import { refundableOf, refundingOf } from '#domain/payments/online-payment.ts';
import { MAX_PAYERS, OTHER_WAYS, type Payers, payerPeriods } from '#domain/payments/payers.ts';
import type { PaymentDetails } from '#domain/payments/payment-details.ts';
import { REFUNDED_OF_TOTAL, sumAmounts } from '#domain/payments/refunds.ts';
import { whatsappUrl } from '#domain/people/phones.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { Context } from '#server/context.ts';
import { hasNone } from '#server/db/has-none.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import { mayHaveLeftUnpaid, readOrders } from '#server/features/orders/order.ts';
import { linkedOf, orderUrl } from '#server/features/orders/order-link.ts';
import { presentReceipt, presentRefund } from '#server/features/orders/present-order.ts';
import { readCompleteLinks } from '#server/features/orders/stored-links.ts';
import { readBankNews } from '#server/features/payments/bank-news.ts';
import { readStrays } from '#server/features/payments/stray-payments.ts';
import { dueKey } from '#server/features/production/due-key.ts';
import { isBeingReprinted } from '#server/features/production/reprinted.ts';
import { PAYER_LENGTH } from '#server/ports/bank/bank.ts';

type Orders = SelectQueryBuilder<Schema, 'orders', object>;

/** Returns the open orders that need an action of the owner, by group, and payments without one. */
export async function readToday(
  context: Pick<
    Context,
    'db' | 'clock' | 'settings' | 'secret' | 'publicUrl' | 'payments' | 'bank'
  >,
): Promise<Omit<Today, 'success' | 'health'>> {
  const { db, clock, settings, secret, publicUrl } = context;
  const today = dayOf(clock());
  const { seller, payment } = (await settings.current()).settings;
  return db.readSnapshot(async (tx) => {
    const writer = { today, shopName: seller.name, payment, secret, publicUrl };
    const { counts, ...groups } = await readGroups(tx, writer);
    const { strays, count } = await readStrays(context, tx);
    return {
      ...groups,
      strayPayments: strays,
      counts: { ...counts, strayPayments: count },
      payers: await countPayers(tx, today),
      bank: await readBankNews(context, tx),
    };
  });
}

type Writer = { today: string; shopName: string; payment: PaymentDetails } & Pick<
  Context,
  'secret' | 'publicUrl'
>;

type Groups = Pick<Today, TodayGroup> & { counts: Record<TodayGroup, number> };

/** Returns each group's first orders and its number of orders. */
export async function readGroups(db: Queries, writer: Writer): Promise<Groups> {
  const groups = new Map<TodayGroup, { orders: TodayOrder[]; count: number }>();
  for (const name of keysOf(sortGroup)) {
    const left = ofLeft[name];
    const parts = [
      await readPart(db, name, select(db, name, writer.today)),
      ...(left ? [await readPart(db, name, left.select(selectLeft(db)))] : []),
    ];
    const found = parts.flatMap(({ orders }) => orders);
    const shown = left ? found.sort(left.compare).slice(0, TODAY_LIMIT) : found;
    const orders = await presentGroup(db, shown, { name, ...writer });
    groups.set(name, { orders, count: parts.reduce((sum, { count }) => sum + count, 0) });
  }
  return {
    ...mapKeys(sortGroup, (name) => groups.get(name)?.orders ?? []),
    counts: mapKeys(sortGroup, (name) => groups.get(name)?.count ?? 0),
  };
}

/** Returns the first of a group's orders, and the number of all. */
async function readPart(db: Queries, name: TodayGroup, orders: Orders) {
  const first = await readOrders(db, sortGroup[name](orders).limit(TODAY_LIMIT));
  if (first.length < TODAY_LIMIT) return { orders: first, count: first.length };
  const { count } = await orders
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { orders: first, count };
}

function select(db: Queries, name: TodayGroup, today: string): Orders {
  if (name === 'complaints' || name === 'refunds' || name === 'changes') {
    return selectGroup[name](db.selectFrom('orders').where('deleted_at', 'is', null), today);
  }
  const open = db
    .selectFrom('orders')
    .where('waits_for', 'is not', null)
    .where(({ not }) => not(isBeingReprinted));
  // A request to cancel must be answered first: then the order is in no other group.
  const isRequested = name === 'cancelRequests' ? 'is not' : 'is';
  return selectGroup[name](open.where('cancel_requested_at', isRequested, null), today);
}

/**
 * Selects the orders that left and owe money, apart from the open ones: they have an index of their
 * own. One that was called off did not leave.
 */
function selectLeft(db: Queries): Orders {
  return db
    .selectFrom('orders')
    .where(mayHaveLeftUnpaid)
    .where(isOwed)
    .where(isNotWrong)
    .where(({ eb, or }) => or([eb('status', 'in', ENDED_STATUSES), isMarked('dispatched')]));
}

/**
 * Filters the orders that left and owe money by group; there is nobody to ask of an erased one. Both
 * parts of a group are sorted as `sortGroup` does.
 */
const ofLeft: Partial<
  Record<
    TodayGroup,
    { select: (orders: Orders) => Orders; compare: (one: Order, other: Order) => number }
  >
> = {
  receipts: {
    select: (orders) => orders.where(hasOpenReceipt),
    compare: (one, other) =>
      (one.receipts.at(-1)?.at ?? 0) - (other.receipts.at(-1)?.at ?? 0) || byId(one, other),
  },
  unpaid: {
    select: (orders) => orders.where(hasNoReceipt).where('owner_kind', '<>', 'erased'),
    compare: (one, other) =>
      other.cost.totalAmount - one.cost.totalAmount ||
      one.createdAt - other.createdAt ||
      byId(one, other),
  },
};

const byId = (one: Order, other: Order) => (one.id < other.id ? -1 : 1);

/** Filters the open orders by group; an order of an earlier group is not in a later one. */
const selectGroup: Record<TodayGroup, (orders: Orders, today: string) => Orders> = {
  complaints: (orders) => orders.where('status', 'not in', VOID_STATUSES).where(isWrong),
  refunds: (orders) => orders.where(hasOpenRefund),
  changes: (orders) => orders.where('waits_for', 'is not', null).where(hasOpenChange),
  cancelRequests: (orders) => orders,
  receipts: (orders) => orders.where(hasOpenReceipt),
  incomplete: (orders) => orders.where(hasNoPictures).where(hasNoReceipt),
  answers: (orders, today) =>
    orders
      .where(hasPictures)
      .where(({ and, eb, or }) =>
        or([
          and([hasNews, hasNoReceipt]),
          and([isProof('approved'), isUnprinted, eb('due_on', '>', today), isInTime(today)]),
        ]),
      ),
  late: (orders, today) =>
    orders
      .where(hasPictures)
      .where(hasNoNews)
      .where(hasNoReceipt)
      .where(isToLeave)
      // The first condition is for the index.
      .where(dueKey, '<=', lateUntil(today))
      .where(({ and, eb, not, or }) =>
        or([and([eb('due_on', '<', today), isToPack]), not(isInTime(today))]),
      ),
  due: (orders, today) =>
    orders
      .where(hasPictures)
      .where(hasNoNews)
      .where(hasNoReceipt)
      .where(isToLeave)
      .where(isToPack)
      .where(dueKey, '=', today)
      .where(isInTime(today)),
  unpaid: (orders, today) =>
    orders
      .where(hasPictures)
      .where(hasNoNews)
      .where(isAsked)
      .where(({ not }) => not(hasOpenReceipt))
      .where(isInTime(today)),
};

/** Same expression as in the index `orders_incomplete`. */
const hasNoPictures = sql<boolean>`orders.pins = 0`;
const hasPictures = sql<boolean>`orders.pins > 0`;
/** The day on which the deposit was complete. */
const depositOn = sql`(
  select complete_on from order_deposits where order_id = orders.id)`;
/** The same as `amountDue` without a refund for another reason, which it never asks for again. */
const isOwed = sql<boolean>`(orders.total_amount + (
  select coalesce(sum(amount), 0) from order_refunds as refund
    where refund.order_id = orders.id and refund.done_on is not null
      and refund.due_on is not null
      and refund.reason in (${sql.join([...REFUNDED_OF_TOTAL])})
  ) > orders.paid_amount)`;
/** After the deposit or the payment, one that is newer than the last payment, while more is asked for. */
const hasOpenReceipt = sql<boolean>`exists (
  select 1 from order_receipts as receipt where receipt.order_id = orders.id
    and (coalesce(${depositOn}, orders.paid_on) is null or (${isOwed} and receipt.received_at > (
      select coalesce(max(noted_at), 0) from order_payments as payment
        where payment.order_id = orders.id and payment.removed_at is null))))`;
/** No receipt, or one that was checked: the payment is recorded. */
const hasNoReceipt = sql<boolean>`not ${hasOpenReceipt}`;
/** The rest after a deposit is asked for once the order is ready to leave. */
const waitsForBalance = sql<boolean>`waits_for = 'balance'`;
const isToPack = sql<boolean>`not ${waitsForBalance}`;
const isAsked = sql<boolean>`(coalesce(${depositOn}, paid_on) is null or ${waitsForBalance})`;

/** It has an open complaint, or a reprint in progress; each condition has its own index. */
const isWrong = sql<boolean>`orders.id in (
  select order_id from order_complaints where closed_at is null
  union all
  select order_id from production_rounds where n > 0 and dispatched_at is null)`;

const isNotWrong = sql<boolean>`not ${isWrong}`;

const hasOpenRefund = sql<boolean>`orders.id in (
  select order_id from order_refunds where done_on is null)`;

const hasOpenChange = sql<boolean>`orders.id in (
  select order_id from order_change_requests where closed_at is null)`;

/** Its first production has a mark. */
const isMarked = (mark: Mark) => sql<boolean>`exists (select 1 from production_rounds as round
  where round.order_id = orders.id and round.n = 0
    and ${sql.ref(`round.${mark}_at`)} is not null)`;
const isUnprinted = sql<boolean>`not ${isMarked('printed')}`;
/** The latest proof, with a condition for it. */
const isProof = (state: ProofState) => sql<boolean>`exists (
  select 1 from proofs where proofs.order_id = orders.id and proofs.state = ${state})`;
/** A value of the latest proof. */
const ofProof = (column: 'state' | 'state_at') => sql`(select ${sql.ref(`proofs.${column}`)}
  from proofs where proofs.order_id = orders.id and proofs.state <> 'replaced')`;

/** It is not late for the day on which its buyer needs it, if there is one. */
const isInTime = (today: string) =>
  sql<boolean>`coalesce(leave_by, '9999-12-31') > ${lateUntil(today)}`;

/** The buyer requested changes, or sent another picture that is not printed yet. */
const hasNews = sql<boolean>`(${isProof('changes')}
  or (${isUnprinted} and exists (select 1 from order_picture_requests
    where order_id = orders.id and replaced_at is not null)))`;
const hasNoNews = sql<boolean>`not ${hasNews}`;

/** An order that is ready for pickup waits for its buyer, not for the shop. */
const isToLeave = sql<boolean>`not (way = 'pickup' and ${isMarked('packed')})`;

const byDueDay = (orders: Orders) => orders.orderBy(dueKey).orderBy('created_at').orderBy('id');

const sortGroup: Record<TodayGroup, (orders: Orders) => Orders> = {
  complaints: (orders) =>
    orders
      .orderBy(
        sql`coalesce(
          (select max(made_at) from order_complaints where order_id = orders.id),
          (select max(started_at) from production_rounds where order_id = orders.id)
        )`,
      )
      .orderBy('id'),
  refunds: (orders) =>
    orders
      .orderBy(
        sql`(select min(due_on) from order_refunds where order_id = orders.id and done_on is null)`,
      )
      .orderBy('id'),
  changes: (orders) =>
    orders
      .orderBy(sql`(select max(made_at) from order_change_requests where order_id = orders.id)`)
      .orderBy('id'),
  cancelRequests: (orders) => orders.orderBy('cancel_requested_at').orderBy('id'),
  receipts: (orders) =>
    orders
      .orderBy(sql`(select max(received_at) from order_receipts where order_id = orders.id)`)
      .orderBy('id'),
  incomplete: (orders) => orders.orderBy('created_at').orderBy('id'),
  // Requested changes come before approvals.
  answers: (orders) =>
    orders.orderBy(ofProof('state'), 'desc').orderBy(ofProof('state_at')).orderBy('id'),
  late: byDueDay,
  due: byDueDay,
  unpaid: (orders) => orders.orderBy('total_amount', 'desc').orderBy('created_at').orderBy('id'),
};

type About = Writer & {
  name: TodayGroup;
  /** URLs where the buyers add the pictures, by order. */
  links: ReadonlyMap<string, string>;
};

async function presentGroup(
  db: Queries,
  orders: readonly Order[],
  writer: Omit<About, 'links'>,
): Promise<TodayOrder[]> {
  const incomplete = orders.filter(({ cost }) => cost.pins === 0).map(({ id }) => id);
  const about = { ...writer, links: await readCompleteLinks(writer, db, incomplete) };
  return orders.map((order) => present(order, about));
}

function present(order: Order, about: About): TodayOrder {
  const { proof, delivery, cost } = order;
  const hasAnswer = proof?.state === 'changes' || proof?.state === 'approved';
  const refunds = about.name === 'refunds' ? openRefundsOf(order) : [];
  const [refundBy] = refunds.map(({ dueOn }) => dueOn).sort();
  const change = about.name === 'changes' ? openChangeOf(order) : null;
  const complaint = about.name === 'complaints' ? order.complaints.at(-1) : null;
  return {
    id: order.id,
    version: order.version,
    createdAt: new Date(order.createdAt).toISOString(),
    fullName: delivery.fullName,
    city: delivery.city,
    ...presentWay(delivery),
    pins: cost.pins,
    amount: sumAmounts(refunds) || askedNowOf(order) || cost.totalAmount,
    ...(refunds.length > 0 && { refunds: refunds.map(presentRefund) }),
    ...(openDepositOf(order) > 0 && { isDeposit: true }),
    ageDays: daysBetween(dayOf(order.createdAt), about.today),
    waitsFor: order.waitsFor,
    dueOn: refundBy ?? (order.waitsFor && order.dueOn),
    leaveBy: order.leaveBy ?? undefined,
    receipt: presentReceipt(order),
    payBy: hasDeadline(order) ? order.payBy : null,
    hasNewPicture: order.pictureReplacedAt !== null && order.rounds[0].marks.printed === null,
    proof: proof && {
      state: proof.state,
      at: new Date(proof.at).toISOString(),
      words: hasAnswer ? proof.words : null,
    },
    words:
      (change ?? (order.cancelRequestedAt === null ? complaint : order.cancelRequests.at(-1)))
        ?.words ?? null,
    shipping: currentRound(order).parcel,
    phone: delivery.phone,
    email: order.owner.email ?? delivery.email,
    whatsappUrl: whatsappUrl(delivery.phone, writeTo(order, about)),
  };
}

function writeTo(order: Order, about: About): string {
  const { name, shopName, payment, links, secret, publicUrl } = about;
  const { id: orderId, delivery } = order;
  const topic: ChatTopic = { shopName, fullName: delivery.fullName, orderId };
  const texts: Record<TodayGroup, () => string> = {
    cancelRequests: () => greetBuyer(topic),
    complaints: () => greetBuyer(topic),
    changes: () => greetBuyer(topic),
    refunds: () => {
      // What was paid online goes back without a bank account.
      const { attempts } = order;
      const online = refundableOf(attempts) + refundingOf(attempts);
      const byHand = sumAmounts(openRefundsOf(order)) - online;
      return byHand > 0 ? tellRefund(topic, byHand) : greetBuyer(topic);
    },
    late: () => {
      if (awaitsPayment(order.waitsFor)) return texts.unpaid();
      // Its buyer still knows of no delay.
      const isOverdue = order.dueOn !== null && order.dueOn < about.today;
      return isOverdue ? tellLate(topic, presentWay(delivery)) : greetBuyer(topic);
    },
    due: () => greetBuyer(topic),
    incomplete: () => {
      const url = links.get(orderId);
      return url ? askForPictures(topic, url) : greetBuyer(topic);
    },
    receipts: () => tellReceiptSeen(topic, askedNowOf(order)),
    answers: () => (order.proof?.state === 'changes' ? tellChangesSeen(topic) : greetBuyer(topic)),
    unpaid: () =>
      remindBuyer(topic, {
        amount: askedNowOf(order),
        details: payment,
        url: orderUrl({ secret, publicUrl }, linkedOf(order)),
      }),
  };
  return texts[name]();
}

/**
 * Counts the people who paid by transfer, at most `MAX_PAYERS`: by the bank's lists on the days that
 * they have, else by the orders' buyers. An erased person is counted once per order, because it is
 * unknown which orders were the same person's.
 */
async function countPayers(db: Queries, today: string): Promise<Payers> {
  const buyer = sql<string>`coalesce(owner_kind || owner_uid, guest_mailbox_key, orders.id)`;
  const since = async (day: string) => {
    const buyers = db
      .selectFrom('order_payments as payment')
      .innerJoin('orders', 'orders.id', 'payment.order_id')
      .select(buyer.as('payer'))
      .where('payment.paid_on', '>=', day)
      .where('payment.removed_at', 'is', null)
      .where('payment.how', 'not in', OTHER_WAYS)
      // A provider pays out what it took itself.
      .where('payment.attempt_id', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('statements')
              .select('statements.id')
              .whereRef('from_day', '<=', 'payment.paid_on')
              .whereRef('to_day', '>=', 'payment.paid_on'),
          ),
        ),
      )
      .where(hasNone('movement_payments', 'payment_id', 'payment.id'));
    const named = db
      .selectFrom('movements')
      .select(sql<string>`coalesce(substr(payer, 1, ${sql.lit(PAYER_LENGTH)}), hash)`.as('payer'))
      .where('day', '>=', day);
    // Not by `union`, with which SQLite would collect them all before it counts.
    const payers = db
      .selectFrom(buyers.unionAll(named).as('all'))
      .select('payer')
      .distinct()
      .limit(MAX_PAYERS);
    const { count } = await db
      .selectFrom(payers.as('payers'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const periods = payerPeriods(today);
  const month = await since(periods.month);
  // The semester's are these and others.
  return { month, semester: month < MAX_PAYERS ? await since(periods.semester) : month };
}
