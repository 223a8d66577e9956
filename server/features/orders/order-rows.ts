import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { documentOf, FIRST_ROUND, type Order, type Round } from '#domain/orders/order.ts';
import type { Mark } from '#domain/orders/order-stage.ts';
import { furtherCharges, shippingAmount, sumCharges } from '#domain/orders/pricing.ts';
import type { Quote } from '#domain/orders/quote.ts';
import type { Schema } from '#server/db/types.ts';
import { toDeliveryColumns } from '#server/features/delivery/columns.ts';
import { toPinColumns } from '#server/features/uploads/pin-columns.ts';

export type OrderRow = Selectable<Schema['orders']>;
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

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
  order_picture_requests: [],
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
  };
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
    order_picture_requests: toPictureRows(order),
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

function toDepositRows({ id, ...order }: Order): Row<'order_deposits'>[] {
  const { depositPercent: percent, depositFrom: from_total } = order.depositRule;
  if (percent === null) return [];
  const { deposit: amount, depositOn: complete_on } = order;
  return [{ order_id: id, percent, from_total, amount, complete_on }];
}

function toQuoteRows(order_id: string, quote: Quote | null): Row<'order_quotes'>[] {
  if (!quote) return [];
  const { validUntil: valid_until, acceptedAt: accepted_at, ...rest } = quote;
  return [{ order_id, valid_until, accepted_at, quoted: JSON.stringify(rest) }];
}

function toPictureRows(order: Order): Row<'order_picture_requests'>[] {
  const { id: order_id, pictureRequestedAt: requested_at, pictureReplacedAt: replaced_at } = order;
  if (requested_at === null && replaced_at === null) return [];
  return [{ order_id, requested_at, replaced_at }];
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
