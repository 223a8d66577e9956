const KEY = 'pines-pixels-per-mm';

/** What browsers take a millimetre for: 96 pixels an inch. Phones seldom agree. */
export const USUAL_SCALE = 96 / 25.4;
/** From a large television to the finest phone. */
export const SCALES = { min: 1.5, max: 10 } as const;

/** Returns how many CSS pixels this screen shows on a millimetre, as its owner measured it, or null. */
export function readScale(): number | null {
  try {
    const scale = Number(localStorage.getItem(KEY) ?? Number.NaN);
    return scale >= SCALES.min && scale <= SCALES.max ? scale : null;
  } catch {
    return null;
  }
}

/** Remembers how many CSS pixels this screen shows on a millimetre, where the browser lets us. */
export function keepScale(scale: number): void {
  try {
    localStorage.setItem(KEY, String(scale));
  } catch {
    // It holds until the window closes.
  }
}
