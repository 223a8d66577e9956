/** Where this tab keeps the tokens of orders: others may sit at the browser later. */
const KEYS = { placed: 'pines.placed', open: 'pines.order' } as const;

function keep(key: string, token: string | null) {
  try {
    if (token === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, token);
  } catch {
    // Storage is off limits here: the mail's link remains.
  }
}

/** Keeps what shows the order just placed; null forgets it. */
export const keepPlacedToken = (token: string | null) => keep(KEYS.placed, token);

/** Returns what shows this order; null when another tab, or none, placed it. */
export function readPlacedToken(orderId: string): string | null {
  try {
    const token = sessionStorage.getItem(KEYS.placed);
    return token?.startsWith(`${orderId}.`) ? token : null;
  } catch {
    return null;
  }
}

/** Keeps which order's window is open, for a reload; null: none is. */
export const keepOpenOrder = (token: string | null) => keep(KEYS.open, token);
