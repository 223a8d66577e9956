import type { ComplaintAnswer, ReprintBody } from '#contract/complaints-admin.ts';
import type { BuyerOrder } from '#contract/orders.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { complainBy } from '#domain/business-days.ts';
import { dayOf } from '#domain/dates.ts';
import { ERASED_NAME } from '#domain/erasure.ts';
import { ShopError } from '#domain/errors.ts';
import { canReprint } from '#domain/order-stage.ts';
import type { Context } from '#server/context.ts';
import type { Flag } from '#server/db/tables/columns.ts';
import type { Tx } from '#server/db/types.ts';
import {
  type ChangeTarget,
  changeOrder,
  type OrderChange,
} from '#server/features/orders/change-order.ts';
import { noteDone } from '#server/features/orders/note-refund.ts';
import { factsOf, NO_REPRINT } from '#server/features/orders/order-facts.ts';
import { findOwnOrderId, type OrderOf } from '#server/features/orders/order-link.ts';
import { promiseOf } from '#server/features/orders/present-order.ts';
import { viewOrder, viewOwnOrder } from '#server/features/orders/read/own-orders.ts';
import {
  createTakeFile,
  type Kept,
  keepFile,
  type SaveForm,
} from '#server/features/orders/receipts/keep-file.ts';
import { enqueueRemoval } from '#server/features/orders/receipts/remove-receipts.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { validationError } from '#server/http/errors.ts';

/** Maximum number of complaints per order, one after the other. */
const MAX_SENT = 10;

/** A buyer's complaint: the items, from 1, and the buyer's words. */
export type Complaint = OrderOf & { items: number[]; words: string };

/**
 * Returns the function that receives a complaint and its photo, of which only a copy without
 * metadata is stored. A new complaint replaces an earlier one; the history keeps the words of both.
 * If it has no photo, the photo of an unanswered one stays. The function throws ShopError
 * `unauthenticated`, `not_found`, `complaint_too_late`, `too_many_requests`, `validation_failed`,
 * and the file's errors.
 */
export function createReceiveComplaint(context: Context) {
  const takeFile = createTakeFile(context, {
    takes: 'pictures',
    wrongType: () => new ShopError('image_type_not_allowed'),
  });
  return (save: SaveForm<Complaint>, address: string): Promise<BuyerOrder> =>
    takeFile(save, address, {
      isFor: async (complaint) => ({ ...complaint, id: await findOwnOrderId(context, complaint) }),
      keep: (complaint, { path }) => store(context, complaint, path),
      keepWithout: (complaint) => store(context, complaint, null),
    });
}

type ArrivedComplaint = Complaint & { id: string };
async function store(
  context: Context,
  complaint: ArrivedComplaint,
  path: string | null,
): Promise<BuyerOrder> {
  const { id, token } = complaint;
  const note = (photo: Kept | null) => noteComplaint(context, complaint, photo);
  await (path === null ? note(null) : keepFile(context, path, note));
  return token === null ? viewOwnOrder(context, id) : viewOrder(context, token);
}

function noteComplaint(
  context: Context,
  { id, token, buyer, items: sent, words: reason }: ArrivedComplaint,
  photo: Kept | null,
): Promise<AdminOrderDetail> {
  const items = [...new Set(sent)].sort((one, other) => one - other);
  const by = token === null ? (buyer?.uid ?? null) : null;
  return changeOrder(context, { id, by, version: null }, async (order, tx) => {
    await refuse(context, tx, order, items);
    const now = context.clock();
    const stays = photo === null && isOpen(order);
    if (!stays) await enqueueRemoval(tx, order.complaint_file, now);
    await photo?.claim(tx);
    return {
      set: {
        complaint_at: now,
        complaint_closed_at: null,
        complaint_items: JSON.stringify(items),
        complaint_answer: null,
        complaint_file: stays ? order.complaint_file : (photo?.key ?? null),
        complaints_sent: (order.complaints_sent ?? 0) + 1,
      },
      action: 'complaint_sent',
      changes: [{ field: 'complaintItems', to: items.join(', ') }],
      reason,
      mails: [{ kind: 'complaint_received' }, { kind: 'complaint_told' }],
    };
  });
}

function isOpen({ complaint_at, complaint_closed_at }: OrderRow): boolean {
  return complaint_at !== null && complaint_closed_at === null;
}

async function refuse(
  { settings, clock }: Context,
  tx: Tx,
  order: OrderRow,
  items: readonly number[],
): Promise<void> {
  if (order.full_name === ERASED_NAME) throw new ShopError('not_found');
  const { complaints, delivery } = (await settings.read(tx)).settings;
  const promise = promiseOf(order, delivery.closures);
  const until = complainBy(factsOf(order), { days: complaints.complainDays, promise });
  if (until === null || until < dayOf(clock())) throw new ShopError('complaint_too_late');
  if ((order.complaints_sent ?? 0) >= MAX_SENT) throw new ShopError('too_many_requests');
  if (items.some((n) => n > order.unique_images)) {
    throw validationError({ items: 'Este pedido no tiene esa imagen' });
  }
}

/**
 * Closes an order's complaint and mails the buyer the shop's words, the refund or both. Without an open complaint a refund is recorded as well, but words alone change
 * nothing.
 * @throws ShopError `validation_failed` for a day in the future, `refund_too_large`
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
  return changeOrder(context, target, async (order, tx): Promise<OrderChange | null> => {
    const closes = isOpen(order);
    if (!closes && !refund) return null;
    const done = refund
      ? await noteDone(context, tx, order, {
          ...{ amount: refund.amount, doneOn: refund.on, how: 'transfer', reason: 'complaint' },
        })
      : null;
    return {
      set: {
        ...(closes ? { complaint_closed_at: now } : {}),
        ...(words !== null && order.complaint_at !== null ? { complaint_answer: words } : {}),
        ...done?.set,
      },
      action: 'complaint_answered',
      changes: refund
        ? [
            { field: 'notedRefund', to: refund.amount },
            { field: 'notedRefundOn', to: refund.on },
          ]
        : [],
      reason: words,
      mails: [{ kind: 'complaint_answered' }],
    };
  });
}

/** The columns of an order without a reprint and its parcel. */
const NO_ROUND = { ...NO_REPRINT, reprint_courier: null, reprint_tracking_number: null } as const;
const UNDER_WAY = 'Solo se reimprime lo que ya se despachó, y una reimpresión a la vez';

/**
 * Starts a free reprint: pins of a dispatched order are made or sent again. The order is on the
 * board again, with separate marks; its status and amounts stay. The buyer is mailed.
 * @throws ShopError `order_under_way`, `validation_failed` for an item that the order does not have
 */
export function startReprint(
  context: Context,
  target: ChangeTarget,
  { items, reason, isPrinted }: ReprintBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (!canReprint(factsOf(order))) throw new ShopError('order_under_way', { message: UNDER_WAY });
    if (items.some(({ n }) => n > order.unique_images)) {
      throw validationError({ items: 'Este pedido no tiene esa imagen' });
    }
    // Two reprints must not have the same time, which identifies them.
    const created_at = Math.max(context.clock(), (order.reprint_at ?? 0) + 1);
    const was_printed: Flag = isPrinted ? 1 : 0;
    const rows = items.map(({ n, quantity }) => ({
      ...{ order_id: order.id, created_at, was_printed, quantity },
      position: n - 1,
    }));
    await tx.insertInto('order_reprints').values(rows).execute();
    const pins = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      set: {
        ...NO_ROUND,
        reprint_at: created_at,
        ...(isPrinted ? { reprint_printed_at: created_at } : {}),
      },
      action: 'reprint_started',
      changes: [{ field: 'reprintedPins', to: pins }],
      reason,
      mails: [{ kind: 'reprint_started' }],
    };
  });
}

/** Withdraws the reprint in progress; without one nothing changes. */
export function withdrawReprint(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.reprint_at === null || order.reprint_dispatched_at !== null) return null;
    await tx
      .deleteFrom('order_reprints')
      .where('order_id', '=', order.id)
      .where('created_at', '=', order.reprint_at)
      .execute();
    return {
      set: NO_ROUND,
      action: 'reprint_withdrawn',
      changes: [{ field: 'reprint', from: true, to: false }],
    };
  });
}
