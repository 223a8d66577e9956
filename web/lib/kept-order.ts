import { tryStorage } from './browser-storage.ts';

/** Order tokens are stored per tab, since others may use the browser later. */
const KEYS = {
  placed: 'pines.placed',
  typed: 'pines.typed',
  open: 'pines.order',
  paying: 'pines.paying',
} as const;

function keep(key: string, token: string | null) {
  tryStorage(() =>
    token === null ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, token),
  );
}

/** What the buyer typed, which an order's link shows masked. */
export type TypedDelivery = { fullName: string; phone: string; address: string };

/** Stores the token of the order just placed and what was typed for it; null removes both. */
export function keepPlaced(placed: { token: string; typed: TypedDelivery } | null) {
  keep(KEYS.placed, placed?.token ?? null);
  keep(KEYS.typed, placed && JSON.stringify(placed.typed));
}

/** Returns what was typed for the order of this token; null when it was not placed in this tab. */
export function readTyped(token: string): TypedDelivery | null {
  return tryStorage(() => {
    const typed: TypedDelivery | null = JSON.parse(sessionStorage.getItem(KEYS.typed) ?? 'null');
    return sessionStorage.getItem(KEYS.placed) === token ? typed : null;
  });
}

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
