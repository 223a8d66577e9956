import { formatPesos } from '#domain/base/money.ts';
import { foldSigns } from '#domain/base/signs.ts';

export const DISCOUNT_TYPES = ['percentage', 'fixed', 'free_shipping'] as const;
export type DiscountType = (typeof DISCOUNT_TYPES)[number];

export const MAX_CODE_LENGTH = 20;
export const MAX_CODE_NAME_LENGTH = 100;

/** A discount as a buyer sees it. `value` is a percentage (1-100), an amount in pesos, or 0. */
export type Discount = {
  code: string;
  type: DiscountType;
  value: number;
  name: string;
  /** Minimum price of the pins, in pesos; absent: no minimum. */
  minOrderTotal?: number | undefined;
  /** Each buyer may use it for one order only; absent: no such limit. */
  oncePerBuyer?: boolean | undefined;
  /** Ids of the products it applies to; absent: all. */
  products?: string[] | undefined;
};

/** What decides whether a code may be used. Times are milliseconds since 1970 (UTC). */
export type DiscountTerms = {
  multipleUse: boolean;
  maxUses: number | null;
  currentUses: number;
  isActive: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  /** In pesos; null: none. */
  minOrderTotal: number | null;
  oncePerBuyer: boolean;
  products?: Discount['products'];
};

export type DiscountUse = {
  /** Milliseconds since 1970 (UTC). */
  now: number;
  /** Price of the pins before shipping, in pesos. */
  orderTotal: number;
  /** Whether another order of this buyer uses the code. */
  hasUsed: boolean;
  /** Ids of the products of the order's pins; absent: not known yet. */
  products?: readonly string[] | undefined;
};

export type DiscountProblem =
  | 'unknown'
  | 'inactive'
  | 'not_started'
  | 'expired'
  | 'used_up'
  | 'used_by_buyer'
  | 'other_products'
  | 'below_minimum';

/** Returns the spelling in which codes are stored and compared: in upper case, `CUMPLE-20`. */
export function normalizeCode(raw: string): string {
  return foldSigns(foldSigns(raw).normalize('NFKC')).toUpperCase().normalize('NFC');
}

/** Returns how many orders may use the code in all; null: no limit. */
export function useLimit(terms: Pick<DiscountTerms, 'multipleUse' | 'maxUses'>): number | null {
  return terms.multipleUse ? terms.maxUses : 1;
}

/** Returns why the code cannot be used, or null when it can. */
export function discountProblem(
  terms: DiscountTerms | undefined,
  { now, orderTotal, hasUsed, products }: DiscountUse,
): DiscountProblem | null {
  if (!terms) return 'unknown';
  if (!terms.isActive) return 'inactive';
  if (terms.startsAt !== null && terms.startsAt > now) return 'not_started';
  if (terms.expiresAt !== null && terms.expiresAt <= now) return 'expired';
  const limit = useLimit(terms);
  if (limit !== null && terms.currentUses >= limit) return 'used_up';
  if (terms.oncePerBuyer && hasUsed) return 'used_by_buyer';
  if (products && !products.some((id) => isForProduct(terms, id))) return 'other_products';
  return missingAmount(terms, orderTotal) > 0 ? 'below_minimum' : null;
}

/** Returns true if a code applies to the pins of a product. */
export function isForProduct({ products }: Pick<Discount, 'products'>, id: string): boolean {
  return products === undefined || products.includes(id);
}

/** Why a code for free shipping is not used. */
export const NO_SHIPPING = 'Este pedido no tiene envío que pagar: guarda el código para otro';

/** What is told of an order's code that a change of its pins has dropped. */
export const LOST_CODE = 'ya no vale para este pedido';

type Minimum = { minOrderTotal?: number | null | undefined };

/** Returns what the pins are short of a code's minimum, in pesos; 0 when it is reached. */
export function missingAmount({ minOrderTotal }: Minimum, orderTotal: number): number {
  return Math.max(0, (minOrderTotal ?? 0) - orderTotal);
}

/** Returns such as `El código de descuento vale desde $10.000 en pines: te faltan $3.200`. */
export function describeMinimum(minimum: Minimum, orderTotal: number): string {
  const from = formatPesos(minimum.minOrderTotal ?? 0);
  const missing = formatPesos(missingAmount(minimum, orderTotal));
  return `El código de descuento vale desde ${from} en pines: te faltan ${missing}`;
}

/** Returns the reduction on pins of this price, in whole pesos, from 0 to `pinsTotal`. */
export function discountAmount(
  pinsTotal: number,
  { type, value }: Pick<Discount, 'type' | 'value'>,
): number {
  if (type === 'free_shipping') return 0;
  return type === 'percentage'
    ? Math.round((pinsTotal * value) / 100)
    : Math.round(Math.min(value, pinsTotal));
}
