import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { AuditAction } from '#contract/audit.ts';
import { TODAY_LIMIT, type Today, type TodayGroup, type TodayOrder } from '#contract/today.ts';
import {
  askForPictures,
  type ChatTopic,
  greetBuyer,
  remindBuyer,
  tellChangesSeen,
  tellLate,
  tellReceiptSeen,
  tellRefund,
} from '#domain/chat.ts';
import { dayOf } from '#domain/dates.ts';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { VOID_STATUSES } from '#domain/orders.ts';
import { MAX_PAYERS, OTHER_WAYS, type Payers, payerPeriods } from '#domain/payers.ts';
import { providerNames } from '#domain/payment.ts';
import type { PaymentDetails } from '#domain/payment-details.ts';
import { whatsappUrl } from '#domain/phones.ts';
import type { Context } from '#server/context.ts';
import type { Queries, Schema } from '#server/db/types.ts';
import { presentWay } from '#server/features/delivery/columns.ts';
import { readCompleteLinks } from '#server/features/orders/complete-link.ts';
import { ERASED_UID } from '#server/features/orders/erase-buyer.ts';
import { orderUrl } from '#server/features/orders/order-link.ts';
import { parcelOf } from '#server/features/orders/parcel.ts';
import { lacksPayment, presentReceipt } from '#server/features/orders/present-order.ts';
import { findOpenRefunds } from '#server/features/orders/refunds.ts';
import type { RefundRow } from '#server/features/orders/repo.ts';
import { readStrays } from '#server/features/payments/stray-payments.ts';

type Row = Selectable<Schema['orders']>;
type Orders = SelectQueryBuilder<Schema, 'orders', object>;

/** Same expression as in the index `orders_in_workshop`. */
const dueKey = sql<string>`coalesce(due_on, '9999-12-31')`;
const DAY_MS = 86_400_000;

/** Returns the open orders that need an action of the owner, by group, and payments without one. */
export async function readToday(
  context: Pick<Context, 'db' | 'clock' | 'settings' | 'secret' | 'publicUrl' | 'payments'>,
): Promise<Omit<Today, 'success'>> {
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
    const orders = select(db, name, writer.today);
    const rows = await sortGroup[name](orders).selectAll().limit(TODAY_LIMIT).execute();
    const { count } = await orders
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    groups.set(name, { orders: await presentGroup(db, rows, { name, ...writer }), count });
  }
  return {
    ...mapKeys(sortGroup, (name) => groups.get(name)?.orders ?? []),
    counts: mapKeys(sortGroup, (name) => groups.get(name)?.count ?? 0),
  };
}

function select(db: Queries, name: TodayGroup, today: string): Orders {
  if (name === 'complaints' || name === 'refunds') {
    return selectGroup[name](db.selectFrom('orders').where('deleted_at', 'is', null), today);
  }
  const open = db
    .selectFrom('orders')
    .where('waits_for', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('reprint_at', 'is', null), eb('reprint_dispatched_at', 'is not', null)]),
    );
  // A request to cancel must be answered first: then the order is in no other group.
  const isRequested = name === 'cancelRequests' ? 'is not' : 'is';
  return selectGroup[name](open.where('cancel_requested_at', isRequested, null), today);
}

/** Filters the open orders by group; an order of an earlier group is not in a later one. */
const selectGroup: Record<TodayGroup, (orders: Orders, today: string) => Orders> = {
  complaints: (orders) => orders.where('status', 'not in', VOID_STATUSES).where(isWrong),
  refunds: (orders) => orders.where(hasOpenRefund),
  cancelRequests: (orders) => orders,
  receipts: (orders) => orders.where('receipt_at', '>', 0).where('paid_on', 'is', null),
  incomplete: (orders) => orders.where(hasNoPictures).where(hasNoReceipt),
  answers: (orders, today) =>
    orders
      .where(hasPictures)
      .where(({ and, eb, or }) =>
        or([
          and([hasNews, or([eb('receipt_at', 'is', null), eb('paid_on', 'is not', null)])]),
          and([
            eb('proof_state', '=', 'approved'),
            eb('printed_at', 'is', null),
            eb('due_on', '>', today),
          ]),
        ]),
      ),
  late: (orders, today) =>
    orders.where(hasPictures).where(hasNoNews).where(isToLeave).where(dueKey, '<', today),
  due: (orders, today) =>
    orders.where(hasPictures).where(hasNoNews).where(isToLeave).where(dueKey, '=', today),
  unpaid: (orders) =>
    orders
      .where(hasPictures)
      .where(hasNoNews)
      .where('paid_on', 'is', null)
      .where('receipt_at', 'is', null),
};

/** Same expression as in the index `orders_incomplete`. */
const hasNoPictures = sql<boolean>`images_count = 0`;
const hasPictures = sql<boolean>`images_count > 0`;
/** No receipt, or one that was checked: the payment is recorded. */
const hasNoReceipt = sql<boolean>`(receipt_at is null or paid_on is not null)`;

/** It has an open complaint, or a reprint in progress; each condition has its own index. */
const isWrong = sql<boolean>`orders.id in (
  select id from orders where complaint_at is not null and complaint_closed_at is null
  union all
  select id from orders where reprint_at is not null and reprint_dispatched_at is null)`;

const hasOpenRefund = sql<boolean>`orders.id in (
  select order_id from order_refunds where done_on is null)`;

/** The buyer requested changes, or sent another picture that is not printed yet. */
const hasNews = sql<boolean>`(coalesce(proof_state, '') = 'changes'
  or (picture_replaced_at is not null and printed_at is null))`;
const hasNoNews = sql<boolean>`not ${hasNews}`;

/** An order that is ready for pickup waits for its buyer, not for the shop. */
const isToLeave = sql<boolean>`not (way = 'pickup' and packed_at is not null)`;

const byDueDay = (orders: Orders) => orders.orderBy(dueKey).orderBy('created_at').orderBy('id');

const sortGroup: Record<TodayGroup, (orders: Orders) => Orders> = {
  complaints: (orders) => orders.orderBy(sql`coalesce(complaint_at, reprint_at)`).orderBy('id'),
  refunds: (orders) =>
    orders
      .orderBy(
        sql`(select due_on from order_refunds where order_id = orders.id and done_on is null)`,
      )
      .orderBy('id'),
  cancelRequests: (orders) => orders.orderBy('cancel_requested_at').orderBy('id'),
  receipts: (orders) => orders.orderBy('receipt_at').orderBy('id'),
  incomplete: (orders) => orders.orderBy('created_at').orderBy('id'),
  // Requested changes come before approvals.
  answers: (orders) => orders.orderBy('proof_state', 'desc').orderBy('proof_at').orderBy('id'),
  late: byDueDay,
  due: byDueDay,
  unpaid: (orders) => orders.orderBy('total_amount', 'desc').orderBy('created_at').orderBy('id'),
};

type About = Writer & {
  name: TodayGroup;
  /** Open refunds by order; empty in other groups. */
  refunds: ReadonlyMap<string, RefundRow>;
  /** URLs where the buyers add the pictures, by order. */
  links: ReadonlyMap<string, string>;
};

async function presentGroup(
  db: Queries,
  rows: readonly Row[],
  writer: Omit<About, 'links' | 'refunds'>,
): Promise<TodayOrder[]> {
  const incomplete = rows.filter((row) => row.images_count === 0).map(({ id }) => id);
  const ids = writer.name === 'refunds' ? rows.map(({ id }) => id) : [];
  const about = {
    ...{ ...writer, links: await readCompleteLinks(writer, db, incomplete) },
    refunds: new Map((await findOpenRefunds(db, ids)).map((refund) => [refund.order_id, refund])),
  };
  const answered = rows.filter(({ proof_state }) => proof_state !== null).map(({ id }) => id);
  const answers = await readWords(db, answered, 'proof_answered');
  const asking = rows.filter((row) => row.cancel_requested_at !== null).map(({ id }) => id);
  const requests = await readWords(db, asking, 'cancel_requested');
  const complaining = about.name === 'complaints' ? rows.map(({ id }) => id) : [];
  const complaints = await readWords(db, complaining, 'complaint_sent');
  return rows.map((row) => ({
    ...present(row, answers.get(row.id) ?? null, about),
    words: requests.get(row.id) ?? complaints.get(row.id) ?? null,
  }));
}

/** Returns the buyers' latest words with this action, by order. */
async function readWords(
  db: Queries,
  ids: readonly string[],
  action: AuditAction,
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_log')
    .select(['entity_id', 'reason'])
    .where('entity', '=', 'order')
    .where('entity_id', 'in', ids)
    .where('action', '=', action)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ entity_id, reason }) => [entity_id, reason]));
}

function present(row: Row, words: string | null, about: About): Omit<TodayOrder, 'words'> {
  const { proof_state: state, proof_at } = row;
  const hasAnswer = state === 'changes' || state === 'approved';
  return {
    id: row.id,
    version: row.version,
    createdAt: new Date(row.created_at).toISOString(),
    fullName: row.full_name,
    city: row.city,
    ...presentWay(row),
    pins: row.images_count,
    amount: about.refunds.get(row.id)?.amount ?? row.total_amount,
    ageDays: daysBetween(dayOf(row.created_at), about.today),
    waitsFor: row.waits_for,
    dueOn: about.refunds.get(row.id)?.due_on ?? row.due_on,
    receipt: presentReceipt(row),
    payBy: lacksPayment(row) ? row.pay_by : null,
    hasNewPicture: row.picture_replaced_at !== null && row.printed_at === null,
    proof:
      state === null || proof_at === null
        ? null
        : { state, at: new Date(proof_at).toISOString(), words: hasAnswer ? words : null },
    shipping: parcelOf(row, { ofReprint: row.reprint_at !== null }),
    phone: row.phone,
    email: row.user_email ?? row.email,
    whatsappUrl: whatsappUrl(row.phone, writeTo(row, about)),
  };
}

function writeTo(row: Row, about: About): string {
  const { name, shopName, payment, links, refunds, secret, publicUrl } = about;
  const topic: ChatTopic = { shopName, fullName: row.full_name, orderId: row.id };
  const texts: Record<TodayGroup, () => string> = {
    cancelRequests: () => greetBuyer(topic),
    complaints: () => greetBuyer(topic),
    refunds: () =>
      isOnline(row) ? greetBuyer(topic) : tellRefund(topic, refunds.get(row.id)?.amount ?? 0),
    late: () => tellLate(topic, presentWay(row)),
    due: () => greetBuyer(topic),
    incomplete: () => {
      const url = links.get(row.id);
      return url ? askForPictures(topic, url) : greetBuyer(topic);
    },
    receipts: () => tellReceiptSeen(topic, row.total_amount),
    answers: () => (row.proof_state === 'changes' ? tellChangesSeen(topic) : greetBuyer(topic)),
    unpaid: () =>
      remindBuyer(topic, {
        amount: row.total_amount,
        details: payment,
        url: orderUrl({ secret, publicUrl }, row),
      }),
  };
  return texts[name]();
}

/** Returns whether the order was paid online: its refund needs no bank account. */
function isOnline({ paid_how }: Row): boolean {
  return Object.values(providerNames).some((name) => name === paid_how);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/**
 * Counts the people who paid by transfer, at most `MAX_PAYERS`. An erased person is counted once
 * per order, because it is unknown which orders were the same person's.
 */
async function countPayers(db: Queries, today: string): Promise<Payers> {
  const payer = sql<string>`case when user_uid is null or user_uid = ${ERASED_UID}
    then coalesce(guest_mailbox_key, id) else user_uid end`;
  const since = async (day: string) => {
    const payers = db
      .selectFrom('orders')
      .select(payer.as('payer'))
      .distinct()
      .where('paid_on', '>=', day)
      .where('paid_how', 'not in', OTHER_WAYS)
      .limit(MAX_PAYERS);
    const { count } = await db
      .selectFrom(payers.as('payers'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const { month, semester } = payerPeriods(today);
  return { month: await since(month), semester: await since(semester) };
}
