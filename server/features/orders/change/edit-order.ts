import type { AuditChange } from '#contract/audit.ts';
import type {
  AdminOrderDetail,
  ChangeStatusBody,
  CorrectAddressBody,
  RecordPaymentBody,
  RecordShippingBody,
} from '#contract/orders-admin.ts';
import { dayOf } from '#domain/dates.ts';
import { EMAIL_REQUIRED } from '#domain/delivery.ts';
import { keysOf } from '#domain/keys.ts';
import { statusTime } from '#domain/order-stage.ts';
import { isUnderWay } from '#domain/orders.ts';
import { type Destination, shippingCost } from '#domain/prices.ts';
import { hasFreeShippingCode } from '#domain/pricing.ts';
import { transportDaysTo } from '#domain/promise.ts';
import { shippingOf } from '#domain/settings.ts';
import { findAudit } from '#server/audit/read-audit.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { columnsOf, toAddressColumns, toWayColumns } from '#server/features/delivery/columns.ts';
import { type ChangeMail, withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { createCompleteLink } from '#server/features/orders/complete-link.ts';
import { factsOf } from '#server/features/orders/order-facts.ts';
import {
  createLink,
  endLinks,
  findOpenLink,
  type OrderLink,
} from '#server/features/orders/order-links.ts';
import { noteParcel } from '#server/features/orders/parcel.ts';
import { findLatestProof } from '#server/features/orders/proofs.ts';
import { type OrderRow, toGuestColumns } from '#server/features/orders/repo.ts';
import { setPayment } from '#server/features/orders/set-payment.ts';
import { validationError } from '#server/http/errors.ts';

const NO_REQUEST = { cancel_requested_at: null };

/** Changes an order's status and mails its buyer; the same status again changes nothing. */
export function changeStatus(
  context: Context,
  target: ChangeTarget,
  { status, reason, canUndo }: ChangeStatusBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.status === status) return null;
    const now = context.clock();
    const status_set_at = statusTime(factsOf(order), now);
    const told = await statusBeforeUnsent(tx, order.id, now);
    return {
      // A status that ends the order also answers a request to cancel it.
      set: { status_set: status, status_set_at, ...(isUnderWay(status) ? {} : NO_REQUEST) },
      action: 'status_changed',
      changes: [{ field: 'status', from: order.status, to: status }],
      reason: reason || null,
      mails: told === status ? [] : [{ kind: 'order_status' }],
      canUndo,
    };
  });
}

/**
 * Withdraws the delayed mail about an order's status.
 * @returns the status that its buyer still knows; undefined: there was no such mail
 */
async function statusBeforeUnsent(tx: Tx, orderId: string, now: number) {
  const [unsent] = await withdrawMails(tx, { orderId, kinds: ['order_status'], now });
  const entry = unsent?.changeId ? await findAudit(tx, unsent.changeId) : null;
  return entry?.changes.find(({ field }) => field === 'status')?.from;
}

export function editNotes(
  context: Context,
  target: ChangeTarget,
  body: { notes: string | null },
): Promise<AdminOrderDetail> {
  const notes = body.notes || null;
  return changeOrder(context, target, (order) =>
    order.notes === notes
      ? null
      : { set: { notes }, action: 'notes_changed', changes: [{ field: 'notes' }] },
  );
}

export function editInternalNotes(
  context: Context,
  target: ChangeTarget,
  { internalNotes }: { internalNotes: string | null },
): Promise<AdminOrderDetail> {
  const internal_notes = internalNotes || null;
  return changeOrder(context, target, (order) =>
    order.internal_notes === internal_notes
      ? null
      : {
          set: { internal_notes },
          action: 'internal_notes_changed',
          changes: [{ field: 'internalNotes' }],
        },
  );
}

/**
 * Records when and how an order was paid, and mails its buyer: once per order, unless `tellsAgain`.
 * @throws ShopError `validation_failed` for a day in the future
 */
export function recordPayment(
  context: Context,
  target: ChangeTarget,
  payment: RecordPaymentBody,
): Promise<AdminOrderDetail> {
  if (payment.paidAt > dayOf(context.clock())) {
    throw validationError({ paidAt: 'La fecha del pago no puede ser futura' });
  }
  return changeOrder(context, target, (order) => setPayment(order, payment));
}

export function removePayment(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    const kinds = ['payment_received'] as const;
    await withdrawMails(tx, { orderId: order.id, kinds, now: context.clock() });
    return setPayment(order, null);
  });
}

export function recordShipping(
  context: Context,
  target: ChangeTarget,
  { courier, trackingNumber, ofReprint }: RecordShippingBody,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, (order) => {
    if (ofReprint && order.reprint_at === null) return null;
    const parcel = { courier: courier || null, trackingNumber: trackingNumber || null };
    const { set, changes } = noteParcel(order, parcel, { ofReprint });
    return changes.length === 0 ? null : { set, action: 'shipping_changed', changes };
  });
}

/**
 * Corrects an order's recipient and address. The price stays the same, unless the shipping cost is
 * to be computed for the new city.
 * @throws ShopError `validation_failed` when a guest's order would be left without an e-mail
 */
export function correctAddress(
  context: Context,
  target: ChangeTarget,
  body: CorrectAddressBody,
): Promise<AdminOrderDetail> {
  const address = { ...toAddressColumns(body), ...toWayColumns(body) };
  return changeOrder(context, target, async (order, tx) => {
    const isGuest = order.user_uid === null;
    const hasContact = address.email !== null || order.source === 'panel';
    if (isGuest && !hasContact) {
      throw validationError({ email: EMAIL_REQUIRED });
    }
    const isPriced = order.images_count > 0 && order.agreed_total === null;
    const prices =
      body.updateShippingCost && isPriced ? await reprice(context, tx, { order, to: body }) : {};
    const { regionDays } = (await context.settings.read(tx)).settings.delivery;
    const travels = order.region !== address.region || order.way !== address.way;
    // The promised days depend on the region and way.
    const transport = travels ? { transport_days: transportDaysTo(address, regionDays) } : {};
    const changes = [...changedFields(order, address), ...changedPrices(order, prices)];
    if (changes.length === 0) return null;
    // Links that were mailed to the old address are revoked.
    const hasOtherEmail = order.email !== address.email;
    const pictureLink = await findOpenLink(tx, { orderId: order.id, purpose: 'picture' });
    if (hasOtherEmail) await endLinks(tx, order.id);
    const lacksPictures = hasOtherEmail && order.images_count === 0 && isUnderWay(order.status);
    const owner = isGuest ? { user_email: address.email, ...toGuestColumns(address.email) } : {};
    // Whoever received mails at the old address is not this buyer.
    const leaves = isGuest && hasOtherEmail && order.email !== null;
    const linksEnd = leaves ? { links_ended: order.links_ended + 1 } : {};
    const renews = lacksPictures || (leaves && address.email !== null);
    return {
      set: { ...address, ...owner, ...transport, ...linksEnd, ...prices },
      action: 'address_changed',
      changes,
      mails: renews
        ? await renewLinks(context, tx, { order, lacksPictures, pictureLink, email: address.email })
        : [],
    };
  });
}

type Renewed = {
  order: OrderRow;
  /** Its buyer still has to add the pictures. */
  lacksPictures: boolean;
  /** The open link by which other pictures were requested. */
  pictureLink: OrderLink | null;
  email: string | null;
};

/** Replaces the links that a changed e-mail has revoked. @returns the mails to the new address */
async function renewLinks(
  context: Context,
  tx: Tx,
  { order, lacksPictures, pictureLink, email }: Renewed,
): Promise<ChangeMail[]> {
  const { id: orderId, proof_state, picture_requested_at } = order;
  const now = context.clock();
  if (lacksPictures) await createCompleteLink(context, tx, { orderId, now });
  if (email === null) return [];
  const mails: ChangeMail[] = [{ kind: lacksPictures ? 'pictures_wanted' : 'mailbox_changed' }];
  if (pictureLink && picture_requested_at !== null) {
    const token = await createLink(tx, { ...pictureLink, purpose: 'picture', now });
    mails.push({ kind: 'picture_requested', token });
  }
  const proof = proof_state === 'open' ? await findLatestProof(tx, orderId) : null;
  if (proof) mails.push({ kind: 'proof_sent', proofId: proof.id });
  return mails;
}

type Figures = Partial<Pick<OrderRow, 'shipping_cost' | 'total_amount'>>;

/** Returns the shipping cost and total at the current prices: older prices are not stored. */
async function reprice(
  { settings }: Context,
  tx: Tx,
  { order, to }: { order: OrderRow; to: Destination },
): Promise<Figures> {
  const prices = shippingOf((await settings.read(tx)).settings);
  const agreed = {
    discountCode: order.discount_code,
    discountAmount: order.discount_amount,
    shippingCost: order.shipping_cost,
  };
  const shipping = hasFreeShippingCode(agreed)
    ? 0
    : shippingCost(to, order.subtotal_after_discount, prices);
  return {
    shipping_cost: shipping,
    total_amount: order.subtotal_after_discount + shipping,
  };
}

/** Personal fields are recorded by name, without their values. */
function changedFields(order: OrderRow, address: Partial<OrderRow>): AuditChange[] {
  const hasChanged = (column: keyof OrderRow) =>
    column in address && order[column] !== address[column];
  return keysOf(columnsOf)
    .filter((field) => columnsOf[field].some(hasChanged))
    .map((field) => ({ field }));
}

function changedPrices(order: OrderRow, prices: Figures): AuditChange[] {
  const { shipping_cost = order.shipping_cost, total_amount = order.total_amount } = prices;
  return [
    ...diff('shippingCost', order.shipping_cost, shipping_cost),
    ...diff('totalAmount', order.total_amount, total_amount),
  ];
}
