import { leaveBy } from '#domain/delivery/business-days.ts';
import type { Delivery } from '#domain/delivery/delivery.ts';
import { type DeliveryTerms, transportDaysTo } from '#domain/delivery/promise.ts';
import { derive } from '#domain/orders/derive.ts';
import { FIRST_ROUND, type Order, type OrderItem, type OrderOwner } from '#domain/orders/order.ts';
import { isFree } from '#domain/orders/order-money.ts';
import type { PriceList } from '#domain/orders/prices.ts';
import type { Cost } from '#domain/orders/pricing.ts';
import type { Quote } from '#domain/orders/quote.ts';
import { NEW_STATUS } from '#domain/orders/status.ts';
import { type DepositRule, depositOf } from '#domain/payments/deposit.ts';
import { payByOf } from '#domain/payments/unpaid.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { orderedPinOf } from '#domain/pins/choice.ts';
import type { ProofMode } from '#domain/production/proofs.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { emailKey } from '#server/lib/canonical-email.ts';
import { newJobId } from '#server/lib/ids.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import type { ClaimedPicture, ImagesCost } from './check-and-price.ts';

type ValidatedOrder = {
  id: string;
  now: number;
  body: { deliveryData: Delivery & { pricing?: unknown } };
  /** Null: a guest. */
  buyer: Pick<SignedIn, 'uid' | 'email' | 'emailVerified'> | null;
  /** Left out: no. */
  isReturning?: boolean;
  cost: ImagesCost;
  pictures: readonly ClaimedPicture[];
  settings: Pick<Settings, 'unpaid'> & { delivery: DeliveryTerms; payment: DepositRule };
  termsVersion: string;
  proof: ProofMode;
  /** Left out: that of the defaults. */
  priceList?: PriceList;
  /** For an order that the shop opens; `total` is the agreed total, null: the shop's prices. */
  opened?: { total: number | null };
  /** For a quote. */
  quote?: Quote | undefined;
};

/** Returns an order as it is placed. */
export function newOrder(validated: ValidatedOrder): Order {
  const order = makeOrder(validated);
  if (!isFree(order)) return order;
  const { now, proof, settings } = validated;
  const { unpaid, delivery } = settings;
  const { closures } = delivery;
  return derive(order, order, { proof, closures, unpaid, now, newId: () => newJobId(now) });
}

/** Returns the order before it is paid. */
function makeOrder({ id, now, body, buyer, cost, pictures, ...rest }: ValidatedOrder): Order {
  const { delivery, payment, unpaid } = rest.settings;
  const { depositPercent, depositFrom } = payment;
  const { pricing: _, ...deliveryData } = body.deliveryData;
  const transportDays = transportDaysTo(deliveryData, delivery.regionDays);
  const isIncomplete = cost.pins === 0;
  return {
    id,
    createdAt: now,
    version: 1,
    source: rest.opened ? 'panel' : 'web',
    deletedAt: null,
    owner: {
      ...(buyer ? ownedBy(buyer) : { ...NO_OWNER, ...guestOf(deliveryData.email) }),
      isReturning: rest.isReturning ?? false,
    },
    delivery: deliveryData,
    notes: { buyer: deliveryData.notes, internal: null },
    cost: { ...costOf(cost), agreedTotal: rest.opened?.total ?? null },
    depositRule: { depositPercent, depositFrom },
    promise: { minDays: delivery.minDays, maxDays: delivery.maxDays, transportDays },
    termsVersion: rest.termsVersion,
    payBy: isIncomplete ? null : payByOf(now, unpaid),
    completeSince: now,
    setByHand: { status: NEW_STATUS, at: 0 },
    cancelRequestedAt: null,
    pictureRequestedAt: null,
    pictureReplacedAt: null,
    proof: null,
    items: itemsOf(cost, pictures, rest.priceList),
    payments: [],
    refunds: [],
    attempts: [],
    reminders: [],
    receipts: [],
    documents: [],
    invoice: null,
    quote: rest.quote ?? null,
    complaints: [],
    cancelRequests: [],
    changeRequests: [],
    rounds: [FIRST_ROUND],
    status: NEW_STATUS,
    waitsFor: rest.quote ? null : isIncomplete ? 'incomplete' : 'payment',
    startedAt: null,
    deposit: depositOf(cost.totalAmount, payment),
    depositOn: null,
    paidOn: null,
    paid: 0,
    refunded: 0,
    dueOn: null,
    arrivesBy: null,
    leaveBy: leaveBy(deliveryData.neededBy, { transportDays, closures: delivery.closures }),
  };
}

const NO_OWNER: OrderOwner = {
  kind: 'guest',
  isGuest: true,
  uid: null,
  email: null,
  guestEmail: null,
  mailboxKey: null,
  isVerified: false,
  isReturning: false,
  linksEnded: 0,
};

function ownedBy({ uid, email, emailVerified }: Pick<SignedIn, 'uid' | 'email' | 'emailVerified'>) {
  return {
    ...NO_OWNER,
    kind: 'account',
    isGuest: false,
    uid,
    email,
    isVerified: emailVerified,
  } satisfies OrderOwner;
}

/**
 * Returns what a guest's orders are found by.
 * @param email as typed
 */
export function guestOf(
  email: string | null,
): Pick<OrderOwner, 'email' | 'guestEmail' | 'mailboxKey'> {
  return email === null
    ? { email, guestEmail: null, mailboxKey: null }
    : { email, guestEmail: emailKey(email), mailboxKey: recipientKey(email) };
}

/** Returns a price as an order stores it. */
export function costOf({ lines: _, ...cost }: ImagesCost): Cost {
  return cost;
}

const DEFAULT_LIST: PriceList = { products: 0, defaultProduct: 0 };

/** Returns the items of an order. */
export function itemsOf(
  { lines }: ImagesCost,
  pictures: readonly ClaimedPicture[],
  priceList = DEFAULT_LIST,
): OrderItem[] {
  return lines.map((image, position) => ({
    position,
    uploadId: pictures[position]?.id ?? '',
    originalName: image.originalName,
    notes: image.notes,
    changedAt: null,
    priceList,
    ...orderedPinOf(image, image.crop ?? pictures[position]?.start ?? null),
  }));
}
