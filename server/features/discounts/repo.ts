import type { Selectable } from 'kysely';
import type { Discount, DiscountTerms } from '#domain/discounts.ts';
import type { DiscountCodesTable, Queries, Tx } from '../../db/types.ts';

const HUNDREDTHS = 100;

/** A stored code: what it gives and whether it may be used. */
export type StoredDiscount = { discount: Discount; terms: DiscountTerms };

/** @param code in upper case */
export async function findDiscount(db: Queries, code: string): Promise<StoredDiscount | undefined> {
  const row = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst();
  return row && toDiscount(row);
}

/**
 * Takes one use of a code, in the statement that checks that there is one left.
 * @returns null when the code cannot be used at `now` (milliseconds since 1970)
 */
export async function takeUse(tx: Tx, code: string, now: number): Promise<Discount | null> {
  const row = await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '+', 1) }))
    .where('code', '=', code)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(({ eb, or, and }) =>
      or([
        and([eb('multiple_use', '=', 0), eb('current_uses', '<', 1)]),
        and([eb('multiple_use', '=', 1), eb('max_uses', 'is', null)]),
        and([eb('multiple_use', '=', 1), eb('current_uses', '<', eb.ref('max_uses'))]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row ? toDiscount(row).discount : null;
}

export async function insertRedemption(tx: Tx, orderId: string, code: string): Promise<void> {
  await tx.insertInto('discount_redemptions').values({ order_id: orderId, code }).execute();
}

function toDiscount(row: Selectable<DiscountCodesTable>): StoredDiscount {
  return {
    discount: {
      code: row.code,
      type: row.type,
      value: row.value_hundredths / HUNDREDTHS,
      name: row.name,
    },
    terms: {
      multipleUse: row.multiple_use === 1,
      maxUses: row.max_uses,
      currentUses: row.current_uses,
      isActive: row.is_active === 1,
      expiresAt: row.expires_at,
    },
  };
}
