import type { PaymentMethod, PaymentProvider, ProviderWord } from '#domain/payments/attempt.ts';

/** What identifies an attempt at a provider. Amounts are in pesos. */
export type AttemptRef = {
  /** Our unique id of the attempt; at most 26 characters. */
  id: string;
  /** The provider's id of the attempt, from `begin`. */
  token: string;
  /** The provider's id of the payment; null until it is known. */
  providerId: string | null;
  amount: number;
};

type NewAttempt = {
  id: string;
  orderId: string;
  amount: number;
  /** URL to which the provider redirects the buyer. */
  returnUrl: string;
  /** URL for the provider's notices (webhooks). */
  noticeUrl: string;
  /**
   * When the attempt can no longer be paid, if the provider supports it; milliseconds since 1970.
   */
  endsAt: number;
};

/** How a payment was made, as far as the provider reports it. `fee` is in pesos. */
export type HowPaid = {
  method: PaymentMethod | null;
  /** The bank's authorization code. */
  authorizationCode: string | null;
  fee: number | null;
};

/** The currency of the shop's prices, by ISO 4217. */
export const CURRENCY = 'CLP';

/** A payment at a provider. Amounts are in whole units of its currency, rounded down. */
export type TakenPayment = HowPaid & {
  providerId: string;
  amount: number;
  refunded: number;
  /** By ISO 4217; only one in `CURRENCY` can pay an order. */
  currency: string;
};

/** A payment in the provider's list of a day; it may belong to no attempt of the shop. */
export type ListedPayment = TakenPayment & {
  /** The id of our attempt; null or another text for a payment that is not ours. */
  reference: string | null;
  /** When it was charged; milliseconds since 1970. */
  at: number;
};

export type Told = {
  word: ProviderWord;
  providerId: string | null;
  /** Null while nothing was charged. */
  how: HowPaid | null;
  /** Further payments within the same attempt, which some providers allow, in any currency. */
  others: readonly TakenPayment[];
};

/** A payment that a notice names. */
type FoundPayment = {
  /** The id of our attempt; null or another text for a payment that is not ours. */
  reference: string | null;
  /** Null while nothing was charged. */
  taken: TakenPayment | null;
};

/** The content of a return's URL. It is not trusted: the state is read at the provider. */
export type Return = {
  kind: 'returned' | 'aborted' | 'expired';
  /** The attempt, by our id or by the provider's token. */
  by: { id: string } | { token: string };
  providerId: string | null;
};

/** A signed notice about a payment. */
export type SignedNotice = {
  /** The id of the changed payment. */
  providerId: string;
  /** When the provider signed it; milliseconds since 1970. */
  at: number;
  /** Differs between any two notices. */
  signature: string;
};

export type Notice = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
};

/** A provider of online payments. Its calls must not be made within a database transaction. */
export type Payments = {
  provider: PaymentProvider;
  /** How long an attempt can certainly be paid after it was begun, in milliseconds. */
  payableMs: number;
  /** Milliseconds after which an unpaid attempt is over. */
  lifeMs: number;
  /** Whether a buyer may try again within an attempt after a rejected payment. */
  retriesWithinAttempt: boolean;
  /** Creates an attempt at the provider. @throws ProviderFailure; then it cannot be paid */
  begin(attempt: NewAttempt): Promise<{ token: string; redirectUrl: string }>;
  /** Returns the fields of the form that is posted to the attempt's URL; none for a redirect. */
  fieldsOf(token: string): Record<string, string>;
  /**
   * Confirms a returned attempt, which may charge it.
   * @throws ProviderFailure: the result is unknown
   */
  settle(attempt: AttemptRef): Promise<Told>;
  /** Returns the state of an attempt without changing it. @throws ProviderFailure */
  read(attempt: AttemptRef): Promise<Told>;
  /**
   * Refunds pesos. The same key never refunds twice, if the provider supports keys.
   * @throws ProviderFailure: the result is unknown; ProviderRefusal: nothing was refunded
   */
  refund(attempt: AttemptRef, refund: { amount: number; key: string }): Promise<Told>;
  /** Returns null for a URL without an attempt. */
  readReturn(params: Readonly<Record<string, string>>): Return | null;
  /** Returns null for a notice about anything else, `forged` for one that is not signed. */
  readNotice(notice: Notice): SignedNotice | 'forged' | null;
  /**
   * Returns all payments charged from one time until before another (milliseconds since 1970);
   * null: the provider has no such list.
   * @throws ProviderFailure
   */
  list(from: number, until: number): Promise<readonly ListedPayment[] | null>;
  /** Returns a payment by the provider's id; null: there is none. @throws ProviderFailure */
  findPayment(providerId: string): Promise<FoundPayment | null>;
};

/** The provider did not answer, or not as documented. Its message contains no secret. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
}

/** The provider refused a call, and did nothing. */
export class ProviderRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`it refused with status ${status}`);
    this.name = 'ProviderRefusal';
    this.status = status;
  }
}
