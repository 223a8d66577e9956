import { MAX_QUANTITY, MIN_QUANTITY } from './images.ts';

export function isQuantity(value: number, max = MAX_QUANTITY): boolean {
  return Number.isInteger(value) && value >= MIN_QUANTITY && value <= max;
}

/** Returns the typed quantity, or null when it is not a whole number from 1 to the maximum, 99. */
export function parseQuantity(text: string, max = MAX_QUANTITY): number | null {
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return isQuantity(value, max) ? value : null;
}
