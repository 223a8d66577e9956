import { isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import * as z from 'zod';
import { quoted } from '#contract/orders/quote.ts';
import { requestedPinFields } from '#contract/pins/pins.ts';
import {
  documentOf,
  FIRST_ROUND,
  type Order,
  type OrderItem,
  type Round,
} from '#domain/orders/order.ts';
import type { Mark } from '#domain/orders/order-stage.ts';
import {
  furtherCharges,
  shippingAmount,
  shippingCharge,
  sumCharges,
} from '#domain/orders/pricing.ts';
import { openQuoteOf, type Quote } from '#domain/orders/quote.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { pipeline } from '#server/db/pipeline.ts';
import type { Queries, Schema, Tx } from '#server/db/types.ts';
import { readDelivery, toDeliveryColumns } from '#server/features/delivery/columns.ts';
import { readPinColumns, toPinColumns } from '#server/features/uploads/pin-columns.ts';

export type OrderRow = Selectable<Schema['orders']>;
type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** The tables of an order's parts, each with the key of a row within its order. */
export const PART_KEYS = {
  order_items: ['position'],
  order_charges: ['position'],
  order_payments: ['id'],
  order_refunds: ['id'],
  payment_reminders: ['number'],
  order_receipts: ['n'],
  order_documents: ['n'],
  order_invoices: [],
  order_deposits: [],
  order_quotes: [],
  order_complaints: ['n'],
  order_complaint_items: ['n', 'position'],
  order_cancel_requests: ['n'],
  order_change_requests: ['n'],
  order_change_pictures: ['n', 'position'],
  production_rounds: ['n'],
  production_round_items: ['n', 'position'],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;
export type Part = keyof typeof PART_KEYS;
export type PartRows = { [Table in Part]: Row<Table>[] };

/** Returns the row of an order. */
export function toOrderRow(order: Order): OrderRow {
  const { owner, cost, promise } = order;
  return {
    id: order.id,
    created_at: order.createdAt,
    version: order.version,
    source: order.source,
    deleted_at: order.deletedAt,
    is_guest: owner.isGuest ? 1 : 0,
    owner_kind: owner.kind,
    owner_uid: owner.uid,
    user_email: owner.email,
    guest_email: owner.guestEmail,
    guest_mailbox_key: owner.mailboxKey,
    buyer_verified: owner.isVerified ? 1 : 0,
    is_returning: owner.isReturning ? 1 : 0,
    links_ended: owner.linksEnded,
    terms_version: order.termsVersion,
    promise_min_days: promise.minDays,
    promise_max_days: promise.maxDays,
    transport_days: promise.transportDays,
    ...toDeliveryColumns(order.delivery),
    buyer_notes: order.notes.buyer,
    internal_notes: order.notes.internal,
    pins: cost.pins,
    images_total: cost.imagesTotal,
    discount_code: cost.discountCode,
    discount_amount: cost.discountAmount,
    charges_total: sumCharges(furtherCharges(cost)),
    shipping_cost: shippingAmount(cost),
    total_amount: cost.totalAmount,
    agreed_total: cost.agreedTotal,
    pay_by: order.payBy,
    complete_since: order.completeSince,
    status_set: order.setByHand.status,
    status_set_at: order.setByHand.at,
    cancel_requested_at: order.cancelRequestedAt,
    picture_requested_at: order.pictureRequestedAt,
    picture_replaced_at: order.pictureReplacedAt,
    status: order.status,
    waits_for: order.waitsFor,
    started_at: order.startedAt,
    paid_on: order.paidOn,
    paid_amount: order.paid,
    refunded_amount: order.refunded,
    due_on: order.dueOn,
    arrives_by: order.arrivesBy,
    leave_by: order.leaveBy,
    has_document: documentOf(order) ? 1 : 0,
    is_quote: openQuoteOf(order) ? 1 : 0,
  };
}

/** Returns the order of these rows, with its latest proof and its attempts to pay online. */
export function toOrder(
  row: OrderRow,
  parts: PartRows,
  { proof, attempts }: Pick<Order, 'proof' | 'attempts'>,
): Order {
  return {
    id: row.id,
    createdAt: row.created_at,
    version: row.version,
    source: row.source,
    deletedAt: row.deleted_at,
    owner: {
      kind: row.owner_kind,
      isGuest: row.is_guest === 1,
      uid: row.owner_uid,
      email: row.user_email,
      guestEmail: row.guest_email,
      mailboxKey: row.guest_mailbox_key,
      isVerified: row.buyer_verified === 1,
      isReturning: row.is_returning === 1,
      linksEnded: row.links_ended,
    },
    delivery: readDelivery(row),
    notes: { buyer: row.buyer_notes, internal: row.internal_notes },
    cost: {
      pins: row.pins,
      imagesTotal: row.images_total,
      discountCode: row.discount_code,
      discountAmount: row.discount_amount,
      subtotalAfterDiscount: row.images_total - row.discount_amount,
      charges: [
        shippingCharge(row.shipping_cost),
        ...parts.order_charges.map(({ kind, label, amount }) => ({ kind, label, amount })),
      ],
      totalAmount: row.total_amount,
      agreedTotal: row.agreed_total,
    },
    ...toDeposit(parts.order_deposits[0]),
    promise: {
      minDays: row.promise_min_days,
      maxDays: row.promise_max_days,
      transportDays: row.transport_days,
    },
    termsVersion: row.terms_version,
    payBy: row.pay_by,
    completeSince: row.complete_since,
    setByHand: { status: row.status_set, at: row.status_set_at },
    cancelRequestedAt: row.cancel_requested_at,
    pictureRequestedAt: row.picture_requested_at,
    pictureReplacedAt: row.picture_replaced_at,
    proof,
    attempts,
    items: parts.order_items.map(toItem),
    payments: parts.order_payments.map((payment) => ({
      id: payment.id,
      amount: payment.amount,
      paidOn: payment.paid_on,
      how: payment.how,
      attemptId: payment.attempt_id,
      notedBy: payment.noted_by,
      notedAt: payment.noted_at,
      removedAt: payment.removed_at,
      toldByJob: payment.told_by_job,
    })),
    refunds: parts.order_refunds.map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      reason: refund.reason,
      dueOn: refund.due_on,
      doneOn: refund.done_on,
      how: refund.how,
      isPast: refund.is_past === 1,
      createdAt: refund.created_at,
    })),
    reminders: parts.payment_reminders.map(({ number, reminded_on }) => ({
      number,
      on: reminded_on,
    })),
    receipts: parts.order_receipts.map(({ received_at, file, type, bytes }) => ({
      at: received_at,
      file,
      type,
      bytes,
    })),
    invoice: toInvoice(parts.order_invoices[0]),
    quote: toQuote(parts.order_quotes[0]),
    documents: parts.order_documents.map((document) => ({
      kind: document.kind,
      number: document.number,
      issuedOn: document.issued_on,
      file:
        document.file === null || document.bytes === null
          ? null
          : { key: document.file, bytes: document.bytes },
      notedAt: document.noted_at,
      removedAt: document.removed_at,
      toldByJob: document.told_by_job,
    })),
    complaints: parts.order_complaints.map((complaint) => ({
      at: complaint.made_at,
      items: parts.order_complaint_items
        .filter(({ n }) => n === complaint.n)
        .map(({ position }) => position),
      words: complaint.words,
      file: complaint.file,
      closedAt: complaint.closed_at,
      answer: complaint.answer,
    })),
    cancelRequests: parts.order_cancel_requests.map(({ requested_at, words }) => ({
      at: requested_at,
      words,
    })),
    changeRequests: toChangeRequests(parts),
    rounds: toRounds(parts),
    status: row.status,
    waitsFor: row.waits_for,
    startedAt: row.started_at,
    paidOn: row.paid_on,
    paid: row.paid_amount,
    refunded: row.refunded_amount,
    dueOn: row.due_on,
    arrivesBy: row.arrives_by,
    leaveBy: row.leave_by,
  };
}

function toDeposit(row: Row<'order_deposits'> | undefined) {
  const depositRule = row && { depositPercent: row.percent, depositFrom: row.from_total };
  return {
    depositRule: depositRule ?? NO_DEPOSIT,
    deposit: row?.amount ?? null,
    depositOn: row?.complete_on ?? null,
  };
}

function toDepositRows({ id, ...order }: Order): Row<'order_deposits'>[] {
  const { depositPercent: percent, depositFrom: from_total } = order.depositRule;
  if (percent === null) return [];
  const { deposit: amount, depositOn: complete_on } = order;
  return [{ order_id: id, percent, from_total, amount, complete_on }];
}

function toInvoice(row: Row<'order_invoices'> | undefined): Order['invoice'] {
  return row ? { rut: row.rut, name: row.name, giro: row.giro, address: row.address } : null;
}

function toQuote(row: Row<'order_quotes'> | undefined): Quote | null {
  if (!row) return null;
  const { valid_until: validUntil, accepted_at: acceptedAt } = row;
  return { validUntil, acceptedAt, ...quoted.parse(JSON.parse(row.quoted)) };
}

function toQuoteRows(order_id: string, quote: Quote | null): Row<'order_quotes'>[] {
  if (!quote) return [];
  const { validUntil: valid_until, acceptedAt: accepted_at, ...rest } = quote;
  return [{ order_id, valid_until, accepted_at, quoted: JSON.stringify(rest) }];
}

function toItem(row: Row<'order_items'>): OrderItem {
  return {
    position: row.position,
    uploadId: row.upload_id,
    originalName: row.original_name,
    notes: row.notes,
    changedAt: row.changed_at,
    priceList: { products: row.products_version, defaultProduct: row.default_product_version },
    ...readPinColumns(row),
  };
}

const pinChoice = z.object(requestedPinFields);

function toChangeRequests(parts: PartRows): Order['changeRequests'] {
  return parts.order_change_requests.map((request) => ({
    at: request.made_at,
    words: request.words,
    pictures: parts.order_change_pictures
      .filter(({ n }) => n === request.n)
      .map(({ upload_id: uploadId, original_name: originalName, notes, pins }) => ({
        ...pinChoice.parse(JSON.parse(pins)),
        ...{ uploadId, originalName, notes },
      })),
    closedAt: request.closed_at,
    isAccepted: request.is_accepted === null ? null : request.is_accepted === 1,
    answer: request.answer,
  }));
}

function toRounds({ production_rounds, production_round_items }: PartRows): Order['rounds'] {
  const rounds = production_rounds.map(
    (row): Round => ({
      startedAt: row.started_at,
      reason: row.reason,
      wasPrinted: row.was_printed === 1,
      marks: { printed: row.printed_at, packed: row.packed_at, dispatched: row.dispatched_at },
      markedBy: { printed: row.printed_by, packed: row.packed_by, dispatched: row.dispatched_by },
      parcel: { courier: row.courier, trackingNumber: row.tracking_number },
      items: production_round_items
        .filter(({ n }) => n === row.n)
        .map(({ position, quantity }) => ({ position, quantity })),
    }),
  );
  const [first = FIRST_ROUND, ...reprints] =
    production_rounds[0]?.n === 0 ? rounds : [FIRST_ROUND, ...rounds];
  return [first, ...reprints];
}

/** Returns the rows of an order's parts. */
export function toPartRows(order: Order): PartRows {
  const order_id = order.id;
  const rounds = [...order.rounds.entries()].filter(
    ([n, round]) => n > 0 || !isDeepStrictEqual(round, FIRST_ROUND),
  );
  return {
    order_items: order.items.map(
      ({ position, uploadId, originalName, notes, changedAt, priceList, ...pin }) => ({
        order_id,
        position,
        upload_id: uploadId,
        original_name: originalName,
        notes,
        changed_at: changedAt,
        products_version: priceList.products,
        default_product_version: priceList.defaultProduct,
        ...toPinColumns(pin),
      }),
    ),
    order_charges: furtherCharges(order.cost).map((charge, position) => ({
      order_id,
      position,
      ...charge,
    })),
    order_payments: order.payments.map((payment) => ({
      id: payment.id,
      order_id,
      amount: payment.amount,
      paid_on: payment.paidOn,
      how: payment.how,
      attempt_id: payment.attemptId,
      noted_by: payment.notedBy,
      noted_at: payment.notedAt,
      removed_at: payment.removedAt,
      told_by_job: payment.toldByJob,
    })),
    order_refunds: order.refunds.map((refund) => ({
      id: refund.id,
      order_id,
      amount: refund.amount,
      reason: refund.reason,
      due_on: refund.dueOn,
      done_on: refund.doneOn,
      how: refund.how,
      is_past: refund.isPast ? 1 : 0,
      created_at: refund.createdAt,
    })),
    payment_reminders: order.reminders.map(({ number, on }) => ({
      order_id,
      number,
      reminded_on: on,
    })),
    order_receipts: order.receipts.map(({ at, file, type, bytes }, n) => ({
      order_id,
      n,
      received_at: at,
      file,
      type,
      bytes,
    })),
    order_deposits: toDepositRows(order),
    order_quotes: toQuoteRows(order_id, order.quote),
    order_invoices: order.invoice ? [{ order_id, ...order.invoice }] : [],
    order_documents: order.documents.map((document, n) => ({
      order_id,
      n,
      kind: document.kind,
      number: document.number,
      issued_on: document.issuedOn,
      file: document.file?.key ?? null,
      bytes: document.file?.bytes ?? null,
      noted_at: document.notedAt,
      removed_at: document.removedAt,
      told_by_job: document.toldByJob,
    })),
    order_complaints: order.complaints.map((complaint, n) => ({
      order_id,
      n,
      made_at: complaint.at,
      words: complaint.words,
      file: complaint.file,
      closed_at: complaint.closedAt,
      answer: complaint.answer,
    })),
    order_complaint_items: order.complaints.flatMap(({ items }, n) =>
      items.map((position) => ({ order_id, n, position })),
    ),
    order_cancel_requests: order.cancelRequests.map(({ at, words }, n) => ({
      order_id,
      n,
      requested_at: at,
      words,
    })),
    order_change_requests: order.changeRequests.map((request, n) => ({
      order_id,
      n,
      made_at: request.at,
      words: request.words,
      closed_at: request.closedAt,
      is_accepted: request.isAccepted === null ? null : request.isAccepted ? 1 : 0,
      answer: request.answer,
    })),
    order_change_pictures: order.changeRequests.flatMap(({ pictures }, n) =>
      pictures.map(({ uploadId, originalName, notes, ...pins }, position) => ({
        order_id,
        n,
        position,
        upload_id: uploadId,
        original_name: originalName,
        notes,
        pins: JSON.stringify(pins),
      })),
    ),
    production_rounds: rounds.map(([n, round]) => ({
      order_id,
      n,
      started_at: round.startedAt,
      reason: round.reason,
      was_printed: round.wasPrinted ? 1 : 0,
      ...markColumns(round),
      courier: round.parcel.courier,
      tracking_number: round.parcel.trackingNumber,
    })),
    production_round_items: rounds.flatMap(([n, { items }]) =>
      items.map((item) => ({ order_id, n, ...item })),
    ),
  };
}

function markColumns({ marks, markedBy }: Round) {
  return {
    printed_at: marks.printed,
    printed_by: markedBy.printed,
    packed_at: marks.packed,
    packed_by: markedBy.packed,
    dispatched_at: marks.dispatched,
    dispatched_by: markedBy.dispatched,
  } satisfies { [Name in `${Mark}_${'at' | 'by'}`]: number | string | null };
}

/** Selects the rows of a part, those of each order in their sequence. */
function selectPart<Table extends Part>(table: Table, ids: readonly string[]) {
  const key = ['order_id', ...PART_KEYS[table]].map((column) => sql.ref(column));
  return sql<Row<Table> & { order_id: string }>`select * from ${sql.table(table)}
    where order_id in (${sql.join(ids)}) order by ${sql.join(key)}`;
}

/** Returns the rows of the parts of several orders. */
export async function readPartRows(
  db: Queries | Tx,
  ids: readonly string[],
): Promise<(id: string) => PartRows> {
  const groups = await pipeline(db, async (run) => {
    const group = async <Table extends Part>(table: Table) =>
      Map.groupBy(await run(selectPart(table, ids)), ({ order_id }) => order_id);
    const [items, charges, payments, refunds, reminders, receipts, documents, ...others] =
      await Promise.all([
        group('order_items'),
        group('order_charges'),
        group('order_payments'),
        group('order_refunds'),
        group('payment_reminders'),
        group('order_receipts'),
        group('order_documents'),
        group('order_complaints'),
        group('order_complaint_items'),
        group('order_cancel_requests'),
        group('order_change_requests'),
        group('order_change_pictures'),
        group('production_rounds'),
        group('production_round_items'),
        group('order_invoices'),
        group('order_quotes'),
        group('order_deposits'),
      ]);
    return { items, charges, payments, refunds, reminders, receipts, documents, others };
  });
  const [complaints, complaintItems, cancelRequests, changes, changePictures, ...further] =
    groups.others;
  const [rounds, roundItems, invoices, quotes, deposits] = further;
  return (id) => ({
    order_items: groups.items.get(id) ?? [],
    order_charges: groups.charges.get(id) ?? [],
    order_payments: groups.payments.get(id) ?? [],
    order_refunds: groups.refunds.get(id) ?? [],
    payment_reminders: groups.reminders.get(id) ?? [],
    order_receipts: groups.receipts.get(id) ?? [],
    order_documents: groups.documents.get(id) ?? [],
    order_complaints: complaints.get(id) ?? [],
    order_complaint_items: complaintItems.get(id) ?? [],
    order_cancel_requests: cancelRequests.get(id) ?? [],
    order_change_requests: changes.get(id) ?? [],
    order_change_pictures: changePictures.get(id) ?? [],
    production_rounds: rounds.get(id) ?? [],
    production_round_items: roundItems.get(id) ?? [],
    order_invoices: invoices.get(id) ?? [],
    order_deposits: deposits.get(id) ?? [],
    order_quotes: quotes.get(id) ?? [],
  });
}
