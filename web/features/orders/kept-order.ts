import { tryStorage } from '#web/lib/browser-storage.ts';

/** Order tokens are stored per tab, since others may use the browser later. */
const KEYS = { placed: 'pines.placed', open: 'pines.order', paying: 'pines.paying' } as const;

function keep(key: string, token: string | null) {
  tryStorage(() =>
    token === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, token),
  );
}

/** Stores the token of the order just placed; null removes it. */
export const keepPlacedToken = (token: string | null) => keep(KEYS.placed, token);

/** Returns the token of this order; null when it was not placed in this tab. */
export function readPlacedToken(orderId: string): string | null {
  const token = tryStorage(() => sessionStorage.getItem(KEYS.placed));
  return token?.startsWith(`${orderId}.`) ? token : null;
}

/** Stores which order's window is open, for a reload; null: none. */
export const keepOpenOrder = (token: string | null) => keep(KEYS.open, token);

/**
 * Stores the order that this tab leaves to pay at the provider: its return shows an order only while
 * it is unpaid, and a notice may have been faster. null: the tab did not leave.
 */
export const keepPaying = (token: string | null) => keep(KEYS.paying, token);
