import type { Delivery } from '#domain/delivery/delivery.ts';
import type {
  Payment as AttemptState,
  PaymentMethod,
  PaymentProvider,
} from '#domain/payments/attempt.ts';
import type { DepositRule } from '#domain/payments/deposit.ts';
import type { DocumentKind, Invoice } from '#domain/payments/invoice.ts';
import type { RefundReason, RefundWay } from '#domain/payments/refunds.ts';
import type { OrderedPin, PinChoice } from '#domain/pins/choice.ts';
import type { ProofState } from '#domain/production/proofs.ts';
import type { Mark, Stage } from './order-stage.ts';
import type { PriceList } from './prices.ts';
import type { Cost } from './pricing.ts';
import type { Quote } from './quote.ts';
import { isUnderWay, type OrderStatus } from './status.ts';

/** Where an order was placed: on the shop's page by its buyer, or in the panel by the shop. */
export const ORDER_SOURCES = ['web', 'panel'] as const;
export type OrderSource = (typeof ORDER_SOURCES)[number];

export const OWNER_KINDS = ['account', 'guest', 'detached', 'erased'] as const;
/**
 * Whose order it is: an account's, a guest's, `detached` from an account that did not own its
 * e-mail, or `erased` with its buyer's data.
 */
export type OwnerKind = (typeof OWNER_KINDS)[number];

/**
 * An order with all its parts: what `readOrders` returns and `changeOrder` changes. Times are
 * milliseconds since 1970, days such as `2026-03-09`, amounts whole pesos. Null: it has not
 * happened, or was undone.
 */
export type Order = {
  id: string;
  createdAt: number;
  /** Increases with each change that an admin must not overwrite unseen. */
  version: number;
  source: OrderSource;
  /** When it was moved to the bin. */
  deletedAt: number | null;
  owner: OrderOwner;
  delivery: Delivery;
  /** The buyer's original notes, which `delivery.notes` may correct; the shop's own. */
  notes: { buyer: string | null; internal: string | null };
  /** `agreedTotal`: the total that the shop and its buyer agreed on; null: the shop's prices. */
  cost: Cost & { agreedTotal: number | null };
  /** The share that is asked for first, by the settings of its day. */
  depositRule: DepositRule;
  promise: PromisedDays;
  /** Version of the terms that its buyer accepted; null: not recorded. */
  termsVersion: string | null;
  /** The last day to pay it; null: no deadline. */
  payBy: string | null;
  /** When it had all its pictures: its reminders to pay count from here. */
  completeSince: number;
  /** The status that an admin set last, or the first one, since 0; only later marks change it. */
  setByHand: { status: OrderStatus; at: number };
  /** When its buyer asked to cancel it; null: never, or the shop has answered. */
  cancelRequestedAt: number | null;
  /** When the shop asked its buyer for other pictures, and when the buyer last replaced one. */
  pictureRequestedAt: number | null;
  pictureReplacedAt: number | null;
  /** Its latest proof. */
  proof: OrderProof | null;
  items: OrderItem[];
  /** What came in, removed payments included. */
  payments: OrderPayment[];
  refunds: OrderRefund[];
  /** Its attempts to pay online, oldest first; `changePayment` writes them. */
  attempts: PaymentAttempt[];
  /** Reminders to pay, skipped ones included. */
  reminders: { number: number; on: string }[];
  /** The last one counts, as with documents and complaints. */
  receipts: OrderReceipt[];
  documents: OrderDocument[];
  /** For whom its buyer wants a factura. */
  invoice: Invoice | null;
  /** What it was or is as a quote; null: it never was one. */
  quote: Quote | null;
  complaints: OrderComplaint[];
  cancelRequests: { at: number; words: string | null }[];
  changeRequests: ChangeRequest[];
  /** Its production, and one round more for each reprint. */
  rounds: [Round, ...Round[]];
} & Derived;

/** What follows from the rest of the order: stored for lists, written by `changeOrder` alone. */
export type Derived = {
  status: OrderStatus;
  /** Null: the workshop has nothing left to do. */
  waitsFor: Stage | null;
  /** When production started, by a mark or by the status. */
  startedAt: number | null;
  /** The deposit, in pesos, and the day on which it was complete; null: none is asked for. */
  deposit: number | null;
  depositOn: string | null;
  /** The day on which all of it was paid, what came in for it, and what of it went back. */
  paidOn: string | null;
  paid: number;
  refunded: number;
  /** The day on which it must leave, and the promised last day of its delivery. */
  dueOn: string | null;
  arrivesBy: string | null;
  /** The last day on which it can leave to arrive by `delivery.neededBy`; null: on any day. */
  leaveBy: string | null;
};

export type OrderOwner = {
  kind: OwnerKind;
  /** It was placed without an account. */
  isGuest: boolean;
  /** Uid of the account that it belongs to, or was detached from. */
  uid: string | null;
  /** The account's e-mail, or the one that a guest gave. */
  email: string | null;
  /** A guest's e-mail in its canonical spelling, and its mailbox (`recipientKey`). */
  guestEmail: string | null;
  mailboxKey: string | null;
  /** Its account's e-mail was verified when it was placed. */
  isVerified: boolean;
  /** Its buyer had ordered before. */
  isReturning: boolean;
  /** How often its mailed links were revoked; part of their tokens. */
  linksEnded: number;
};

/** Business days from the payment: until it leaves, and of transport. */
type PromisedDays = { minDays: number; maxDays: number; transportDays: number };

/** A picture with its pins. */
export type OrderItem = OrderedPin & {
  /** From 0. */
  position: number;
  uploadId: string;
  originalName: string;
  notes: string | null;
  /** When what is printed of it was changed last. */
  changedAt: number | null;
  priceList: PriceList;
};

export type OrderProof = {
  id: string;
  state: ProofState;
  /** Since when. */
  at: number;
  /** The buyer's words with the answer, or who approved it and how. */
  words: string | null;
};

/** Money that came in. */
export type OrderPayment = {
  id: string;
  amount: number;
  paidOn: string;
  how: string;
  /** The online attempt behind it; null: an admin noted it. */
  attemptId: string | null;
  notedBy: string | null;
  notedAt: number;
  removedAt: number | null;
  /** Id of the job whose mail confirms it to the buyer. */
  toldByJob: string | null;
};

/** An attempt to pay an order online. */
export type PaymentAttempt = AttemptState & {
  id: string;
  /** The shop's number of it at the provider. */
  reference: string;
  provider: PaymentProvider;
  providerId: string | null;
  /** Its money pays the order. */
  paidOrder: boolean;
  /** From 1: how many online payments counted when it was begun, and this one. */
  number: number;
  method: PaymentMethod | null;
  authorizationCode: string | null;
  fee: number | null;
  createdAt: number;
  paidAt: number | null;
};

/** Money that went back on `doneOn`, or that the shop has to give back by `dueOn`. */
export type OrderRefund = {
  id: string;
  amount: number;
  reason: RefundReason;
  dueOn: string | null;
  doneOn: string | null;
  how: RefundWay | null;
  createdAt: number;
};

/** The media types of a stored proof of transfer: a picture's copy, or the original PDF. */
export const RECEIPT_TYPES = ['image/webp', 'application/pdf'] as const;
export type ReceiptType = (typeof RECEIPT_TYPES)[number];

/** A buyer's proof of transfer. */
type OrderReceipt = {
  at: number;
  /** Key of its file; null: removed. */
  file: string | null;
  type: ReceiptType;
  bytes: number;
};

/** A boleta or factura, which the owner's provider issued. */
export type OrderDocument = {
  kind: DocumentKind;
  number: string;
  issuedOn: string;
  /** Key and bytes of its PDF. */
  file: { key: string; bytes: number } | null;
  notedAt: number;
  removedAt: number | null;
  toldByJob: string | null;
};

export type OrderComplaint = {
  at: number;
  /** Positions of the items. */
  items: number[];
  /** The buyer's words. */
  words: string | null;
  /** Key of its photo. */
  file: string | null;
  closedAt: number | null;
  /** The shop's words to the buyer. */
  answer: string | null;
};

/** A picture that a buyer would like to be part of the order, with its pins. */
export type RequestedPicture = PinChoice & {
  uploadId: string;
  originalName: string;
  notes: string | null;
};

/** What a buyer asked the shop to change; the last one counts. */
type ChangeRequest = {
  at: number;
  /** The buyer's; null: erased. */
  words: string | null;
  pictures: RequestedPicture[];
  closedAt: number | null;
  isAccepted: boolean | null;
  /** The shop's words to the buyer. */
  answer: string | null;
};

/** One production of an order's pins: the first, or a reprint. */
export type Round = {
  /** When the reprint was started; null: the first round. */
  startedAt: number | null;
  reason: string | null;
  /** Its pins were printed before and are only sent again. */
  wasPrinted: boolean;
  marks: Record<Mark, number | null>;
  /** Uids of the admins who set the marks. */
  markedBy: Record<Mark, string | null>;
  parcel: Parcel;
  /** The reprinted pins; empty for the first round, which makes all. */
  items: { position: number; quantity: number }[];
};

/** Null: not known. */
export type Parcel = { courier: string | null; trackingNumber: string | null };

export const FIRST_ROUND: Round = {
  startedAt: null,
  reason: null,
  wasPrinted: false,
  marks: { printed: null, packed: null, dispatched: null },
  markedBy: { printed: null, packed: null, dispatched: null },
  parcel: { courier: null, trackingNumber: null },
  items: [],
};

/** Returns the round that is made or was made last. */
export function currentRound({ rounds }: Pick<Order, 'rounds'>): Round {
  return rounds.at(-1) ?? rounds[0];
}

/** Returns the latest reprint; null: none. */
export function latestReprint({ rounds }: Pick<Order, 'rounds'>): Round | null {
  return rounds.length > 1 ? currentRound({ rounds }) : null;
}

/** Returns the rounds after a change of each. */
export function mapRounds(
  { rounds: [first, ...others] }: Pick<Order, 'rounds'>,
  change: (round: Round) => Round,
): Order['rounds'] {
  return [change(first), ...others.map(change)];
}

/** Returns the rounds after a change of one of them. */
export function replaceRound(
  order: Pick<Order, 'rounds'>,
  round: Round,
  set: Partial<Round>,
): Order['rounds'] {
  return mapRounds(order, (each) => (each === round ? { ...each, ...set } : each));
}

/** Returns the boleta that counts; null: none, or removed. */
export function documentOf({ documents }: Pick<Order, 'documents'>): OrderDocument | null {
  const last = documents.at(-1);
  return last && last.removedAt === null ? last : null;
}

/** Returns the request for a change that waits for an answer; null: none. */
export function openChangeOf({ changeRequests }: Pick<Order, 'changeRequests'>) {
  return changeRequests.find(({ closedAt }) => closedAt === null) ?? null;
}

/** Returns the ids of the pictures of an order's requests for a change. */
export function requestedPicturesOf({ changeRequests }: Pick<Order, 'changeRequests'>): string[] {
  return changeRequests.flatMap(({ pictures }) => pictures.map(({ uploadId }) => uploadId));
}

/** Returns whether a buyer can ask for a change: before production, and one at a time. */
export function canChange(order: Order): boolean {
  const isOpen = order.startedAt === null && isUnderWay(order.status) && order.deletedAt === null;
  return isOpen && order.cost.pins > 0 && openChangeOf(order) === null;
}

/** Returns the complaints with the open one closed. */
export function closeComplaint(
  { complaints }: Pick<Order, 'complaints'>,
  now: number,
): OrderComplaint[] {
  return complaints.map((complaint) =>
    complaint.closedAt === null ? { ...complaint, closedAt: now } : complaint,
  );
}

/** Returns an item's pin alone, as responses contain it. */
export function pinOf(item: OrderItem): OrderedPin {
  const { quantity, crop, press, product, finish, unitPrice, text } = item;
  return { quantity, crop, press, product, finish, unitPrice, ...(text ? { text } : {}) };
}
