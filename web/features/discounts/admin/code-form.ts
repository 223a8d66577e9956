import type { CreateDiscountBody } from '#contract/discounts-admin.ts';
import { fromLocalTime } from '#domain/dates.ts';
import {
  type DiscountFormField,
  type DiscountFormProblem,
  validateDiscountForm,
} from '#domain/discount-form.ts';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts.ts';

/** The form for a new code as it is typed. */
export type CodeForm = {
  code: string;
  name: string;
  type: 'percentage' | 'fixed';
  value: string;
  multipleUse: boolean;
  maxUses: string;
  /** A wall clock's time in Chile, such as `2026-03-09T18:30`. */
  expiresAt: string;
};

export const newCode: CodeForm = {
  code: '',
  name: '',
  type: 'percentage',
  value: '',
  multipleUse: true,
  maxUses: '',
  expiresAt: '',
};

/** Applies what follows from an edit: upper case, no value of another type, no limit of one use. */
export function editForm(form: CodeForm, edit: Partial<CodeForm>): CodeForm {
  const next = { ...form, ...edit };
  const code = next.code.toUpperCase().slice(0, MAX_CODE_LENGTH);
  const value = next.type === form.type ? next.value : '';
  return { ...next, code, value, maxUses: next.multipleUse ? next.maxUses : '' };
}

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')));

/** @returns milliseconds since 1970; null without one, NaN for what is no time */
const toExpiry = (text: string) => (text === '' ? null : fromLocalTime(text));

/** @param now milliseconds since 1970 */
export function checkForm(form: CodeForm, now: number): DiscountFormProblem[] {
  return validateDiscountForm(
    {
      ...form,
      value: toNumber(form.value),
      maxUses: toNumber(form.maxUses),
      expiresAt: toExpiry(form.expiresAt),
    },
    now,
  );
}

/** The body of a form without problems. */
export function toBody(form: CodeForm): CreateDiscountBody {
  const expiry = toExpiry(form.expiresAt);
  return {
    code: normalizeCode(form.code),
    name: form.name.trim(),
    type: form.type,
    value: toNumber(form.value) ?? 0,
    multipleUse: form.multipleUse,
    maxUses: toNumber(form.maxUses),
    expiresAt: expiry === null ? null : new Date(expiry).toISOString(),
  };
}

export type FieldTexts = Partial<Record<DiscountFormField, string>>;

export function toTexts(problems: readonly DiscountFormProblem[]): FieldTexts {
  return Object.fromEntries(problems.map(({ field, message }) => [field, message]));
}
