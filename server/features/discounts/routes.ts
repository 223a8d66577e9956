import type { FastifyInstance } from 'fastify';
import type { AuditChange } from '#contract/base/audit.ts';
import { codeLink } from '#contract/discounts/code-link.ts';
import { describeDiscountProblem } from '#contract/discounts/discount-messages.ts';
import { applyDiscount, validateDiscount } from '#contract/discounts/discounts.ts';
import type { DiscountCode } from '#contract/discounts/discounts-admin.ts';
import * as calls from '#contract/discounts/discounts-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import {
  type DiscountForm,
  toDiscountType,
  valueInHundredths,
} from '#domain/discounts/discount-form.ts';
import {
  type Discount,
  discountAmount,
  discountProblem,
  isForProduct,
  missingAmount,
  normalizeCode,
} from '#domain/discounts/discounts.ts';
import { sumLines } from '#domain/orders/pricing.ts';
import type { Buyer } from '#domain/people/buyer.ts';
import { choosePins, type PricedChoice, priceLines } from '#domain/pins/choice.ts';
import { pinsOf } from '#domain/settings/settings.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import {
  allCodes,
  type CodeRow,
  countCodes,
  deleteCode,
  findDiscount,
  flipCode,
  insertCode,
  isCarried,
  lockCode,
} from './repo.ts';
import { codeBuyer, hasUsedCode } from './uses.ts';

export function discountRoutes(app: FastifyInstance, context: Context): void {
  const guessing = limitRate(context, { name: 'discount', points: 600, seconds: 600 });

  serve(app, validateDiscount, ({ body, buyer }) => checkDiscount(context, { ...body, buyer }), {
    onRequest: [guessing],
  });

  serve(
    app,
    applyDiscount,
    async ({ body, buyer }) => {
      const checked = await checkDiscount(context, { ...body, buyer });
      if (!checked.success) return checked;
      const pinsTotal = await reducedTotal(context, body, checked.discount);
      // The client's total and its list of pictures may contradict each other.
      const reduction = Math.min(body.orderTotal, discountAmount(pinsTotal, checked.discount));
      return {
        ...checked,
        discountAmount: reduction,
        subtotalAfterDiscount: body.orderTotal - reduction,
      };
    },
    { onRequest: [guessing] },
  );
}

type CheckedDiscount =
  | { success: true; discount: Discount }
  | { success: false; message: string; missingAmount?: number };

/** A code to check; the price of the pins before shipping in pesos. */
type CodeCheck = Pins & { code: string; buyer: Buyer };

/** The pins' price in pesos, and the items when the client sends them. */
type Pins = { orderTotal: number; images?: readonly PricedChoice[] | undefined };

/** Returns the price of the pins that the code applies to, in pesos. */
async function reducedTotal(
  { settings }: Context,
  { orderTotal, images }: Pins,
  discount: Discount,
): Promise<number> {
  if (!discount.products || !images) return orderTotal;
  const lines = priceLines(choosePins(images, pinsOf((await settings.current()).settings)));
  return sumLines(lines.filter(({ pin }) => isForProduct(discount, pin.id)));
}

/**
 * Returns whether a code can be used now, without using it. Whether a guest has used it is checked
 * only by the order: here a client could check another person's e-mail.
 */
export async function checkDiscount(
  { db, clock, settings }: Context,
  { code, orderTotal, images, buyer }: CodeCheck,
): Promise<CheckedDiscount> {
  const stored = await findDiscount(db.queries, code);
  const isPerBuyer = stored?.terms.oncePerBuyer === true && buyer !== null;
  const hasUsed =
    isPerBuyer && (await hasUsedCode(db.queries, stored.discount.code, codeBuyer(buyer, null)));
  const products =
    stored?.terms.products && images
      ? choosePins(images, pinsOf((await settings.current()).settings)).map(({ pin }) => pin.id)
      : undefined;
  const use = { now: clock(), orderTotal, hasUsed, products };
  const problem = discountProblem(stored?.terms, use);
  if (stored && !problem) return { success: true, discount: stored.discount };
  const message = describeDiscountProblem(problem ?? 'unknown', { ...stored?.terms, orderTotal });
  return stored && problem === 'below_minimum'
    ? { success: false, message, missingAmount: missingAmount(stored.terms, orderTotal) }
    : { success: false, message };
}

export function discountAdminRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  serve(app, calls.listDiscounts, async () => {
    const codes = await allCodes(db.queries);
    return succeed({ discountCodes: codes.map((code) => presentCode(code, context.publicUrl)) });
  });

  serve(app, calls.createDiscount, async ({ body, buyer }) => {
    const discountCode = await createCode(context, buyer.uid, body);
    return succeed({ message: `Código "${discountCode.code}" creado`, discountCode });
  });

  serve(app, calls.readDiscountStats, async () =>
    succeed({ stats: await countCodes(db.queries, context.clock()) }),
  );

  serve(app, calls.toggleDiscount, async ({ params, buyer }) => {
    const discountCode = await toggleCode(context, buyer.uid, normalizeCode(params.id));
    const state = discountCode.isActive ? 'activado' : 'desactivado';
    return succeed({ message: `Código "${discountCode.code}" ${state}`, discountCode });
  });

  serve(app, calls.deleteDiscount, async ({ params, buyer }) => {
    const code = normalizeCode(params.id);
    await removeCode(context, buyer.uid, code);
    return succeed({ message: `Código "${code}" eliminado` });
  });
}

/** Fields of a new code in the audit log. */
const AUDITED_FIELDS = [
  'name',
  'type',
  'value',
  'multipleUse',
  'maxUses',
  'oncePerBuyer',
  'minOrderTotal',
  'isActive',
  'startsAt',
  'expiresAt',
] as const;

/** Creates a code from a valid form. @throws ShopError `discount_exists` */
async function createCode(
  { db, clock, publicUrl }: Context,
  by: string,
  form: DiscountForm,
): Promise<DiscountCode> {
  const now = clock();
  const type = toDiscountType(form.type) ?? 'fixed';
  const row = await db.transaction(async (tx) => {
    const made = await insertCode(tx, {
      code: normalizeCode(form.code),
      name: form.name.trim(),
      type,
      value_hundredths: type === 'free_shipping' ? 0 : valueInHundredths(form.value ?? 0),
      multiple_use: form.multipleUse ? 1 : 0,
      max_uses: form.maxUses,
      once_per_buyer: form.oncePerBuyer ? 1 : 0,
      min_order_total: form.minOrderTotal,
      products: form.products.length === 0 ? null : [...new Set(form.products)].join(' '),
      current_uses: 0,
      is_active: 1,
      starts_at: form.startsAt,
      expires_at: form.expiresAt,
      created_at: now,
    });
    if (!made) throw new ShopError('discount_exists');
    const shown = presentCode(made, publicUrl);
    const changes: AuditChange[] = [
      ...AUDITED_FIELDS.map((field) => ({ field, from: null, to: shown[field] })),
      ...(made.products === null ? [] : [{ field: 'products', from: null, to: made.products }]),
    ];
    const entry = { by, entity: 'discount', entityId: made.code, action: 'created' } as const;
    await writeAudit(tx, { ...entry, changes }, now);
    return made;
  });
  return presentCode(row, publicUrl);
}

/** Deletes a code that no order uses. @throws ShopError `not_found`, `discount_in_use` */
async function removeCode({ db, clock }: Context, by: string, code: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockCode(db, tx, code))) throw new ShopError('not_found');
    if (await isCarried(tx, code)) throw new ShopError('discount_in_use');
    await deleteCode(tx, code);
    await writeAudit(tx, { by, entity: 'discount', entityId: code, action: 'deleted' }, clock());
  });
}

/** @throws ShopError `not_found` */
function toggleCode(
  { db, clock, publicUrl }: Context,
  by: string,
  code: string,
): Promise<DiscountCode> {
  return db.transaction(async (tx) => {
    const row = await flipCode(tx, code);
    if (!row) throw new ShopError('not_found');
    const to = row.is_active === 1;
    const changes = [{ field: 'isActive', from: !to, to }];
    const entry = { by, entity: 'discount', entityId: code, action: 'toggled' } as const;
    await writeAudit(tx, { ...entry, changes }, clock());
    return presentCode(row, publicUrl);
  });
}

function presentCode(row: CodeRow, publicUrl: string): DiscountCode {
  return {
    id: row.code,
    code: row.code,
    link: codeLink(publicUrl, row.code),
    name: row.name,
    type: row.type,
    value: row.value_hundredths / 100,
    multipleUse: row.multiple_use === 1,
    maxUses: row.max_uses,
    currentUses: row.current_uses,
    revenue: row.revenue,
    oncePerBuyer: row.once_per_buyer === 1,
    minOrderTotal: row.min_order_total,
    ...(row.products === null ? {} : { products: row.products.split(' ') }),
    isActive: row.is_active === 1,
    startsAt: isoTime(row.starts_at),
    expiresAt: isoTime(row.expires_at),
  };
}
