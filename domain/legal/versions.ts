/**
 * Version of the terms that a buyer accepts by ordering, with the texts on withdrawal and on
 * payment and delivery. A day; the server stores it with each order. A change of one of the texts
 * needs a new version (docs/legal.md); each change of the owner's settings adds one of its own.
 */
export const TERMS_VERSION = '2026-11-24';

export const PRIVACY_VERSION = '2026-11-25';
