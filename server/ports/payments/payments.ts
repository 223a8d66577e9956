import type { PaymentMethod, PaymentProvider, ProviderWord } from '#domain/payment.ts';

/** An attempt as a provider is asked about it. Amounts are in pesos. */
export type AttemptRef = {
  /** Ours, which no other attempt has; 26 characters at most. */
  id: string;
  /** The provider's, from `begin`. */
  token: string;
  /** The provider's number of the payment; null until it is known. */
  providerId: string | null;
  amount: number;
};

type NewAttempt = {
  id: string;
  orderId: string;
  amount: number;
  /** Where the provider sends the buyer back. */
  returnUrl: string;
  /** Where the provider tells of changes. */
  noticeUrl: string;
  /** When the provider stops taking it, where that can be chosen; milliseconds since 1970. */
  endsAt: number;
};

/** How money was taken, as far as the provider tells. `fee` is in pesos. */
export type HowPaid = {
  method: PaymentMethod | null;
  /** Its number at the bank. */
  authorizationCode: string | null;
  fee: number | null;
};

/** A payment as a provider has it. Pesos. */
type TakenPayment = HowPaid & { providerId: string; amount: number; refunded: number };

/** A payment of a day, also one that no attempt of the shop is about. */
export type ListedPayment = TakenPayment & {
  /** The id of the attempt; null or anything else for another's. */
  reference: string | null;
  /** When it was taken; milliseconds since 1970. */
  at: number;
};

export type Told = {
  word: ProviderWord;
  providerId: string | null;
  /** Null while no money was taken. */
  how: HowPaid | null;
  /** Further payments of one attempt, which some providers take. */
  others: readonly TakenPayment[];
};

/** What the address of a return says, which proves nothing: the provider is asked. */
export type Return = {
  kind: 'returned' | 'aborted' | 'expired';
  /** The attempt, by its own id or by the provider's token. */
  by: { id: string } | { token: string };
  providerId: string | null;
};

export type Notice = {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
};

/** A provider of online payments. No call of it belongs into a database transaction. */
export type Payments = {
  provider: PaymentProvider;
  /** The origin that a form is posted to; null: the buyer follows a link. */
  formOrigin: string | null;
  /** How long the provider takes a begun attempt for sure, in milliseconds. */
  payableMs: number;
  /** After how long without a payment it is over. */
  lifeMs: number;
  /** Whether a buyer may try again within an attempt that was refused. */
  retriesWithinAttempt: boolean;
  /** @throws ProviderFailure: nothing can be paid then */
  begin(attempt: NewAttempt): Promise<{ token: string; redirectUrl: string }>;
  /** Returns the fields of the form that is posted to the attempt's address; none for a link. */
  fieldsOf(token: string): Record<string, string>;
  /** Confirms a returned attempt, which may take the money. @throws ProviderFailure: nobody knows */
  settle(attempt: AttemptRef): Promise<Told>;
  /** Returns what the provider says, without changing it. @throws ProviderFailure */
  read(attempt: AttemptRef): Promise<Told>;
  /**
   * Sends pesos back. The same key never sends twice, where the provider knows keys.
   * @throws ProviderFailure: nobody knows; ProviderRefusal: nothing was sent
   */
  refund(attempt: AttemptRef, refund: { amount: number; key: string }): Promise<Told>;
  /** @returns null for an address that names no attempt */
  readReturn(params: Readonly<Record<string, string>>): Return | null;
  /** @returns the number of the payment that changed, null for any other notice, `forged` if unsigned */
  readNotice(notice: Notice): { providerId: string } | 'forged' | null;
  /**
   * Returns what was taken from one time until before another (milliseconds since 1970), whatever for;
   * null: the provider has no such list. @throws ProviderFailure
   */
  list(from: number, until: number): Promise<readonly ListedPayment[] | null>;
  /** Returns the id of the attempt that a payment is for; null: none of ours. @throws ProviderFailure */
  findAttempt(providerId: string): Promise<string | null>;
};

/** The provider did not answer, or not as its document says. Its message holds no secret. */
export class ProviderFailure extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'ProviderFailure';
  }
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
