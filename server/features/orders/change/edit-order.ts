import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '#contract/base/audit.ts';
import type { CorrectAddressBody } from '#contract/orders/orders-admin-calls.ts';
import { keysOf } from '#domain/base/keys.ts';
import { type Delivery, EMAIL_REQUIRED } from '#domain/delivery/delivery.ts';
import { isAheadOrNone, NOT_AHEAD } from '#domain/delivery/needed-by.ts';
import { transportDaysTo } from '#domain/delivery/promise.ts';
import type { Order } from '#domain/orders/order.ts';
import { type Destination, shippingPrice } from '#domain/orders/prices.ts';
import { hasFreeShippingCode, shippingAmount, withShipping } from '#domain/orders/pricing.ts';
import { openQuoteOf } from '#domain/orders/quote.ts';
import { isUnderWay } from '#domain/orders/status.ts';
import { shippingOf } from '#domain/settings/settings.ts';
import { diff } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { columnsOf } from '#server/features/delivery/columns.ts';
import type { ChangeMail } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';
import { guestOf } from '#server/features/orders/place/new-order.ts';
import {
  createCompleteLink,
  createLink,
  endLinks,
  findOpenLink,
  type OrderLink,
} from '#server/features/orders/stored-links.ts';
import { validationError } from '#server/http/errors.ts';

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
 * Corrects an order's recipient and address. The price stays the same, unless the shipping cost is
 * to be computed for the new city; another total is mailed to the buyer.
 * @throws ShopError `validation_failed` when a guest's order would be left without an e-mail
 */
export function correctAddress(
  context: Context,
  target: ChangeTarget,
  body: CorrectAddressBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const { cost, owner } = order;
    const { updateShippingCost, ...corrected } = body;
    const delivery = { ...order.delivery, ...corrected };
    refusePastDay(order.delivery, delivery, context.clock());
    const hasContact = delivery.email !== null || order.source === 'panel';
    if (owner.isGuest && !hasContact) {
      throw validationError({ email: EMAIL_REQUIRED });
    }
    const isPriced = cost.pins > 0 && cost.agreedTotal === null;
    const repriced =
      updateShippingCost && isPriced ? await reprice(context, tx, { cost, to: body }) : cost;
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
    const isOpened = cost.pins === 0 && isUnderWay(order.status);
    const lacksPictures = hasOtherEmail && isOpened;
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
      mails: [
        ...(renews
          ? await renewLinks(context, tx, {
              order,
              lacksPictures,
              pictureLink,
              email: delivery.email,
            })
          : []),
        ...(repriced.totalAmount === cost.totalAmount ? [] : [{ kind: 'order_changed' } as const]),
      ],
    };
  });
}

/** A day that has passed meanwhile may stay. */
function refusePastDay(before: Delivery, { neededBy }: Delivery, now: number): void {
  if (neededBy === before.neededBy || isAheadOrNone(neededBy, now)) return;
  throw validationError({ neededBy: NOT_AHEAD });
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
  // A quote has a link of its own, which has changed, too.
  const isQuote = openQuoteOf(order) !== null;
  if (lacksPictures && !isQuote) await createCompleteLink(context, tx, { orderId, now });
  if (email === null) return [];
  const opening = isQuote ? 'quote_sent' : 'pictures_wanted';
  const mails: ChangeMail[] = [{ kind: lacksPictures ? opening : 'mailbox_changed' }];
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
