/** How long things are kept. The privacy text names these figures, and the code obeys them. */

export const WAITING_PICTURE_HOURS = 24;
export const BIN_DAYS = 7;
/** Days that an order that was begun stays in the browser untouched. */
export const DRAFT_DAYS = 7;
/** Days that a browser remembers that its owner signed in to an account from it. */
export const DEVICE_DAYS = 365;
/** Days after which a session ends, however often it is used. */
export const SESSION_DAYS = 30;
