/**
 * Version of what a buyer agrees to by ordering: the terms, with the texts on withdrawal and on
 * payment and delivery. A day; the server stores it with each order. Whoever changes one of the
 * texts, or a price in them, gives it a new one (docs/legal.md).
 */
export const TERMS_VERSION = '2026-11-21';

/** Version of the text on privacy. */
export const PRIVACY_VERSION = '2026-11-22';

/** Counted from the day on which the payment is confirmed. */
export const DELIVERY_TIME = '5 a 7 días hábiles';
