import type { ComplaintAnswer, ReprintBody } from '#contract/aftersales/complaints-admin.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { dayOf } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { complainBy } from '#domain/delivery/business-days.ts';
import { factsOf } from '#domain/orders/derive.ts';
import {
  FIRST_ROUND,
  latestReprint,
  type Order,
  type OrderComplaint,
  type Round,
} from '#domain/orders/order.ts';
import { canReprint } from '#domain/orders/order-stage.ts';
import { countPins } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { mailsToBuyer } from '#server/features/mail/count-mail.ts';
import { type ChangeTarget, changeOrder, type OrderChange } from '#server/features/orders/order.ts';
import { findOwnOrderId, type OrderOf, refuseOthers } from '#server/features/orders/order-link.ts';
import { viewOrder, viewOwnOrder } from '#server/features/orders/present-order.ts';
import { noteDone, promiseRefund } from '#server/features/payments/refunds.ts';
import { type Kept, keepFile } from '#server/features/uploads/received-file.ts';
import { enqueueRemoval } from '#server/features/uploads/remove-files.ts';
import { validationError } from '#server/http/errors.ts';

/** Maximum number of complaints per order, one after the other. */
const MAX_SENT = 10;

/** A buyer's complaint: the items, from 1, the buyer's words, and the client's IP address. */
export type Complaint = OrderOf & { items: number[]; words: string; address: string };

type ArrivedComplaint = Complaint & { id: string };

/** @throws ShopError `unauthenticated`, `not_found` */
export async function checkComplaint(
  context: Context,
  complaint: Complaint,
): Promise<ArrivedComplaint> {
  return { ...complaint, id: await findOwnOrderId(context, complaint) };
}

/**
 * Stores a complaint and its photo. It replaces an earlier one; the history keeps the words of both.
 * If it has no photo, the photo of an unanswered one stays. Above the rate limit of mails to an
 * unverified address its buyer gets none.
 * @param path a copy of the photo without metadata
 * @throws ShopError `not_found`, `complaint_too_late`, `too_many_requests`, `validation_failed`
 */
export async function storeComplaint(
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
  { id, token, buyer, items: sent, words: reason, address }: ArrivedComplaint,
  photo: Kept | null,
): Promise<Order> {
  const items = [...new Set(sent)].sort((one, other) => one - other);
  const by = token === null ? (buyer?.uid ?? null) : null;
  return changeOrder(context, { id, by, version: null }, async (order, tx) => {
    refuseOthers(context, order, { token, buyer });
    await refuse(context, tx, order, items);
    const now = context.clock();
    const last = order.complaints.at(-1);
    const kept = photo === null && last?.closedAt === null ? last.file : null;
    if (!kept) await enqueueRemoval(tx, last?.file ?? null, now);
    await photo?.claim(tx);
    const complaint = {
      at: now,
      items: items.map((n) => n - 1),
      words: reason,
      file: kept ?? photo?.key ?? null,
      closedAt: null,
      answer: null,
    };
    return {
      set: { complaints: [...order.complaints.map(closedAt(now)), complaint] },
      action: 'complaint_sent',
      changes: [{ field: 'complaintItems', to: items.join(', ') }],
      reason,
      mails: async () => [
        ...(await mailsToBuyer(context, tx, order, { kind: 'complaint_received', address, now })),
        { kind: 'complaint_told' },
      ],
    };
  });
}

/** A later complaint replaces an earlier one, with its photo. */
function closedAt(now: number) {
  return (complaint: OrderComplaint): OrderComplaint => ({
    ...complaint,
    closedAt: complaint.closedAt ?? now,
    file: null,
  });
}

async function refuse(
  { settings, clock }: Context,
  tx: Tx,
  order: Order,
  items: readonly number[],
): Promise<void> {
  if (order.owner.kind === 'erased') throw new ShopError('not_found');
  const { complaints, delivery } = (await settings.read(tx)).settings;
  const promise = { ...order.promise, closures: delivery.closures };
  const until = complainBy(factsOf(order), { days: complaints.complainDays, promise });
  if (until === null || until < dayOf(clock())) throw new ShopError('complaint_too_late');
  if (order.complaints.length >= MAX_SENT) throw new ShopError('too_many_requests');
  if (items.some((n) => n > order.items.length)) {
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
): Promise<Order> {
  const now = context.clock();
  if (refund?.on && refund.on > dayOf(now)) {
    throw validationError({ 'refund.on': 'La fecha de la devolución no puede ser futura' });
  }
  return changeOrder(context, target, (order): OrderChange | null => {
    const last = order.complaints.at(-1);
    const isOpen = last?.closedAt === null;
    if (!isOpen && !refund) return null;
    const { refunds, changes } = refund
      ? giveBack(context, order, refund)
      : { refunds: order.refunds, changes: [] };
    const complaints = order.complaints.map((complaint) =>
      complaint === last
        ? { ...complaint, closedAt: complaint.closedAt ?? now, answer: words ?? complaint.answer }
        : complaint,
    );
    return {
      set: { complaints, refunds },
      action: 'complaint_answered',
      changes,
      reason: words,
      mails: [{ kind: 'complaint_answered' }],
    };
  });
}

type Refund = NonNullable<ComplaintAnswer['refund']>;

/** Returns the refunds with one for a complaint, done or promised, and how the history names it. */
function giveBack(context: Context, order: Order, { amount, on }: Refund) {
  if (on === undefined) {
    const { refunds, dueOn } = promiseRefund(context, order, amount);
    const changes = [
      { field: 'promisedRefund', to: amount },
      { field: 'promisedRefundBy', to: dueOn },
    ];
    return { refunds, changes };
  }
  const note = { how: 'transfer', reason: 'complaint', doneOn: on, amount } as const;
  const changes = [
    { field: 'notedRefund', to: amount },
    { field: 'notedRefundOn', to: on },
  ];
  return { refunds: noteDone(context, order, note).refunds, changes };
}

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
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    if (!canReprint(factsOf(order))) throw new ShopError('order_under_way', { message: UNDER_WAY });
    if (items.some(({ n }) => n > order.items.length)) {
      throw validationError({ items: 'Este pedido no tiene esa imagen' });
    }
    const now = context.clock();
    const printed = isPrinted ? now : null;
    const reprint: Round = {
      ...FIRST_ROUND,
      startedAt: now,
      reason,
      wasPrinted: isPrinted,
      marks: { ...FIRST_ROUND.marks, printed },
      items: items.map(({ n, quantity }) => ({ position: n - 1, quantity })),
    };
    return {
      set: { rounds: [...order.rounds, reprint] },
      action: 'reprint_started',
      changes: [{ field: 'reprintedPins', to: countPins(items) }],
      reason,
      mails: [{ kind: 'reprint_started' }],
    };
  });
}

/** Withdraws the reprint in progress; without one nothing changes. */
export function withdrawReprint(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const reprint = latestReprint(order);
    if (!reprint || reprint.marks.dispatched !== null) return null;
    const [first, ...others] = order.rounds;
    return {
      set: { rounds: [first, ...others.slice(0, -1)] },
      action: 'reprint_withdrawn',
      changes: [{ field: 'reprint', from: true, to: false }],
    };
  });
}
