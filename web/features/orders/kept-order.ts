import { readStored, storeText } from '#web/lib/browser-storage.ts';

// Order tokens are stored per tab, since others may use the browser later.

const PLACED = 'pines.placed';

/** Stores the token of the order just placed; null removes it. */
export const keepPlacedToken = (token: string | null) => storeText(PLACED, token, 'sessionStorage');

/** Returns the token of this order; null when it was not placed in this tab. */
export function readPlacedToken(orderId: string): string | null {
  const token = readStored(PLACED, 'sessionStorage');
  return token?.startsWith(`${orderId}.`) ? token : null;
}

/** Stores which order's window is open, for a reload; null: none. */
export const keepOpenOrder = (token: string | null) =>
  storeText('pines.order', token, 'sessionStorage');
