/**
 * Version of what a buyer agrees to by ordering: the terms, with the texts on withdrawal and on
 * payment and delivery. A day; the server stores it with each order. Whoever changes one of the
 * texts gives it a new one (docs/legal.md); what the owner saves adds a version of its own.
 */
export const TERMS_VERSION = '2026-11-24';

export const PRIVACY_VERSION = '2026-11-25';
