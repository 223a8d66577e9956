import { formatPesos } from '#domain/money.ts';

export const MISSING = 'N/A';

/** An amount in pesos as text; 'N/A' for one that is missing. */
export function showAmount(pesos: number | undefined): string {
  return pesos !== undefined && Number.isFinite(pesos) ? formatPesos(pesos) : MISSING;
}

/** How many there are as text; 'N/A' when that is unknown. */
export function showCount(count: number | undefined): string {
  return count ? String(count) : MISSING;
}
