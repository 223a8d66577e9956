export const DISCOUNT_TYPES = ['percentage', 'fixed'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

/** Longest code, in characters. */
export const MAX_CODE_LENGTH = 20;
/** Longest name of a code, in characters. */
export const MAX_CODE_NAME_LENGTH = 100;

/** A discount as a buyer sees it. `value` is a percentage (1-100) or an amount in pesos. */
export type Discount = {
  code: string;
  type: DiscountType;
  value: number;
  name: string;
};

/** What decides whether a code may be used now. Times are milliseconds since 1970 (UTC). */
export type DiscountTerms = {
  multipleUse: boolean;
  maxUses: number | null;
  currentUses: number;
  isActive: boolean;
  expiresAt: number | null;
};

export type DiscountProblem = 'unknown' | 'inactive' | 'expired' | 'used_up';

/** Codes are compared trimmed and in upper case. */
export function normalizeCode(raw: string): string {
  return raw.trim().toUpperCase();
}

/** @returns how many orders may carry the code in all; null is no limit */
export function useLimit(terms: Pick<DiscountTerms, 'multipleUse' | 'maxUses'>): number | null {
  return terms.multipleUse ? terms.maxUses : 1;
}

/** @returns why the code cannot be used at `now` (milliseconds since 1970), or null when it can */
export function discountProblem(
  terms: DiscountTerms | undefined,
  now: number,
): DiscountProblem | null {
  if (!terms) return 'unknown';
  if (!terms.isActive) return 'inactive';
  if (terms.expiresAt !== null && terms.expiresAt <= now) return 'expired';
  const limit = useLimit(terms);
  return limit !== null && terms.currentUses >= limit ? 'used_up' : null;
}

/**
 * @param imagesTotal price of the pins before shipping, in pesos
 * @returns what the discount takes off, in whole pesos, from 0 to imagesTotal
 */
export function discountAmount(
  imagesTotal: number,
  { type, value }: Pick<Discount, 'type' | 'value'>,
): number {
  return type === 'percentage'
    ? Math.round((imagesTotal * value) / 100)
    : Math.round(Math.min(value, imagesTotal));
}
