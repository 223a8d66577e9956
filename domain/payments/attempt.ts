/**
 * The states of an attempt to pay an order online. `created`: not yet known to the provider. `open`:
 * the buyer may pay. `authorised`: the buyer returned and the payment is being confirmed.
 * `unknown`: it may have been paid; only the provider knows. A `paid` one may be partly refunded.
 */
export const PAYMENT_STATES = [
  'created',
  'open',
  'authorised',
  'unknown',
  'paid',
  'refused',
  'aborted',
  'expired',
  'refunding',
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The states as shown in `order.onlinePayment`. */
export const SHOWN_PAYMENT_STATES = [
  'none',
  ...PAYMENT_STATES.filter((state) => state !== 'created' && state !== 'authorised'),
] as const;
export type ShownPaymentState = (typeof SHOWN_PAYMENT_STATES)[number];

export const PAYMENT_PROVIDERS = ['webpay', 'mercadopago'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The buyer's means of payment; `balance` is money in an account at the provider. */
export const PAYMENT_METHODS = ['credit', 'debit', 'prepaid', 'balance', 'transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** Names of the providers on the screen and in an order's payment. */
export const providerNames: Readonly<Record<PaymentProvider, string>> = {
  webpay: 'Webpay',
  mercadopago: 'Mercado Pago',
};

/** Returns the name of the shop's payment provider; null: no online payments. */
export function providerName(provider: PaymentProvider | null | undefined): string | null {
  return provider ? providerNames[provider] : null;
}

/** An attempt. Amounts are in pesos. */
export type Payment = {
  state: PaymentState;
  amount: number;
  /** Amount refunded, as the provider reports it. */
  refunded: number;
  /** Amount of a refund that was requested and is not confirmed by the provider; 0: none. */
  refunding: number;
  /** It must not be confirmed: another attempt, another amount or the order's end replaced it. */
  isSuperseded: boolean;
};

/** The provider's report on an attempt; `paid` has the amount taken and the part refunded. */
export type ProviderWord =
  | { state: 'open' | 'pending' | 'refused' | 'aborted' | 'expired' }
  | { state: 'paid'; amount: number; refunded: number };

export type PaymentEvent =
  /** The provider has created the payment: the buyer may be redirected there. */
  | { type: 'begun' }
  | { type: 'begin_failed' }
  /** The browser returned to have the payment confirmed. */
  | { type: 'returned' }
  /** The browser returned without paying, which proves nothing. */
  | { type: 'left'; as: 'aborted' | 'expired' }
  | { type: 'superseded' }
  | { type: 'told'; word: ProviderWord }
  /** The provider did not answer. */
  | { type: 'silent' }
  /** The provider no longer reports on it: a person has to check. */
  | { type: 'given_up' }
  | { type: 'refund_asked'; amount: number }
  | { type: 'refund_failed' };

/** Returns true if the provider has taken money for it, even if all of it was refunded. */
export function hasMoney({ state }: { state: PaymentState | ShownPaymentState }): boolean {
  return state === 'paid' || state === 'refunding' || state === 'refunded';
}

/** Returns true if the provider holds money for it that has not all gone back. */
export function holdsMoney({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'paid' || state === 'refunding';
}

/** Returns true while it may have been paid; until that is known, nothing else may be decided. */
export function isBeingConfirmed({ state }: Pick<Payment, 'state'>): boolean {
  return state === 'authorised' || state === 'unknown';
}

/** Returns the amount that can still be refunded, in pesos. */
export function refundable({ state, amount, refunded, refunding }: Payment): number {
  return holdsMoney({ state }) ? amount - refunded - refunding : 0;
}

/**
 * Returns an attempt after an event; the same object when the event changes nothing. Events arrive
 * from browser, webhook, job and owner in any order and number: money that was taken is never
 * forgotten, a later result wins over an earlier one without money, and no more is refunded than
 * was taken.
 */
export function afterEvent(payment: Payment, event: PaymentEvent): Payment {
  const { state } = payment;
  switch (event.type) {
    case 'begun':
      // The response may arrive after the attempt has expired.
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
      if (state === 'unknown' && payment.isSuperseded) return payment;
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

/** Returns true if the browser's return may lead to a confirmation, which takes the money. */
function canBeConfirmed({ state, isSuperseded }: Payment): boolean {
  return !isSuperseded && state !== 'created' && state !== 'authorised' && !hasMoney({ state });
}

function afterWord(payment: Payment, word: ProviderWord): Payment {
  if (word.state === 'paid') return afterMoney(payment, word);
  const { state } = payment;
  if (hasMoney(payment)) return payment;
  if (word.state === 'pending') return moved(payment, 'unknown');
  if (word.state !== 'open') {
    // The browser already reported the same end.
    const isSameEnd = state === 'aborted' && word.state === 'expired';
    return isSameEnd ? payment : moved(payment, word.state);
  }
  return isBeingConfirmed(payment) || state === 'created' ? moved(payment, 'open') : payment;
}

function moved(payment: Payment, state: PaymentState): Payment {
  return payment.state === state ? payment : { ...payment, state };
}

/**
 * The amount is the one of the latest report. The refunded amount never decreases, since an older
 * response may arrive later.
 */
function afterMoney(
  payment: Payment,
  { amount, ...word }: Extract<ProviderWord, { state: 'paid' }>,
): Payment {
  const refunded = Math.min(amount, Math.max(payment.refunded, word.refunded));
  const pending = Math.max(0, payment.refunded + payment.refunding - refunded);
  const refunding = Math.min(pending, amount - refunded);
  const state = refunded === amount ? 'refunded' : refunding > 0 ? 'refunding' : 'paid';
  const isSame =
    state === payment.state && amount === payment.amount && refunded === payment.refunded;
  return isSame ? payment : { ...payment, amount, refunded, refunding, state };
}

/**
 * The facts of an order on which its payment depends, in pesos: what is still asked for, and what of
 * it is an open deposit (0: none).
 */
export type PayableOrder = { due: number; deposit?: number; isPaid: boolean; isCancelled: boolean };

/** Returns true if the order still expects this amount, also from a superseded attempt. */
export function isWaitingFor(
  { due, deposit = 0, isPaid, isCancelled }: PayableOrder,
  { amount, refunded }: Pick<Payment, 'amount' | 'refunded'>,
): boolean {
  const isAsked = amount === due || amount === deposit;
  return !isPaid && !isCancelled && isAsked && refunded < amount;
}

/** Returns true if the shop may confirm an attempt, which takes the money. */
export function mayConfirm(payment: Payment, order: PayableOrder): boolean {
  return !payment.isSuperseded && isWaitingFor(order, payment);
}

/** Returns the state as shown to buyers and owner. */
export function shownState(state: PaymentState): ShownPaymentState {
  if (state === 'created') return 'open';
  return state === 'authorised' ? 'unknown' : state;
}

type Attempt = Payment & { paidOrder: boolean; number: number };

/**
 * Returns the attempt that an order shows: one whose money the order does not count, else one to
 * pay what is still missing, else the last one that paid it, else one that may still turn out paid,
 * else the latest.
 * @param attempts of one order, oldest first
 */
export function shownAttempt<T extends Attempt>(attempts: readonly T[]): T | null {
  const held = attempts.filter(holdsMoney);
  const last = held.at(-1);
  return (
    held.findLast(({ paidOrder }) => !paidOrder) ??
    attempts.findLast(
      ({ isSuperseded, number }) => last && !isSuperseded && number > last.number,
    ) ??
    last ??
    attempts.findLast(isBeingConfirmed) ??
    attempts.findLast(({ isSuperseded }) => !isSuperseded) ??
    attempts.at(-1) ??
    null
  );
}
