import { type SelectQueryBuilder, sql } from 'kysely';
import type { Owner } from '#domain/buyer.ts';
import { ERASED_NAME } from '#domain/erasure.ts';
import { ShopError } from '#domain/errors.ts';
import { isReprinting } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import { forgetReasons, writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Schema, Tx } from '#server/db/types.ts';
import { erasedDelivery, erasedFields } from '#server/features/delivery/columns.ts';
import { emptyPictures, forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { factsOf } from './order-facts.ts';
import { endLinks } from './order-links.ts';
import { NO_TEXT } from './pin-columns.ts';
import { enqueueRemovals } from './receipts/remove-receipts.ts';
import { dropReplaced } from './replaced-pictures.ts';
import type { OrderRow } from './repo.ts';
import { updateSearchText } from './search-text.ts';

/** The uid of an erased account's orders, so that they do not become a guest's orders. */
export const ERASED_UID = 'erased';
/** The erased fields of an order, by their names in the audit log. */
const ERASED_FIELDS = [
  ...erasedFields,
  'internalNotes',
  'pictures',
  'how',
  'trackingNumber',
  'documentFile',
] as const;

/**
 * Locks every order of an owner until the transaction ends, including the bin.
 * @throws ShopError `order_under_way` while one outside the bin is in progress or being reprinted
 */
export async function lockEndedOrders(
  { db }: Pick<Context, 'db'>,
  tx: Tx,
  { uid, guestEmail }: Owner,
): Promise<OrderRow[]> {
  const lock = (orders: SelectQueryBuilder<Schema, 'orders', OrderRow>) =>
    db.lockRows(orders.orderBy('id')).execute();
  const all = tx.selectFrom('orders').selectAll();
  const own = uid === null ? [] : await lock(all.where('user_uid', '=', uid));
  const joined = guestEmail === null ? [] : await lock(all.where('guest_email', '=', guestEmail));
  const orders = [...own, ...joined];
  const underWay = orders.find(
    (order) =>
      order.deleted_at === null && (isUnderWay(order.status) || isReprinting(factsOf(order))),
  );
  if (underWay) throw new ShopError('order_under_way');
  return orders;
}

/**
 * Removes the personal data from locked orders. What was ordered, when, to which city and for how
 * much stays, so the statistics do not change.
 * @param by the uid of the account that requests it
 */
export async function eraseBuyers(
  { clock }: Pick<Context, 'clock'>,
  tx: Tx,
  orders: readonly OrderRow[],
  by: string,
): Promise<void> {
  for (const order of orders) {
    const erased = await eraseBuyer(tx, order, clock());
    await updateSearchText(tx, erased);
    const changes = ERASED_FIELDS.map((field) => ({ field }));
    const note = { by, entity: 'order', entityId: order.id, action: 'erased', changes } as const;
    await writeAudit(tx, { ...note, version: erased.version }, clock());
    await forgetReasons(tx, [order.id]);
    await endLinks(tx, order.id);
    await tx.deleteFrom('idempotency_keys').where('order_id', '=', order.id).execute();
    await enqueueRemovals(tx, order, clock());
    await forgetPictures(tx, await dropReplaced(tx, order.id), { now: clock() });
    await emptyPictures(tx, await emptyItems(tx, order.id), clock());
  }
}

function eraseBuyer(
  tx: Tx,
  { id, version, user_uid, paid_how, links_ended, ...order }: OrderRow,
  now: number,
): Promise<OrderRow> {
  return tx
    .updateTable('orders')
    .set({
      version: version + 1,
      user_uid: user_uid && ERASED_UID,
      user_email: null,
      ...erasedDelivery,
      guest_email: null,
      guest_mailbox_key: null,
      buyer_notes: null,
      internal_notes: null,
      // An admin's free text; the payment and its date stay.
      paid_how: paid_how && '-',
      tracking_number: null,
      reprint_tracking_number: null,
      receipt_file: null,
      receipt_type: null,
      receipt_bytes: null,
      receipt_at: null,
      // The boleta's number and day stay for the accounts.
      document_file: null,
      document_bytes: null,
      complaint_file: null,
      complaint_answer: null,
      complaint_closed_at: order.complaint_at && (order.complaint_closed_at ?? now),
      picture_requested_at: null,
      links_ended: links_ended + 1,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Empties notes, file names and the pins' texts.
 * @returns ids of uploads that only erased orders use now
 */
async function emptyItems(tx: Tx, orderId: string): Promise<string[]> {
  await tx
    .updateTable('order_items')
    .set({ original_name: sql<string>`'Imagen ' || (position + 1)`, notes: null, ...NO_TEXT })
    .where('order_id', '=', orderId)
    .execute();
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
            .where('orders.full_name', '<>', ERASED_NAME),
        ),
      ),
    )
    .execute();
  return rows.map(({ upload_id }) => upload_id);
}
