import type { DiscountCode } from '#contract/discounts-admin.ts';
import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { flipCode } from '../repo.ts';
import { presentCode } from './present-code.ts';

/** @throws ShopError `not_found` */
export function toggleCode(
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
