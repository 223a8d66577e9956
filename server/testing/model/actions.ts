import fc, { type Arbitrary } from 'fast-check';
import { keysOf } from '#domain/base/keys.ts';
import { MARKS, type Mark } from '#domain/orders/order-stage.ts';
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/status.ts';

export const CODES = ['LIBRE', 'DOSVECES', 'UNAVEZ'] as const;
export type CodeName = (typeof CODES)[number];

/** Two accounts, and guests who enter the e-mail of one of them. */
export const ACCOUNTS = [0, 1] as const;
export type AccountNumber = (typeof ACCOUNTS)[number];

/** An action of a user. `order` selects one of the placed orders, by any number. */
export type Action =
  | {
      does: 'order';
      account: AccountNumber;
      asGuest: boolean;
      code: CodeName | null;
      quantity: number;
      city: string;
    }
  /** The owner makes a quote for the account's e-mail, which can be accepted for some days. */
  | {
      does: 'quote';
      account: AccountNumber;
      quantity: number;
      city: string;
      /** Pesos besides pins and shipping. */
      charge: number;
      days: number;
    }
  /** The buyer accepts by its link: `quote` selects one of the quotes, by any number. */
  | { does: 'acceptQuote'; quote: number; city: string }
  | { does: 'status'; order: number; status: OrderStatus }
  | { does: 'mark'; order: number; mark: Mark; isSet: boolean }
  | { does: 'pay'; order: number; isPaid: boolean }
  /** The owner notes an amount of its total, in percent. */
  | { does: 'payPart'; order: number; percent: number }
  /** The owner changes how many pins it has. */
  | { does: 'changeItems'; order: number; quantity: number }
  /** The buyer cancels by the order's link; the owner answers a request. */
  | { does: 'cancel'; order: number }
  | { does: 'answer'; order: number; accept: boolean }
  /** The owner starts a reprint. */
  | { does: 'reprint'; order: number }
  /**
   * The owner requests another picture; the buyer sends one by the last mail's link; the owner
   * restores.
   */
  | { does: 'askPicture'; order: number }
  | { does: 'sendPicture'; order: number }
  | { does: 'restorePicture'; order: number }
  /** The buyer complains by the order's link; the owner answers. */
  | { does: 'complain'; order: number }
  | { does: 'answerComplaint'; order: number }
  /** The buyer sends a receipt by the order's link, which stops reminders and the deadline. */
  | { does: 'sendReceipt'; order: number }
  /** The owner sends a proof of the pins; the buyer answers it by the link of the last mail. */
  | { does: 'sendProof'; order: number }
  | { does: 'answerProof'; order: number; isApproved: boolean }
  /** Days pass, and the shop sends reminders and cancels overdue orders. */
  | { does: 'wait'; days: number }
  | { does: 'delete'; order: number }
  | { does: 'restore'; order: number }
  | { does: 'toggle'; code: CodeName }
  | { does: 'apply'; account: AccountNumber; code: CodeName; orderTotal: number }
  | { does: 'join'; account: AccountNumber }
  | { does: 'address'; account: AccountNumber; city: string }
  /** The owner erases the guest with the account's e-mail. */
  | { does: 'erase'; account: AccountNumber };

const account = fc.constantFrom(...ACCOUNTS);
const code = fc.constantFrom(...CODES);
const city = fc.constantFrom('Chillán', 'San Carlos', 'Quirihue');
const order = fc.nat(20);

const placing = fc.record({
  does: fc.constant('order' as const),
  account,
  asGuest: fc.boolean(),
  code: fc.option(code, { freq: 3 }),
  quantity: fc.integer({ min: 1, max: 99 }),
  city,
});

const quoting: Arbitrary<Action> = fc.oneof(
  fc.record({
    does: fc.constant('quote' as const),
    account,
    quantity: fc.integer({ min: 1, max: 99 }),
    city,
    charge: fc.constantFrom(0, 5000),
    days: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ does: fc.constant('acceptQuote' as const), quote: fc.nat(20), city }),
);

const changing: Arbitrary<Action> = fc.oneof(
  fc.record({
    does: fc.constant('status' as const),
    order,
    status: fc.constantFrom(...ORDER_STATUSES),
  }),
  // Cancelling and reopening changes the codes' counters.
  fc.record({
    does: fc.constant('status' as const),
    order,
    status: fc.constantFrom('cancelled' as const, 'pending' as const),
  }),
  fc.record({
    does: fc.constant('mark' as const),
    order,
    mark: fc.constantFrom(...keysOf(MARKS)),
    isSet: fc.boolean(),
  }),
  fc.record({ does: fc.constant('pay' as const), order, isPaid: fc.boolean() }),
  fc.record({
    does: fc.constant('payPart' as const),
    order,
    percent: fc.integer({ min: 1, max: 120 }),
  }),
  fc.record({
    does: fc.constant('changeItems' as const),
    order,
    quantity: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ does: fc.constant('cancel' as const), order }),
  fc.record({ does: fc.constant('answer' as const), order, accept: fc.boolean() }),
  fc.record({ does: fc.constant('reprint' as const), order }),
  fc.record({
    does: fc.constantFrom(
      ...(['askPicture', 'sendPicture', 'sendPicture', 'restorePicture'] as const),
    ),
    order,
  }),
  fc.record({ does: fc.constantFrom('complain' as const, 'answerComplaint' as const), order }),
  fc.record({ does: fc.constantFrom('sendReceipt' as const, 'sendProof' as const), order }),
  fc.record({ does: fc.constant('answerProof' as const), order, isApproved: fc.boolean() }),
  fc.record({ does: fc.constant('delete' as const), order }),
  fc.record({ does: fc.constant('restore' as const), order }),
);

const others: Arbitrary<Action> = fc.oneof(
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ does: fc.constant('toggle' as const), code }),
  fc.record({
    does: fc.constant('apply' as const),
    account,
    code,
    orderTotal: fc.integer({ min: 0, max: 1_000_000 }),
  }),
  fc.record({ does: fc.constant('join' as const), account }),
  fc.record({ does: fc.constant('address' as const), account, city }),
  fc.record({ does: fc.constant('erase' as const), account }),
);

/** An action of a user, mostly with an order. */
export const action: Arbitrary<Action> = fc.oneof(
  { weight: 2, arbitrary: quoting },
  { weight: 4, arbitrary: placing },
  { weight: 5, arbitrary: changing },
  { weight: 2, arbitrary: others },
);
