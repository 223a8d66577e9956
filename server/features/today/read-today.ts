import { sql } from 'kysely';
import {
  TODAY_LIMIT,
  type Today,
  type TodayGroup,
  type TodayOrder,
} from '#contract/today/today.ts';
import { dayOf, daysBetween } from '#domain/base/dates.ts';
import { mapKeys } from '#domain/base/keys.ts';
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
import type { Context } from '#server/context.ts';
import { hasNone } from '#server/db/has-none.ts';
import type { Queries } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import { findOrders, mayHaveLeftUnpaid } from '#server/features/orders/order.ts';
import { linkedOf, orderUrl } from '#server/features/orders/order-link.ts';
import { presentReceipt, presentRefund } from '#server/features/orders/present-order.ts';
import { readCompleteLinks } from '#server/features/orders/stored-links.ts';
import { readBankNews } from '#server/features/payments/bank-news.ts';
import { readStrays } from '#server/features/payments/stray-payments.ts';
import { dueKey } from '#server/features/production/due-key.ts';
import { PAYER_LENGTH } from '#server/ports/bank/bank.ts';

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
  const { rows } = await selectFirst(writer.today).execute(db);
  const ids = rows.map(({ id }) => id);
  const orders = new Map((await findOrders(db, ids)).map((order) => [order.id, order]));
  const incomplete = ids.filter((id) => orders.get(id)?.cost.pins === 0);
  const links = await readCompleteLinks(writer, db, incomplete);
  const groups = Map.groupBy(rows, ({ name }) => name);
  return {
    ...mapKeys(texts, (name) =>
      (groups.get(name) ?? [])
        .flatMap(({ id }) => orders.get(id) ?? [])
        .map((order) => present(order, { ...writer, name, links })),
    ),
    counts: mapKeys(texts, (name) => groups.get(name)?.[0]?.count ?? 0),
  };
}

/** The day on which the deposit was complete. */
const depositOn = sql`(
  select complete_on from order_deposits where order_id = orders.id)`;
/** The same as `amountDue` without a refund for another reason, which it never asks for again. */
const isOwed = sql`(orders.total_amount + (
  select coalesce(sum(amount), 0) from order_refunds as refund
    where refund.order_id = orders.id and refund.done_on is not null
      and refund.due_on is not null
      and refund.reason in (${sql.join([...REFUNDED_OF_TOTAL])})
  ) > orders.paid_amount)`;
/**
 * A receipt that was not checked, because no payment was recorded since. After the deposit or the
 * payment, only while more is asked for.
 */
const hasOpenReceipt = sql`exists (
  select 1 from order_receipts as receipt where receipt.order_id = orders.id
    and (coalesce(orders.paid_on, ${depositOn}) is null or (${isOwed} and receipt.received_at > (
      select coalesce(max(noted_at), 0) from order_payments as payment
        where payment.order_id = orders.id and payment.removed_at is null))))`;

/** It has an open complaint, or a reprint in progress; each condition has its own index. */
const isWrong = sql`orders.id in (
  select order_id from order_complaints where closed_at is null
  union all
  select order_id from production_rounds where n > 0 and dispatched_at is null)`;

// Each by its key: PostgreSQL would read a whole table for `exists`.
/** Its first production has a mark. */
const isMarked = (mark: Mark) => sql`(select ${sql.ref(`${mark}_at`)} from production_rounds
  where order_id = orders.id and n = 0) is not null`;
const hasNewPicture = sql`(select replaced_at from order_picture_requests
  where order_id = orders.id) is not null`;
/** A value of the latest proof. */
const ofProof = (column: 'state' | 'state_at', of = 'orders') => sql`(
  select ${sql.ref(column)} from proofs where order_id = ${sql.ref(`${of}.id`)}
    and state <> 'replaced')`;

/** The buyer requested changes, or sent another picture that is not printed yet. */
const hasNews = sql`(${ofProof('state')} = 'changes'
  or (${hasNewPicture} and not ${isMarked('printed')}))`;

/** An order that is ready for pickup waits for its buyer, not for the shop. */
const isToLeave = sql`not (way = 'pickup' and ${isMarked('packed')})`;

/** It is not late for the day on which its buyer needs it, if there is one. */
const isInTime = (today: string) => sql`coalesce(leave_by, '9999-12-31') > ${lateUntil(today)}`;

/** The first group that an open order matches; null: none. */
const groupOf = (today: string) => sql`case
  when cancel_requested_at is not null then 'cancelRequests'
  when ${hasOpenReceipt} then 'receipts'
  when pins = 0 then 'incomplete'
  when ${hasNews} then 'answers'
  when waits_for in ('picture', 'print') and due_on > ${today} and ${isInTime(today)}
    and ${ofProof('state')} = 'approved' then 'answers'
  when (not ${isInTime(today)} or (due_on < ${today} and waits_for <> 'balance'))
    and ${isToLeave} then 'late'
  when ${dueKey} = ${today} and waits_for <> 'balance' and ${isToLeave} then 'due'
  when waits_for in ('payment', 'balance') and ${isInTime(today)} then 'unpaid' end`;

/** The group of an order that left and owes money; there is nobody to ask of an erased one. */
const groupOfLeft = sql`case when ${hasOpenReceipt} then 'receipts'
  when owner_kind <> 'erased' then 'unpaid' end`;

/** The columns by which groups are sorted. */
const columns = sql`orders.id, created_at, total_amount, cancel_requested_at, ${dueKey} as due_key`;

/**
 * Selects the first orders of each group, in their sequence, with the number of all. What is open
 * is read once, however many groups there are.
 */
const selectFirst = (today: string) => sql<{ name: TodayGroup; id: string; count: number }>`
  with waiting as materialized (
    select 'complaints' as name, ${columns} from orders
      where deleted_at is null and status not in (${sql.join(VOID_STATUSES)}) and ${isWrong}
    union all select 'refunds', ${columns} from orders where deleted_at is null
      and orders.id in (select order_id from order_refunds where done_on is null)
    union all select 'changes', ${columns} from orders where waits_for is not null
      and orders.id in (select order_id from order_change_requests where closed_at is null)
    union all select ${groupOf(today)}, ${columns} from orders
      where waits_for is not null and not ${isWrong}
    union all select ${groupOfLeft}, ${columns} from orders
      where ${mayHaveLeftUnpaid} and ${isOwed} and not ${isWrong}
        and (status in (${sql.join(ENDED_STATUSES)}) or ${isMarked('dispatched')})
  ), placed as (
    select name, id, count(*) over (partition by name) as count,
      row_number() over (partition by name order by
        case name when 'unpaid' then -total_amount end,
        case name when 'answers' then coalesce(${ofProof('state', 'waiting')}, 'void') end desc,
        case when name in ('late', 'due') then due_key when name = 'refunds' then (
          select min(due_on) from order_refunds where order_id = waiting.id and done_on is null) end,
        case name
          when 'complaints' then coalesce(
            (select max(made_at) from order_complaints where order_id = waiting.id),
            (select max(started_at) from production_rounds where order_id = waiting.id))
          when 'changes' then (
            select max(made_at) from order_change_requests where order_id = waiting.id)
          when 'cancelRequests' then cancel_requested_at
          when 'receipts' then (
            select max(received_at) from order_receipts where order_id = waiting.id)
          when 'answers' then coalesce(${ofProof('state_at', 'waiting')}, 0)
          else created_at end,
        id) as place
      from waiting where name is not null
  )
  select name, id, count from placed where place <= ${TODAY_LIMIT} order by place`;

type About = Writer & {
  name: TodayGroup;
  /** URLs where the buyers add the pictures, by order. */
  links: ReadonlyMap<string, string>;
};

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
  const { id: orderId, delivery } = order;
  const topic = { shopName: about.shopName, fullName: delivery.fullName, orderId };
  return texts[about.name](topic, order, about);
}

/** The prepared text of a chat, by group. */
const texts: Record<TodayGroup, (topic: ChatTopic, order: Order, about: About) => string> = {
  complaints: greetBuyer,
  refunds: (topic, order) => {
    // What was paid online goes back without a bank account.
    const { attempts } = order;
    const online = refundableOf(attempts) + refundingOf(attempts);
    const byHand = sumAmounts(openRefundsOf(order)) - online;
    return byHand > 0 ? tellRefund(topic, byHand) : greetBuyer(topic);
  },
  changes: greetBuyer,
  cancelRequests: greetBuyer,
  receipts: (topic, order) => tellReceiptSeen(topic, askedNowOf(order)),
  incomplete: (topic, { id }, { links }) => {
    const url = links.get(id);
    return url ? askForPictures(topic, url) : greetBuyer(topic);
  },
  answers: (topic, { proof }) =>
    proof?.state === 'changes' ? tellChangesSeen(topic) : greetBuyer(topic),
  late: (topic, order, about) => {
    if (awaitsPayment(order.waitsFor)) return texts.unpaid(topic, order, about);
    // Its buyer still knows of no delay.
    const isOverdue = order.dueOn !== null && order.dueOn < about.today;
    return isOverdue ? tellLate(topic, presentWay(order.delivery)) : greetBuyer(topic);
  },
  due: greetBuyer,
  unpaid: (topic, order, { payment, secret, publicUrl }) =>
    remindBuyer(topic, {
      amount: askedNowOf(order),
      details: payment,
      url: orderUrl({ secret, publicUrl }, linkedOf(order)),
    }),
};

/**
 * Counts the people who paid by transfer, at most `MAX_PAYERS`: by the bank's lists on the days that
 * they have, else by the orders' buyers. An erased person is counted once per order, because it is
 * unknown which orders were the same person's.
 */
async function countPayers(db: Queries, today: string): Promise<Payers> {
  // Not joined: PostgreSQL would read all orders before it has the first ones.
  const buyer = sql<string>`(select coalesce(owner_kind || owner_uid, guest_mailbox_key, id)
    from orders where id = payment.order_id)`;
  const since = async (day: string) => {
    const buyers = db
      .selectFrom('order_payments as payment')
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
    // With `limit` on different ones PostgreSQL would read them all.
    for (let limit = 2 * MAX_PAYERS; ; limit *= 8) {
      const { payers, rows } = await db
        .selectFrom(buyers.unionAll(named).limit(limit).as('some'))
        .select(({ fn }) => [
          fn.count<number>('payer').distinct().as('payers'),
          fn.countAll<number>().as('rows'),
        ])
        .executeTakeFirstOrThrow();
      if (payers >= MAX_PAYERS || rows < limit) return Math.min(payers, MAX_PAYERS);
    }
  };
  const periods = payerPeriods(today);
  const month = await since(periods.month);
  // The semester's are these and others.
  return { month, semester: month < MAX_PAYERS ? await since(periods.semester) : month };
}
