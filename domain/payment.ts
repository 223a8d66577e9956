/**
 * What an attempt to pay an order online has come to. `created`: the provider was not told of it yet.
 * `open`: the buyer may pay. `authorised`: the buyer came back and it is being confirmed. `unknown`: it
 * may have been paid, which only the provider knows. Part of the money may have gone back while `paid`.
 */
export type PaymentState =
  | 'created'
  | 'open'
  | 'authorised'
  | 'unknown'
  | 'paid'
  | 'refused'
  | 'aborted'
  | 'expired'
  | 'refunding'
  | 'refunded';

/** What `order.onlinePayment` calls the states. */
export const SHOWN_PAYMENT_STATES = [
  'none',
  'open',
  'unknown',
  'paid',
  'refused',
  'aborted',
  'expired',
  'refunding',
  'refunded',
] as const;
export type ShownPaymentState = (typeof SHOWN_PAYMENT_STATES)[number];

export const PAYMENT_PROVIDERS = ['webpay', 'mercadopago'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** What a buyer paid with; `balance` is money kept at the provider. */
export const PAYMENT_METHODS = ['credit', 'debit', 'prepaid', 'balance', 'transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** What a provider is called on the screen and in an order's payment. */
export const providerNames: Readonly<Record<PaymentProvider, string>> = {
  webpay: 'Webpay',
  mercadopago: 'Mercado Pago',
};

/** Returns the name of who takes payments online; null where nobody does. */
export function providerName(provider: PaymentProvider | null | undefined): string | null {
  return provider ? providerNames[provider] : null;
}

/** An attempt. Amounts are in pesos. */
export type Payment = {
  state: PaymentState;
  amount: number;
  /** What went back to the buyer, as the provider says. */
  refunded: number;
  /** What the owner has asked to send back and the provider has not confirmed; 0: nothing. */
  refunding: number;
  /** It must not be confirmed: another attempt, amount or the order's end took its place. */
  isSuperseded: boolean;
};

/** What a provider says of an attempt. `paid` tells what was taken and what went back of it. */
export type ProviderWord =
  | { state: 'open' | 'pending' | 'refused' | 'aborted' | 'expired' }
  | { state: 'paid'; amount: number; refunded: number };

export type PaymentEvent =
  /** The provider has it: the buyer may be sent there. */
  | { type: 'begun' }
  | { type: 'begin_failed' }
  /** The browser came back to have it confirmed. */
  | { type: 'returned' }
  /** The browser came back without paying, which proves nothing. */
  | { type: 'left'; as: 'aborted' | 'expired' }
  | { type: 'superseded' }
  | { type: 'told'; word: ProviderWord }
  /** The provider did not answer. */
  | { type: 'silent' }
  /** The provider tells nothing of it any more: a person has to look. */
  | { type: 'given_up' }
  | { type: 'refund_asked'; amount: number }
  | { type: 'refund_failed' };

/** Returns whether the provider has taken money for it, also when all of it went back. */
export function hasMoney({ state }: { state: PaymentState | ShownPaymentState }): boolean {
  return state === 'paid' || state === 'refunding' || state === 'refunded';
}

/** Returns whether it may have been paid without our knowledge: nothing else may be decided meanwhile. */
export function isBeingConfirmed({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'authorised' || state === 'unknown';
}

/** Returns the pesos that can still be sent back to the buyer. */
export function refundable({ state, amount, refunded, refunding }: Payment): number {
  return state === 'paid' || state === 'refunding' ? amount - refunded - refunding : 0;
}

/**
 * Returns an attempt after an event; the same object when the event changes nothing. Events come from
 * browser, notice, job and owner in any order and number: what the provider took stays in sight, a
 * late result wins over an earlier one without money, and no more goes back than was taken.
 */
export function afterEvent(payment: Payment, event: PaymentEvent): Payment {
  const { state } = payment;
  switch (event.type) {
    case 'begun':
      // Its answer may come after we gave it up.
      return state === 'created' || state === 'expired' ? { ...payment, state: 'open' } : payment;
    case 'begin_failed':
      return state === 'created' ? { ...payment, state: 'expired' } : payment;
    case 'returned':
      return canBeConfirmed(payment) ? { ...payment, state: 'authorised' } : payment;
    case 'left':
      return state === 'open' ? { ...payment, state: event.as } : payment;
    case 'superseded':
      if (payment.isSuperseded || isBeingConfirmed(payment) || hasMoney(payment)) return payment;
      return { ...payment, isSuperseded: true };
    case 'told':
      return afterWord(payment, event.word);
    case 'silent':
      return state === 'authorised' ? { ...payment, state: 'unknown' } : payment;
    case 'given_up':
      if (state !== 'open' && !isBeingConfirmed(payment)) return payment;
      return { ...payment, state: 'unknown', isSuperseded: true };
    case 'refund_asked':
      if (state !== 'paid' || event.amount <= 0 || event.amount > refundable(payment)) {
        return payment;
      }
      return { ...payment, state: 'refunding', refunding: event.amount };
    case 'refund_failed':
      return state === 'refunding' ? { ...payment, state: 'paid', refunding: 0 } : payment;
  }
}

/** Returns whether its return may lead to a confirmation, which takes the money. */
function canBeConfirmed({ state, isSuperseded }: Payment): boolean {
  return !isSuperseded && state !== 'created' && state !== 'authorised' && !hasMoney({ state });
}

function afterWord(payment: Payment, word: ProviderWord): Payment {
  if (word.state === 'paid') return afterMoney(payment, word);
  const { state } = payment;
  if (hasMoney(payment)) return payment;
  if (word.state === 'pending') return moved(payment, 'unknown');
  if (word.state !== 'open') {
    // What the browser said of the same end is as good.
    const isSameEnd = state === 'aborted' && word.state === 'expired';
    return isSameEnd ? payment : moved(payment, word.state);
  }
  return isBeingConfirmed(payment) || state === 'created' ? moved(payment, 'open') : payment;
}

function moved(payment: Payment, state: PaymentState): Payment {
  return payment.state === state ? payment : { ...payment, state };
}

/** What the provider says went back never becomes less: an older answer may come later. */
function afterMoney(payment: Payment, word: Extract<ProviderWord, { state: 'paid' }>): Payment {
  const amount = hasMoney(payment) ? payment.amount : word.amount;
  const refunded = Math.min(amount, Math.max(payment.refunded, word.refunded));
  const isConfirmed = refunded >= payment.refunded + payment.refunding;
  const refunding = isConfirmed ? 0 : payment.refunded + payment.refunding - refunded;
  const state = refunded === amount ? 'refunded' : refunding > 0 ? 'refunding' : 'paid';
  const after = { ...payment, amount, refunded, refunding, state } as const;
  // The rest follows from these: an attempt that had money keeps its amount.
  const isSame = state === payment.state && refunded === payment.refunded;
  return isSame ? payment : after;
}

/** The order as far as its payment depends on it. */
export type PayableOrder = { total: number; isPaid: boolean; isCancelled: boolean };

/** Returns whether an order as it is now waits for that much money, also from a superseded attempt. */
export function isWaitingFor(
  { total, isPaid, isCancelled }: PayableOrder,
  { amount, refunded }: Pick<Payment, 'amount' | 'refunded'>,
): boolean {
  return !isPaid && !isCancelled && amount === total && refunded < amount;
}

/** Returns whether the shop may confirm an attempt, which takes the money. */
export function mayConfirm(payment: Payment, order: PayableOrder): boolean {
  return !payment.isSuperseded && isWaitingFor(order, payment);
}

/** Returns what buyers and owner read of a state. */
export function shownState(state: PaymentState): ShownPaymentState {
  if (state === 'created') return 'open';
  return state === 'authorised' ? 'unknown' : state;
}

type Attempt = Payment & { paidOrder: boolean };

/**
 * Returns the attempt that an order shows and refunds: money that the order does not count first, then
 * the money that paid it, then what may still be paid, else the latest.
 * @param attempts of one order, oldest first
 */
export function shownAttempt<T extends Attempt>(attempts: readonly T[]): T | null {
  const held = attempts.filter(({ state }) => state === 'paid' || state === 'refunding');
  return (
    held.findLast(({ paidOrder }) => !paidOrder) ??
    held.at(-1) ??
    attempts.findLast(isBeingConfirmed) ??
    attempts.findLast(({ isSuperseded }) => !isSuperseded) ??
    attempts.at(-1) ??
    null
  );
}
