import { sql } from 'kysely';
import * as z from 'zod';
import { quoted } from '#contract/orders/quote.ts';
import { requestedPinFields } from '#contract/pins/pins.ts';
import { keysOf } from '#domain/base/keys.ts';
import { FIRST_ROUND, type Order, type OrderItem, type Round } from '#domain/orders/order.ts';
import { shippingCharge } from '#domain/orders/pricing.ts';
import type { Quote } from '#domain/orders/quote.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { pipeline } from '#server/db/pipeline.ts';
import type { Queries, Tx } from '#server/db/types.ts';
import { readDelivery } from '#server/features/delivery/columns.ts';
import { readPinColumns } from '#server/features/uploads/pin-columns.ts';
import { type OrderRow, PART_KEYS, type Part, type Row } from './order-rows.ts';

/** Returns the rows of a part of one order. */
type PartReader = <Table extends Part>(table: Table) => Row<Table>[];

/** Returns the order of these rows, with its latest proof and its attempts to pay online. */
export function toOrder(
  row: OrderRow,
  parts: PartReader,
  { proof, attempts }: Pick<Order, 'proof' | 'attempts'>,
): Order {
  const [pictures] = parts('order_picture_requests');
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
        ...parts('order_charges').map(({ kind, label, amount }) => ({ kind, label, amount })),
      ],
      totalAmount: row.total_amount,
      agreedTotal: row.agreed_total,
    },
    ...toDeposit(parts('order_deposits')[0]),
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
    pictureRequestedAt: pictures?.requested_at ?? null,
    pictureReplacedAt: pictures?.replaced_at ?? null,
    proof,
    attempts,
    items: parts('order_items').map(toItem),
    payments: parts('order_payments').map((payment) => ({
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
    refunds: parts('order_refunds').map((refund) => ({
      id: refund.id,
      amount: refund.amount,
      reason: refund.reason,
      dueOn: refund.due_on,
      doneOn: refund.done_on,
      how: refund.how,
      createdAt: refund.created_at,
    })),
    reminders: parts('payment_reminders').map(({ number, reminded_on }) => ({
      number,
      on: reminded_on,
    })),
    receipts: parts('order_receipts').map(({ received_at, file, type, bytes }) => ({
      at: received_at,
      file,
      type,
      bytes,
    })),
    invoice: toInvoice(parts('order_invoices')[0]),
    quote: toQuote(parts('order_quotes')[0]),
    documents: parts('order_documents').map((document) => ({
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
    complaints: parts('order_complaints').map((complaint) => ({
      at: complaint.made_at,
      items: parts('order_complaint_items')
        .filter(({ n }) => n === complaint.n)
        .map(({ position }) => position),
      words: complaint.words,
      file: complaint.file,
      closedAt: complaint.closed_at,
      answer: complaint.answer,
    })),
    cancelRequests: parts('order_cancel_requests').map(({ requested_at, words }) => ({
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

function toInvoice(row: Row<'order_invoices'> | undefined): Order['invoice'] {
  return row ? { rut: row.rut, name: row.name, giro: row.giro, address: row.address } : null;
}

function toQuote(row: Row<'order_quotes'> | undefined): Quote | null {
  if (!row) return null;
  const { valid_until: validUntil, accepted_at: acceptedAt } = row;
  return { validUntil, acceptedAt, ...quoted.parse(JSON.parse(row.quoted)) };
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

function toChangeRequests(parts: PartReader): Order['changeRequests'] {
  return parts('order_change_requests').map((request) => ({
    at: request.made_at,
    words: request.words,
    pictures: parts('order_change_pictures')
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

function toRounds(parts: PartReader): Order['rounds'] {
  const production_rounds = parts('production_rounds');
  const rounds = production_rounds.map(
    (row): Round => ({
      startedAt: row.started_at,
      reason: row.reason,
      wasPrinted: row.was_printed === 1,
      marks: { printed: row.printed_at, packed: row.packed_at, dispatched: row.dispatched_at },
      markedBy: { printed: row.printed_by, packed: row.packed_by, dispatched: row.dispatched_by },
      parcel: { courier: row.courier, trackingNumber: row.tracking_number },
      items: parts('production_round_items')
        .filter(({ n }) => n === row.n)
        .map(({ position, quantity }) => ({ position, quantity })),
    }),
  );
  const [first = FIRST_ROUND, ...reprints] =
    production_rounds[0]?.n === 0 ? rounds : [FIRST_ROUND, ...rounds];
  return [first, ...reprints];
}

/** The sequence of parts whose key has none: a repeatable payment's id is a hash. */
const SEQUENCES: Partial<Record<Part, readonly string[]>> = {
  order_payments: ['noted_at', 'id'],
  order_refunds: ['created_at', 'id'],
};

/** Selects the rows of a part, those of each order in their sequence. */
function selectPart(table: Part, ids: readonly string[]) {
  const columns = ['order_id', ...(SEQUENCES[table] ?? PART_KEYS[table])];
  const key = columns.map((column) => sql.ref(column));
  return sql<{ order_id: string }>`select * from ${sql.table(table)}
    where order_id in (${sql.join(ids)}) order by ${sql.join(key)}`;
}

/** Returns the rows of the parts of several orders, by order and table. */
export async function readPartRows(
  db: Queries | Tx,
  ids: readonly string[],
): Promise<(id: string) => PartReader> {
  const groups = new Map<Part, Map<string, unknown[]>>();
  await pipeline(db, async (run) => {
    const read = async (table: Part) =>
      groups.set(
        table,
        Map.groupBy(await run(selectPart(table, ids)), ({ order_id }) => order_id),
      );
    await Promise.all(keysOf(PART_KEYS).map(read));
  });
  // A map's type cannot say which table's rows a key leads to.
  return (id) => (table) => (groups.get(table)?.get(id) ?? []) as Row<typeof table>[];
}
