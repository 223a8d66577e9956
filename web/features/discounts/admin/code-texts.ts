import type { DiscountCode } from '#contract/discounts-admin.ts';
import { formatDateTime } from '#domain/dates.ts';

const amount = new Intl.NumberFormat('es-CL', {
  style: 'currency',
  currency: 'CLP',
  minimumFractionDigits: 0,
  maximumFractionDigits: 2,
});

const types: Readonly<Record<string, string>> = { percentage: 'Porcentaje', fixed: 'Monto fijo' };

export const typeText = ({ type }: DiscountCode) => types[type] ?? type;

export function valueText({ type, value }: DiscountCode): string {
  return type === 'percentage' ? `${value}%` : amount.format(value);
}

/** How many orders may carry it in all; null: no limit. */
function usesLimit({ multipleUse, maxUses }: DiscountCode): number | null {
  return multipleUse ? maxUses : 1;
}

/** Uses so far and the most that were set; a code for a single use has none set. */
export function usesText({ currentUses, maxUses }: DiscountCode): string {
  return `${currentUses} / ${maxUses ?? '∞'}`;
}

export function isUsedUp(code: DiscountCode): boolean {
  const limit = usesLimit(code);
  return limit !== null && code.currentUses >= limit;
}

export function expiryText({ expiresAt }: DiscountCode): string {
  return expiresAt === null ? 'Sin expiracion' : formatDateTime(expiresAt);
}

/** @param now milliseconds since 1970 */
export function isExpired({ expiresAt }: DiscountCode, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
