import type { DiscountCode } from '#contract/discounts-admin.ts';
import type { CodeRow } from '../repo.ts';

/** A stored code in the shape that admins get. */
export function presentCode(row: CodeRow): DiscountCode {
  return {
    id: row.code,
    code: row.code,
    name: row.name,
    type: row.type,
    value: row.value_hundredths / 100,
    multipleUse: row.multiple_use === 1,
    maxUses: row.max_uses,
    currentUses: row.current_uses,
    isActive: row.is_active === 1,
    expiresAt: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
  };
}
