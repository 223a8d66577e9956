/** Order tokens are stored per tab, since others may use the browser later. */
const KEYS = { placed: 'pines.placed', open: 'pines.order' } as const;

function keep(key: string, token: string | null) {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Storage is blocked: the mail's link remains.
  }
}

/** Stores the token of the order just placed; null removes it. */
export const keepPlacedToken = (token: string | null) => keep(KEYS.placed, token);

/** Returns the token of this order; null when it was not placed in this tab. */
export function readPlacedToken(orderId: string): string | null {
  try {
    const token = sessionStorage.getItem(KEYS.placed);
    return token?.startsWith(`${orderId}.`) ? token : null;
  } catch {
    return null;
  }
}

/** Stores which order's window is open, for a reload; null: none. */
export const keepOpenOrder = (token: string | null) => keep(KEYS.open, token);
