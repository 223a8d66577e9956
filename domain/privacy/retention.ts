import { DAY_MS } from '#domain/base/dates.ts';

/** How long data is kept. The privacy text shows these figures, and the code enforces them. */

export const WAITING_PICTURE_HOURS = 24;
export const BIN_DAYS = 7;
export const BIN_MS = BIN_DAYS * DAY_MS;
/** Days for which the browser keeps an untouched draft. */
export const DRAFT_DAYS = 7;
/** Days for which a browser remembers that someone signed in from it. */
export const DEVICE_DAYS = 365;
/** Days after which a session expires, however often it is used. */
export const SESSION_DAYS = 30;
