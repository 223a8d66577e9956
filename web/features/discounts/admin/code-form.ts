import { createDiscountBody, type SentDiscountBody } from '#contract/discounts-admin.ts';
import { problemsOf } from '#contract/rules.ts';
import { fromLocalTime } from '#domain/dates.ts';
import type { DiscountFormField } from '#domain/discount-form.ts';
import { type DiscountType, MAX_CODE_LENGTH, normalizeCode } from '#domain/discounts.ts';

export type CodeForm = {
  code: string;
  name: string;
  type: DiscountType;
  value: string;
  multipleUse: boolean;
  maxUses: string;
  oncePerBuyer: boolean;
  minOrderTotal: string;
  /** Both are a wall clock's time in Chile, such as `2026-03-09T18:30`. */
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
  startsAt: '',
  expiresAt: '',
};

/** Applies what follows from an edit: upper case, no value of another type, no limits of one use. */
export function editForm(form: CodeForm, edit: Partial<CodeForm>): CodeForm {
  const next = { ...form, ...edit };
  const code = next.code.toUpperCase().slice(0, MAX_CODE_LENGTH);
  const value = next.type === form.type ? next.value : '';
  const limits = next.multipleUse ? {} : { maxUses: '', oncePerBuyer: false };
  return { ...next, code, value, ...limits };
}

const toNumber = (text: string) => (text.trim() === '' ? null : Number(text.replace(',', '.')));

/** Whole pesos may be typed with their dots, as in `10.000`. */
const toPesos = (text: string) => toNumber(text.replace(/\.(?=\d{3}(?:\D|$))/g, ''));

/** Returns ISO 8601 in UTC; null without one, and what is no time as it was typed. */
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
    value: form.type === 'free_shipping' ? undefined : (toNumber(form.value) ?? Number.NaN),
    multipleUse: form.multipleUse,
    maxUses: toNumber(form.maxUses),
    oncePerBuyer: form.oncePerBuyer,
    minOrderTotal: toPesos(form.minOrderTotal),
    startsAt: toMoment(form.startsAt),
    expiresAt: toMoment(form.expiresAt),
  };
}

export type FieldTexts = Readonly<Partial<Record<DiscountFormField, string>>>;

/** Returns what the shop would say of the form, by field; `now` in milliseconds since 1970. */
export function checkForm(form: CodeForm, now: number): FieldTexts {
  return problemsOf(createDiscountBody({ now }), toBody(form));
}
