import { ShopError } from '#domain/errors.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Context } from '../../../context.ts';
import { deleteCode, isCarried, lockCode } from '../repo.ts';

/** Removes a code that no order carries. @throws ShopError `not_found`, `discount_in_use` */
export async function removeCode({ db, clock }: Context, by: string, code: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockCode(db, tx, code))) throw new ShopError('not_found');
    if (await isCarried(tx, code)) throw new ShopError('discount_in_use');
    await deleteCode(tx, code);
    const entry = { by, entity: 'discount', entityId: code, action: 'deleted' } as const;
    await writeAudit(tx, { ...entry, changes: [] }, clock());
  });
}
