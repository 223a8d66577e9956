import type { FastifyInstance } from 'fastify';
import type { AuditChange } from '#contract/base/audit.ts';
import { codeLink } from '#contract/discounts/code-link.ts';
import type { DiscountCode } from '#contract/discounts/discounts-admin.ts';
import * as calls from '#contract/discounts/discounts-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import {
  type DiscountForm,
  toDiscountType,
  valueInHundredths,
} from '#domain/discounts/discount-form.ts';
import { normalizeCode } from '#domain/discounts/discounts.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { serve, succeed } from '#server/http/route.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import {
  allCodes,
  type CodeRow,
  countCodes,
  deleteCode,
  flipCode,
  insertCode,
  isCarried,
  lockCode,
} from './repo.ts';

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
