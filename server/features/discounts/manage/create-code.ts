import type { DiscountCode } from '#contract/discounts-admin.ts';
import { type DiscountForm, toDiscountType, valueInHundredths } from '#domain/discount-form.ts';
import { normalizeCode } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { insertCode } from '../repo.ts';
import { presentCode } from './present-code.ts';

/** What the audit trail tells of a new code. */
const TOLD = [
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

/** Makes a code from a form that keeps the rules. @throws ShopError `discount_exists` */
export async function createCode(
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
      current_uses: 0,
      is_active: 1,
      starts_at: form.startsAt,
      expires_at: form.expiresAt,
      created_at: now,
    });
    if (!made) throw new ShopError('discount_exists');
    const shown = presentCode(made, publicUrl);
    const changes = TOLD.map((field) => ({ field, from: null, to: shown[field] }));
    const entry = { by, entity: 'discount', entityId: made.code, action: 'created' } as const;
    await writeAudit(tx, { ...entry, changes }, now);
    return made;
  });
  return presentCode(row, publicUrl);
}
