import { tryStorage } from '#web/lib/browser-storage.ts';

const KEY = 'pines.courier';

/** Returns the courier of the last parcel from this browser; empty if unknown. */
export const usualCourier = () => tryStorage(() => localStorage.getItem(KEY)) ?? '';

export function storeCourier(courier: string | null): void {
  if (courier) tryStorage(() => localStorage.setItem(KEY, courier));
}
