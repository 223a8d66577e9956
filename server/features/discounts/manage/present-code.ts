import { codeLink } from '#contract/code-link.ts';
import type { DiscountCode } from '#contract/discounts-admin.ts';
import type { CodeRow } from '../repo.ts';

export function presentCode(row: CodeRow, publicUrl: string): DiscountCode {
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
    isActive: row.is_active === 1,
    startsAt: toIso(row.starts_at),
    expiresAt: toIso(row.expires_at),
  };
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
