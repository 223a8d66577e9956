import type { DiscountCode } from '#contract/discounts-admin.ts';
import { formatDateTime } from '#domain/dates.ts';
import type { DiscountType } from '#domain/discounts.ts';
import { formatPesos } from '#domain/money.ts';

export const typeLabels: Readonly<Record<DiscountType, string>> = {
  percentage: 'Porcentaje',
  fixed: 'Monto fijo',
  free_shipping: 'Envío gratis',
};

export const typeText = ({ type }: DiscountCode) => typeLabels[type];

export function valueText({ type, value }: DiscountCode): string {
  if (type === 'free_shipping') return '–';
  return type === 'percentage' ? `${value}%` : formatPesos(value);
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

/** @returns what the code brought, such as `2 pedidos, $9.200` */
export function broughtText({ currentUses, revenue }: DiscountCode): string {
  return `${currentUses === 1 ? '1 pedido' : `${currentUses} pedidos`}, ${formatPesos(revenue)}`;
}

/** @returns what the code asks for, such as `Desde $10.000 en pines. Hasta el 5/3/2026, 12:30.` */
export function conditionsText({ minOrderTotal, startsAt, expiresAt }: DiscountCode): string {
  return [
    minOrderTotal !== null && `Desde ${formatPesos(minOrderTotal)} en pines.`,
    startsAt !== null && `Vale desde el ${formatDateTime(startsAt)}.`,
    expiresAt !== null && `Hasta el ${formatDateTime(expiresAt)}.`,
  ]
    .filter((text) => text !== false)
    .join(' ');
}

/** @param now milliseconds since 1970 */
export function hasStarted({ startsAt }: DiscountCode, now: number): boolean {
  return startsAt === null || Date.parse(startsAt) <= now;
}

/** @param now milliseconds since 1970 */
export function isExpired({ expiresAt }: DiscountCode, now: number): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now;
}
