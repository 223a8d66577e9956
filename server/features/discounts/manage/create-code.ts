import type { DiscountCode } from '#contract/discounts-admin.ts';
import { type DiscountForm, valueInHundredths } from '#domain/discount-form.ts';
import { normalizeCode } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { insertCode } from '../repo.ts';
import { presentCode } from './present-code.ts';

/**
 * Makes a code from a form that keeps the rules.
 * @throws ShopError `discount_exists`
 */
export async function createCode(
  { db, clock }: Context,
  by: string,
  form: DiscountForm,
): Promise<DiscountCode> {
  const now = clock();
  const row = await db.transaction(async (tx) => {
    const made = await insertCode(tx, {
      code: normalizeCode(form.code),
      name: form.name.trim(),
      type: form.type === 'percentage' ? 'percentage' : 'fixed',
      value_hundredths: valueInHundredths(form.value ?? 0),
      multiple_use: form.multipleUse ? 1 : 0,
      max_uses: form.maxUses,
      current_uses: 0,
      is_active: 1,
      expires_at: form.expiresAt,
      created_at: now,
    });
    if (!made) throw new ShopError('discount_exists');
    const { id: _, code: __, currentUses: ___, ...facts } = presentCode(made);
    const changes = Object.entries(facts).map(([field, to]) => ({ field, from: null, to }));
    const entry = { by, entity: 'discount', entityId: made.code, action: 'created' } as const;
    await writeAudit(tx, { ...entry, changes }, now);
    return made;
  });
  return presentCode(row);
}
