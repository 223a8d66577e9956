import type { ComplaintAnswer } from '#contract/complaints.ts';
import type { BuyerOrder } from '#contract/orders.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { dayOf } from '#domain/dates.ts';
import { ERASED_NAME } from '#domain/erasure.ts';
import { ShopError } from '#domain/errors.ts';
import { complainBy } from '#domain/order-stage.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import { factsOf } from '#server/features/orders/order-facts.ts';
import { findOwnOrderId, type OrderOf } from '#server/features/orders/order-link.ts';
import { viewOrder, viewOwnOrder } from '#server/features/orders/read/own-orders.ts';
import {
  createTakeFile,
  keepFile,
  type SaveForm,
} from '#server/features/orders/receipts/keep-file.ts';
import { enqueueRemoval } from '#server/features/orders/receipts/remove-receipts.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { validationError } from '#server/http/errors.ts';

/** Complaints that an order may have one after the other. */
const MAX_SENT = 10;

/** What a buyer says is wrong: pictures from 1, and words. */
export type Complaint = OrderOf & { items: number[]; words: string };

/**
 * Returns what takes in a complaint with its photo, of which only a copy without metadata is stored.
 * A later one takes the place of an earlier one; the history keeps the words of both.
 * It throws ShopError: `unauthenticated`, `not_found`, `complaint_too_late`, `too_many_requests`,
 * `validation_failed`, and what is wrong with the file.
 */
export function createReceiveComplaint(context: Context) {
  const takeFile = createTakeFile(context, {
    takesPdf: false,
    wrongType: () => new ShopError('image_type_not_allowed'),
  });
  return (save: SaveForm<Complaint>, address: string): Promise<BuyerOrder> =>
    takeFile(save, address, {
      isFor: async (complaint) => ({ ...complaint, id: await findOwnOrderId(context, complaint) }),
      keep: (complaint, { path }) => store(context, complaint, path),
    });
}

async function store(
  context: Context,
  complaint: Complaint & { id: string },
  path: string,
): Promise<BuyerOrder> {
  const { id, token, words: reason } = complaint;
  const items = [...new Set(complaint.items)].sort((one, other) => one - other);
  const by = token === null ? (complaint.buyer?.uid ?? null) : null;
  await keepFile(context, path, ({ key: complaint_file, claim }) =>
    changeOrder(context, { id, by, version: null }, async (order, tx) => {
      await refuse(context, tx, order, items);
      const now = context.clock();
      await enqueueRemoval(tx, order.complaint_file, now);
      await claim(tx);
      const complaint_items = JSON.stringify(items);
      const { seller } = (await context.settings.read(tx)).settings;
      return {
        set: {
          ...{ complaint_at: now, complaint_closed_at: null, complaint_items, complaint_file },
          complaints_sent: (order.complaints_sent ?? 0) + 1,
        },
        action: 'complaint_sent',
        changes: [{ field: 'pictures', to: items.join(', ') }],
        reason,
        notify: async (inTx, changeId) => {
          await enqueueMail(inTx, { kind: 'complaint_received', orderId: id, changeId }, now);
          if (!seller.email) return;
          await enqueueMail(inTx, { kind: 'complaint_told', orderId: id, changeId }, now);
        },
      };
    }),
  );
  return token === null ? viewOwnOrder(context, id) : viewOrder(context, token);
}

async function refuse(
  { settings, clock }: Context,
  tx: Tx,
  order: OrderRow,
  items: readonly number[],
): Promise<void> {
  if (order.full_name === ERASED_NAME) throw new ShopError('not_found');
  const { complainDays } = (await settings.read(tx)).settings.complaints;
  const until = complainBy(factsOf(order), complainDays);
  if (until === null || until < dayOf(clock())) throw new ShopError('complaint_too_late');
  if ((order.complaints_sent ?? 0) >= MAX_SENT) throw new ShopError('too_many_requests');
  if (items.some((n) => n > order.unique_images)) {
    throw validationError({ items: 'Este pedido no tiene esa imagen' });
  }
}

/**
 * Closes an order's complaint and mails the buyer the words, the refund or both; sums stay. Without an
 * open complaint a refund is noted all the same, and words alone change nothing.
 * @throws ShopError `validation_failed` for a day to come
 */
export function answerComplaint(
  context: Context,
  target: ChangeTarget,
  { words, refund }: ComplaintAnswer,
): Promise<AdminOrderDetail> {
  const now = context.clock();
  if (refund && refund.on > dayOf(now)) {
    throw validationError({ 'refund.on': 'La fecha de la devolución no puede ser futura' });
  }
  return changeOrder(context, target, (order): OrderChange | null => {
    const isOpen = order.complaint_at !== null && order.complaint_closed_at === null;
    if (!isOpen && !refund) return null;
    return {
      set: isOpen ? { complaint_closed_at: now } : {},
      action: 'complaint_answered',
      changes: refund
        ? [
            { field: 'notedRefund', to: refund.amount },
            { field: 'notedRefundOn', to: refund.on },
          ]
        : [],
      reason: words,
      notify: (tx, changeId) =>
        enqueueMail(tx, { kind: 'complaint_answered', orderId: order.id, changeId }, now),
    };
  });
}
