import * as z from 'zod/mini';
import { adminRoute } from '#contract/base/admin-route.ts';
import {
  copiedCode,
  formLine,
  jsonObject,
  list,
  mustBe,
  success,
  usual,
} from '#contract/base/fields.ts';
import { applyRules } from '#contract/base/rules.ts';
import { productId } from '#contract/pins/pins.ts';
import { fromLocalTime } from '#domain/base/dates.ts';
import {
  DISCOUNT_FIELDS,
  type DiscountForm,
  validateDiscountForm,
  WRONG_MINIMUM,
} from '#domain/discounts/discount-form.ts';
import { MAX_CODE_NAME_LENGTH } from '#domain/discounts/discounts.ts';
import { MAX_PRODUCTS } from '#domain/pins/products.ts';
import { discount } from './discounts.ts';

/** A code as admins see it; `id` is the code itself. */
export const discountCode = z.object({
  id: z.string(),
  ...discount.shape,
  /** In pesos; null: none. */
  minOrderTotal: z.nullable(z.number()),
  oncePerBuyer: z.boolean(),
  multipleUse: z.boolean(),
  /** Null: no limit (one use when `multipleUse` is false). */
  maxUses: z.nullable(z.number()),
  link: z.string(),
  /** Orders with the code that are neither cancelled nor deleted. */
  currentUses: z.number(),
  /** Total of those orders, shipping included, in pesos. */
  revenue: z.number(),
  isActive: z.boolean(),
  /** ISO 8601 in UTC; null: valid immediately. */
  startsAt: z.nullable(z.string()),
  /** ISO 8601 in UTC; null: never. */
  expiresAt: z.nullable(z.string()),
});
export type DiscountCode = z.infer<typeof discountCode>;

const yesOrNo = { error: mustBe('verdadero o falso') };

/** A form sends NaN for an empty number field. */
const numberError = (said: string) => ({
  error: (issue: { input?: unknown }) =>
    Number.isNaN(issue.input) ? said : mustBe('un número')(issue),
});
const numberOf = (said: string) => z.number(numberError(said));

/** Forms send an empty text for no number. */
const optionalNumber = (said: string) =>
  z.pipe(
    z.nullish(z.union([z.number(), z.literal('')], numberError(said))),
    z.transform((sent: number | '' | null | undefined) => (sent === '' ? null : (sent ?? null))),
  );

const zoned = /(?:Z|[+-]\d{2}:\d{2})$/;

const wrongTime = { error: 'La fecha no es válida' };
/**
 * ISO 8601; without a time zone it is local time in Chile, as date and time fields send it. Output:
 * milliseconds since 1970, null for an empty text.
 */
const moment = () =>
  z.pipe(
    z.nullish(
      z.union(
        [z.literal(''), z.iso.datetime({ offset: true, local: true, ...wrongTime })],
        wrongTime,
      ),
    ),
    z.transform((time: string | null | undefined) => {
      if (!time) return null;
      return zoned.test(time) ? Date.parse(time) : fromLocalTime(time);
    }),
  );

const discountFields = {
  code: usual(copiedCode(200), ''),
  name: formLine(MAX_CODE_NAME_LENGTH),
  type: z.string({ error: mustBe('un texto') }),
  value: z.optional(numberOf('El valor es obligatorio')),
  multipleUse: usual(z.boolean(yesOrNo), true),
  maxUses: optionalNumber('El máximo de usos debe ser un número entero'),
  oncePerBuyer: usual(z.boolean(yesOrNo), false),
  minOrderTotal: optionalNumber(WRONG_MINIMUM),
  products: usual(
    list(productId, MAX_PRODUCTS, {
      expected: 'una lista de productos',
      tooMany: `Se aceptan hasta ${MAX_PRODUCTS} productos`,
    }),
    [],
  ),
  startsAt: moment(),
  expiresAt: moment(),
} satisfies { [Field in keyof DiscountForm]: z.ZodMiniType<DiscountForm[Field]> };

/** The rules are `validateDiscountForm` of the domain; the browser's form uses this schema too. */
export const createDiscountBody = ({ now }: { now: number }) =>
  jsonObject(discountFields).check(
    applyRules<Partial<DiscountForm>>(DISCOUNT_FIELDS, (known) => validateDiscountForm(known, now)),
  );
export type SentDiscountBody = z.input<ReturnType<typeof createDiscountBody>>;

export const discountStats = z.object({
  totalCodes: z.number(),
  /** Active, even if expired or used up. */
  activeCodes: z.number(),
  inactiveCodes: z.number(),
  expiredCodes: z.number(),
  usedUpCodes: z.number(),
  totalUses: z.number(),
});
export type DiscountStats = z.infer<typeof discountStats>;

const discountCodes = success({ discountCodes: z.array(discountCode) });
const changed = success({ message: z.string(), discountCode });

/** All these paths also work without the trailing slash. */
export const listDiscounts = adminRoute('GET', '/admin/discounts/', {
  summary: 'All codes, the latest first',
  answer: discountCodes,
});

/** 409 `discount_exists`: the code already exists. */
export const createDiscount = adminRoute('POST', '/admin/discounts/', {
  summary: 'Creates a code',
  body: createDiscountBody,
  status: 201,
  answer: changed,
});

export const readDiscountStats = adminRoute('GET', '/admin/discounts/stats', {
  summary: 'How many codes there are, and how often they were used',
  answer: success({ stats: discountStats }),
});

export const toggleDiscount = adminRoute('PATCH', '/admin/discounts/{id}/toggle', {
  summary: 'Activates or deactivates a code',
  answer: changed,
});

/** 409 `discount_in_use`: an order uses it; deactivate it instead. */
export const deleteDiscount = adminRoute('DELETE', '/admin/discounts/{id}', {
  summary: 'Deletes a code that no order uses',
  answer: success({ message: z.string() }),
});
