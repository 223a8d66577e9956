import { keysOf } from '#domain/base/keys.ts';
import { formatPesos, formatWhole } from '#domain/base/money.ts';
import { isReadable } from '#domain/base/signs.ts';
import { tooLong } from '#domain/delivery/delivery.ts';
import {
  DISCOUNT_TYPES,
  type DiscountType,
  MAX_CODE_LENGTH,
  MAX_CODE_NAME_LENGTH,
  normalizeCode,
} from './discounts.ts';

export type DiscountForm = {
  code: string;
  name: string;
  type: string;
  /** A percentage, or an amount in pesos; null while empty, absent for a type without value. */
  value?: number | null | undefined;
  multipleUse: boolean;
  /** Null: no limit. */
  maxUses: number | null;
  oncePerBuyer: boolean;
  /** Minimum price of the pins, in pesos; null: no minimum. */
  minOrderTotal: number | null;
  /** Ids of the products it applies to; empty: all. */
  products: readonly string[];
  /** Milliseconds since 1970 (UTC); null: valid immediately. */
  startsAt: number | null;
  /** Milliseconds since 1970 (UTC); null: never. */
  expiresAt: number | null;
};
export type DiscountFormField = keyof DiscountForm;
export type DiscountFormProblem = { field: DiscountFormField; message: string };

/** Upper bound of a fixed discount and of a minimum, in pesos. */
const MAX_AMOUNT = 100_000_000;
const MAX_USES_LIMIT = 1_000_000;

const WRONG_TYPE = 'El tipo debe ser porcentaje, monto fijo o envío gratis';
export const WRONG_MINIMUM = 'El mínimo de compra debe ser un número entero de pesos';
const WRONG_DATE = 'La fecha no es válida';

/** A form sent "now" arrives a moment later, and the client's clock may be a little slow. */
const CLOCK_SLACK_MS = 60_000;

/** Returns what is wrong with a field, or null; absent values count as empty. */
type Rule = (form: Partial<DiscountForm>, now: number) => string | null;

/** In the order in which the form shows the fields. */
const rules: Readonly<Record<DiscountFormField, Rule>> = {
  code: ({ code = '' }) => codeProblem(normalizeCode(code)),
  name: ({ name = '' }) => nameProblem(name.trim()),
  type: ({ type = '' }) => (toDiscountType(type) ? null : WRONG_TYPE),
  value: ({ type = '', value }) => valueProblem(type, value),
  multipleUse: () => null,
  maxUses: ({ multipleUse = true, maxUses = null }) => usesProblem(multipleUse, maxUses),
  oncePerBuyer: () => null,
  minOrderTotal: ({ minOrderTotal = null }) => minimumProblem(minOrderTotal),
  products: () => null,
  startsAt: ({ startsAt = null }) => startProblem(startsAt),
  expiresAt: ({ startsAt = null, expiresAt = null }, now) =>
    expiryProblem({ startsAt, expiresAt, now }),
};

export const DISCOUNT_FIELDS = keysOf(rules);

/** Returns every wrong field, in the order of the form; `now` in milliseconds since 1970. */
export function validateDiscountForm(
  form: Partial<DiscountForm>,
  now: number,
): DiscountFormProblem[] {
  return DISCOUNT_FIELDS.flatMap((field) => {
    const message = rules[field](form, now);
    return message ? [{ field, message }] : [];
  });
}

/** Returns the value in hundredths, as money is stored. */
export function valueInHundredths(value: number): number {
  return Math.round(value * 100);
}

/** Returns null for an unknown type. */
export function toDiscountType(type: string): DiscountType | null {
  return DISCOUNT_TYPES.find((known) => known === type) ?? null;
}

function codeProblem(code: string): string | null {
  if (!code) return 'El código es obligatorio';
  // Signs alone may be dots, which addresses drop.
  if (!isReadable(code)) return 'El código necesita una letra o un número';
  return code.length > MAX_CODE_LENGTH ? tooLong(MAX_CODE_LENGTH) : null;
}

function nameProblem(name: string): string | null {
  if (!isReadable(name)) return 'El nombre es obligatorio';
  return name.length > MAX_CODE_NAME_LENGTH ? tooLong(MAX_CODE_NAME_LENGTH) : null;
}

function valueProblem(type: string, value: DiscountForm['value']): string | null {
  if (type === 'free_shipping') return null;
  if (value === undefined) return 'Falta este dato';
  if (value === null || !Number.isFinite(value)) return 'El valor es obligatorio';
  if (value < 1) return 'El valor mínimo es 1';
  if (type === 'percentage') {
    if (value > 100) return 'El porcentaje máximo es 100';
    return Number.isInteger(value) ? null : 'El porcentaje debe ser un número entero';
  }
  if (value > MAX_AMOUNT) return `El monto máximo es ${formatPesos(MAX_AMOUNT)}`;
  const cents = value * 100;
  const isStep = Math.abs(cents - Math.round(cents)) < 1e-4;
  return isStep ? null : 'El monto acepta hasta dos decimales';
}

function usesProblem(multipleUse: boolean, maxUses: number | null): string | null {
  if (maxUses === null) return null;
  if (!multipleUse) return 'El máximo de usos es solo para códigos de uso múltiple';
  if (!Number.isInteger(maxUses)) return 'El máximo de usos debe ser un número entero';
  if (maxUses < 1) return 'El máximo de usos debe ser 1 o más';
  return maxUses > MAX_USES_LIMIT
    ? `El máximo de usos es hasta ${formatWhole(MAX_USES_LIMIT)}`
    : null;
}

function minimumProblem(minOrderTotal: number | null): string | null {
  if (minOrderTotal === null) return null;
  if (!Number.isInteger(minOrderTotal)) return WRONG_MINIMUM;
  if (minOrderTotal < 1) return 'El mínimo de compra debe ser $1 o más';
  return minOrderTotal > MAX_AMOUNT
    ? `El mínimo de compra es hasta ${formatPesos(MAX_AMOUNT)}`
    : null;
}

function startProblem(startsAt: number | null): string | null {
  return startsAt === null || isWritable(startsAt) ? null : WRONG_DATE;
}

/** ISO 8601 writes a year after 9999 with six digits. */
function isWritable(time: number): boolean {
  return time >= 0 && time < Date.UTC(10_000, 0);
}

type Period = { startsAt: number | null; expiresAt: number | null; now: number };

function expiryProblem({ startsAt, expiresAt, now }: Period): string | null {
  if (expiresAt === null) return null;
  if (!isWritable(expiresAt)) return WRONG_DATE;
  if (expiresAt < now - CLOCK_SLACK_MS) return 'La fecha de expiración ya pasó';
  const isOver = startsAt !== null && expiresAt <= startsAt;
  return isOver ? 'La fecha de expiración debe ser posterior al inicio' : null;
}
