const KEY = 'pines.courier';

/** Returns the courier of the last parcel from this browser; empty if unknown. */
export function usualCourier(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function storeCourier(courier: string | null): void {
  try {
    if (courier) localStorage.setItem(KEY, courier);
  } catch {
    // It has to be typed again next time.
  }
}
