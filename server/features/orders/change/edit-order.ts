import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import type {
  ChangeStatusBody,
  CorrectAddressBody,
  RecordPaymentBody,
  RecordShippingBody,
} from '#contract/orders/orders-admin.ts';
import { dayOf } from '#domain/base/dates.ts';
import { keysOf } from '#domain/base/keys.ts';
import { type Delivery, EMAIL_REQUIRED } from '#domain/delivery/delivery.ts';
import { transportDaysTo } from '#domain/delivery/promise.ts';
import { latestReprint, type Order, replaceRound } from '#domain/orders/order.ts';
import { statusTime } from '#domain/orders/order-stage.ts';
import { type Destination, shippingPrice } from '#domain/orders/prices.ts';
import { hasFreeShippingCode, shippingAmount, withShipping } from '#domain/orders/pricing.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { shippingOf } from '#domain/settings/settings.ts';
import { findAudit } from '#server/audit/read-audit.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { columnsOf } from '#server/features/delivery/columns.ts';
import { type ChangeMail, withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { createCompleteLink } from '#server/features/orders/complete-link.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';
import { factsOf } from '#server/features/orders/order-facts.ts';
import { parcelChanges } from '#server/features/orders/parcel.ts';
import { guestOf } from '#server/features/orders/place/new-order.ts';
import {
  createLink,
  endLinks,
  findOpenLink,
  type OrderLink,
} from '#server/features/orders/stored-links.ts';
import { setPayment } from '#server/features/payments/record-payment.ts';
import { validationError } from '#server/http/errors.ts';

const NO_REQUEST = { cancelRequestedAt: null };

/** Changes an order's status and mails its buyer; the same status again changes nothing. */
export function changeStatus(
  context: Context,
  target: ChangeTarget,
  { status, reason, canUndo }: ChangeStatusBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    if (order.status === status) return null;
    const now = context.clock();
    const setByHand = { status, at: statusTime(factsOf(order), now) };
    const told = await statusBeforeUnsent(tx, order.id, now);
    return {
      // A status that ends the order also answers a request to cancel it.
      set: { setByHand, ...(isUnderWay(status) ? {} : NO_REQUEST) },
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
): Promise<Order> {
  const notes = body.notes || null;
  return changeOrder(context, target, (order) =>
    order.delivery.notes === notes
      ? null
      : {
          set: { delivery: { ...order.delivery, notes } },
          action: 'notes_changed',
          changes: [{ field: 'notes' }],
        },
  );
}

export function editInternalNotes(
  context: Context,
  target: ChangeTarget,
  { internalNotes }: { internalNotes: string | null },
): Promise<Order> {
  const internal = internalNotes || null;
  return changeOrder(context, target, (order) =>
    order.notes.internal === internal
      ? null
      : {
          set: { notes: { ...order.notes, internal } },
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
): Promise<Order> {
  if (payment.paidAt > dayOf(context.clock())) {
    throw validationError({ paidAt: 'La fecha del pago no puede ser futura' });
  }
  return changeOrder(context, target, (order) => setPayment(context, target, order, payment));
}

export function removePayment(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const kinds = ['payment_received'] as const;
    await withdrawMails(tx, { orderId: order.id, kinds, now: context.clock() });
    return setPayment(context, target, order, null);
  });
}

export function recordShipping(
  context: Context,
  target: ChangeTarget,
  { courier, trackingNumber, ofReprint }: RecordShippingBody,
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    const round = ofReprint ? latestReprint(order) : order.rounds[0];
    if (!round) return null;
    const parcel = { courier: courier || null, trackingNumber: trackingNumber || null };
    const changes = parcelChanges(round.parcel, parcel);
    const set = { rounds: replaceRound(order, round, { parcel }) };
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
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const { cost, owner } = order;
    const delivery = correctedDelivery(order, body);
    const hasContact = delivery.email !== null || order.source === 'panel';
    if (owner.isGuest && !hasContact) {
      throw validationError({ email: EMAIL_REQUIRED });
    }
    const isPriced = cost.pins > 0 && cost.agreedTotal === null;
    const repriced =
      body.updateShippingCost && isPriced ? await reprice(context, tx, { cost, to: body }) : cost;
    const { regionDays } = (await context.settings.read(tx)).settings.delivery;
    const travels =
      order.delivery.region !== delivery.region || order.delivery.way !== delivery.way;
    // The promised days depend on the region and way.
    const transportDays = travels
      ? transportDaysTo(delivery, regionDays)
      : order.promise.transportDays;
    const changes = [
      ...changedFields(order.delivery, delivery),
      ...diff('shippingCost', shippingAmount(cost), shippingAmount(repriced)),
      ...diff('totalAmount', cost.totalAmount, repriced.totalAmount),
    ];
    if (changes.length === 0) return null;
    // Links that were mailed to the old address are revoked.
    const hasOtherEmail = order.delivery.email !== delivery.email;
    const pictureLink = await findOpenLink(tx, { orderId: order.id, purpose: 'picture' });
    if (hasOtherEmail) await endLinks(tx, order.id);
    const lacksPictures = hasOtherEmail && cost.pins === 0 && isUnderWay(order.status);
    // Whoever received mails at the old address is not this buyer.
    const leaves = owner.isGuest && hasOtherEmail && order.delivery.email !== null;
    const renews = lacksPictures || (leaves && delivery.email !== null);
    return {
      set: {
        delivery,
        owner: {
          ...owner,
          ...(owner.isGuest ? guestOf(delivery.email) : {}),
          linksEnded: owner.linksEnded + (leaves ? 1 : 0),
        },
        promise: { ...order.promise, transportDays },
        cost: repriced,
      },
      action: 'address_changed',
      changes,
      mails: renews
        ? await renewLinks(context, tx, {
            order,
            lacksPictures,
            pictureLink,
            email: delivery.email,
          })
        : [],
    };
  });
}

function correctedDelivery({ delivery }: Order, body: CorrectAddressBody): Delivery {
  const { fullName, phone, email, region, city, address, coordinates } = body;
  const { way, courier, branch, payShipping } = body;
  return {
    ...delivery,
    ...{ fullName, phone, email, region, city, address, coordinates },
    ...{ way, courier, branch, payShipping },
  };
}

type Renewed = {
  order: Order;
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
  const { id: orderId, proof, pictureRequestedAt } = order;
  const now = context.clock();
  if (lacksPictures) await createCompleteLink(context, tx, { orderId, now });
  if (email === null) return [];
  const mails: ChangeMail[] = [{ kind: lacksPictures ? 'pictures_wanted' : 'mailbox_changed' }];
  if (pictureLink && pictureRequestedAt !== null) {
    const token = await createLink(tx, { ...pictureLink, purpose: 'picture', now });
    mails.push({ kind: 'picture_requested', token });
  }
  if (proof?.state === 'open') mails.push({ kind: 'proof_sent', proofId: proof.id });
  return mails;
}

/** Returns the cost with the shipping of the current prices: older prices are not stored. */
async function reprice(
  { settings }: Context,
  tx: Tx,
  { cost, to }: { cost: Order['cost']; to: Destination },
): Promise<Order['cost']> {
  const prices = shippingOf((await settings.read(tx)).settings);
  const isFree = hasFreeShippingCode(cost);
  return withShipping(cost, isFree ? 0 : shippingPrice(to, cost.subtotalAfterDiscount, prices));
}

/** Personal fields are recorded by name, without their values. */
function changedFields(before: Delivery, after: Delivery): AuditChange[] {
  return keysOf(columnsOf)
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ field }));
}
