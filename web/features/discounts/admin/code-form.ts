import { problemsOf } from '#contract/base/rules.ts';
import {
  createDiscountBody,
  type DiscountCode,
  type SentDiscountBody,
} from '#contract/discounts/discounts-admin.ts';
import { formatDateTime, fromLocalTime } from '#domain/base/dates.ts';
import { formatPesos } from '#domain/base/money.ts';
import { type DiscountType, MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts/discounts.ts';
import { readNumber, readWhole } from '#web/lib/decimals.ts';
import type { Problems } from '#web/ui/form-rules.ts';

export type CodeForm = {
  code: string;
  name: string;
  type: DiscountType;
  value: string;
  multipleUse: boolean;
  maxUses: string;
  oncePerBuyer: boolean;
  minOrderTotal: string;
  /** Ids of the products it applies to; empty: all. */
  products: readonly string[];
  /** Local times in Chile, such as `2026-03-09T18:30`. */
  startsAt: string;
  expiresAt: string;
};

export const newCode: CodeForm = {
  code: '',
  name: '',
  type: 'percentage',
  value: '',
  multipleUse: true,
  maxUses: '',
  oncePerBuyer: false,
  minOrderTotal: '',
  products: [],
  startsAt: '',
  expiresAt: '',
};

/** Returns an edited form with the consequences: upper case, nothing of other types or uses. */
export function followEdit(before: CodeForm, next: CodeForm): CodeForm {
  const code = next.code.toUpperCase().slice(0, MAX_CODE_LENGTH);
  const value = next.type === before.type ? next.value : '';
  const limits = next.multipleUse ? {} : { maxUses: '', oncePerBuyer: false };
  return { ...next, code, value, ...limits };
}

const toWhole = (text: string) => (text.trim() === '' ? null : readWhole(text));

/** Whole pesos may be typed with separators, as in `10.000`. */
const toPesos = (text: string) => readNumber(text.replace(/\.(?=\d{3}(?:\D|$))/g, ''));

/** Returns ISO 8601 in UTC; null for an empty text, and an invalid time unchanged. */
function toMoment(text: string): string | null {
  if (text === '') return null;
  const time = fromLocalTime(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

export function toBody(form: CodeForm): SentDiscountBody {
  return {
    code: normalizeCode(form.code),
    name: form.name.trim(),
    type: form.type,
    value: form.type === 'free_shipping' ? undefined : toPesos(form.value),
    multipleUse: form.multipleUse,
    maxUses: toWhole(form.maxUses),
    oncePerBuyer: form.oncePerBuyer,
    minOrderTotal: toWhole(form.minOrderTotal),
    ...(form.products.length > 0 ? { products: [...form.products] } : {}),
    startsAt: toMoment(form.startsAt),
    expiresAt: toMoment(form.expiresAt),
  };
}

/** Returns the errors of the form, by field; `now` in milliseconds since 1970. */
export function checkForm(form: CodeForm, now: number): Problems {
  return problemsOf(createDiscountBody({ now }), toBody(form));
}

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

/** Returns how many orders may use it in all; null: no limit. */
function usesLimit({ multipleUse, maxUses }: DiscountCode): number | null {
  return multipleUse ? maxUses : 1;
}

/** Returns the uses so far and their limit; a code for a single use has none set. */
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

/** Returns the orders and revenue of a code, such as `2 pedidos, $9.200`. */
export function broughtText({ currentUses, revenue }: DiscountCode): string {
  return `${currentUses === 1 ? '1 pedido' : `${currentUses} pedidos`}, ${formatPesos(revenue)}`;
}

/** Returns the conditions of a code, such as `Desde $10.000 en pines. Hasta el 5/3/2026, 12:30.` */
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
