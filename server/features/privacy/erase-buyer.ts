import { ShopError } from '#domain/base/errors.ts';
import { factsOf } from '#domain/orders/derive.ts';
import { mapRounds, type Order, requestedPicturesOf } from '#domain/orders/order.ts';
import { isReprinting } from '#domain/orders/order-stage.ts';
import { type Cost, isShipping } from '#domain/orders/pricing.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { CANCELLED_STATUS, isEnded } from '#domain/orders/status.ts';
import type { Owner } from '#domain/people/buyer.ts';
import { forgetReasons } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { forgetNotes } from '#server/features/buyers/notes.ts';
import { erasedDelivery, erasedFields } from '#server/features/delivery/columns.ts';
import { applyChange, type OrderSet, ordersOf, readOrders } from '#server/features/orders/order.ts';
import { endLinks } from '#server/features/orders/stored-links.ts';
import { forgetKey } from '#server/features/orders/write-order.ts';
import { forgetPayers } from '#server/features/payments/free-movements.ts';
import { dropReplaced } from '#server/features/production/replaced-pictures.ts';
import { enqueueRemovals } from '#server/features/uploads/remove-files.ts';
import { emptyPictures, forgetPictures } from '#server/features/uploads/remove-pictures.ts';

/** The erased fields of an order, by their names in the audit log. */
const ERASED_FIELDS = [
  ...erasedFields,
  'internalNotes',
  'pictures',
  'how',
  'trackingNumber',
  'documentFile',
  'invoice',
] as const;

/**
 * Locks every order of an owner until the transaction ends, including the bin.
 * @throws ShopError `order_under_way` while one outside the bin is in progress or being reprinted
 */
export async function lockEndedOrders(
  { db }: Pick<Context, 'db'>,
  tx: Tx,
  owner: Owner,
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const own of ordersOf(tx, owner)) {
    orders.push(...(await readOrders(tx, db.lockRows(own.orderBy('id')))));
  }
  if (orders.some(isUnderWay)) throw new ShopError('order_under_way');
  return orders;
}

/** A quote that nobody has accepted is no order yet. */
function isUnderWay(order: Order): boolean {
  if (order.deletedAt !== null || openQuoteOf(order)) return false;
  return !isEnded(order.status) || isReprinting(factsOf(order));
}

/**
 * Removes the personal data from locked orders. What was ordered, when, to which city and for how
 * much stays, so the statistics do not change.
 * @param by the uid of the account that requests it
 */
export async function eraseBuyers(
  context: Context,
  tx: Tx,
  orders: readonly Order[],
  by: string,
): Promise<void> {
  const now = context.clock();
  for (const order of orders) {
    await enqueueRemovals(tx, order, now);
    const change = {
      set: erased(order, now),
      action: 'erased',
      changes: ERASED_FIELDS.map((field) => ({ field })),
    } as const;
    await applyChange(context, tx, { before: order, change, by });
    await forgetReasons(tx, [order.id]);
    await forgetNotes(tx, [order.id]);
    await tx.updateTable('proofs').set({ words: null }).where('order_id', '=', order.id).execute();
    await forgetPayers(tx, order.id);
    await endLinks(tx, order.id);
    await forgetKey(tx, order.id);
    const unused = [...requestedPicturesOf(order), ...(await dropReplaced(tx, order.id))];
    await forgetPictures(tx, unused, { now });
    await emptyPictures(tx, await findOwnPictures(tx, order.id), now);
  }
}

/** Returns what an order keeps without its buyer; a quote that is open is withdrawn. */
function erased({ owner, delivery, ...order }: Order, now: number): OrderSet {
  const { quote } = order;
  return {
    ...(openQuoteOf(order) ? { setByHand: { status: CANCELLED_STATUS, at: now } } : {}),
    owner: {
      ...owner,
      kind: 'erased',
      ...{ uid: null, email: null, guestEmail: null, mailboxKey: null },
      linksEnded: owner.linksEnded + 1,
    },
    delivery: { ...delivery, ...erasedDelivery },
    notes: { buyer: null, internal: null },
    items: order.items.map(({ text: _, ...item }) => ({
      ...item,
      originalName: `Imagen ${item.position + 1}`,
      notes: null,
    })),
    // An admin's free text; the payment and its date stay.
    payments: order.payments.map((payment) => ({ ...payment, how: '-' })),
    receipts: [],
    // The boleta's number and day stay for the accounts.
    documents: order.documents.map((document) => ({ ...document, file: null })),
    invoice: null,
    complaints: order.complaints.map((complaint) => ({
      ...complaint,
      ...{ words: null, file: null, answer: null },
      closedAt: complaint.closedAt ?? now,
    })),
    cancelRequests: order.cancelRequests.map(({ at }) => ({ at, words: null })),
    changeRequests: order.changeRequests.map((request) => ({
      ...request,
      ...{ words: null, pictures: [], answer: null },
      closedAt: request.closedAt ?? now,
    })),
    cost: withoutLabels(order.cost),
    quote: quote && { ...quote, cost: withoutLabels(quote.cost) },
    rounds: mapRounds(order, (round) => ({
      ...round,
      reason: null,
      parcel: { ...round.parcel, trackingNumber: null },
    })),
    pictureRequestedAt: null,
  };
}

/** The shop's own line may name the buyer. */
function withoutLabels<Priced extends Cost>(cost: Priced): Priced {
  const charges = cost.charges.map((charge) =>
    isShipping(charge) ? charge : { ...charge, label: charge.amount < 0 ? 'Rebaja' : 'Cargo' },
  );
  return { ...cost, charges };
}

/** Returns ids of uploads that only erased orders use. */
async function findOwnPictures(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('order_items as item')
    .select('item.upload_id')
    .distinct()
    .where('item.order_id', '=', orderId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_items as other')
            .innerJoin('orders', 'orders.id', 'other.order_id')
            .select('other.position')
            .whereRef('other.upload_id', '=', 'item.upload_id')
            .where('orders.owner_kind', '<>', 'erased'),
        ),
      ),
    )
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}
