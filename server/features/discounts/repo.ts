import { type Insertable, type Selectable, sql } from 'kysely';
import type { DiscountStats } from '#contract/discounts/discounts-admin.ts';
import { type Discount, type DiscountTerms, normalizeCode } from '#domain/discounts/discounts.ts';
import type { Database } from '#server/db/database.ts';
import type { Flag, Queries, Schema, Tx } from '#server/db/types.ts';

const HUNDREDTHS = 100;

export type CodeRow = Selectable<Schema['discount_codes']>;

export type StoredDiscount = { discount: Discount; terms: DiscountTerms };

/**
 * Returns the discount of the code as it was sent, or else of the code without spaces, for users
 * who type `VERANO 10`.
 */
export async function findDiscount(
  db: Queries,
  rawCode: string,
): Promise<StoredDiscount | undefined> {
  const code = normalizeCode(rawCode);
  const whole = code.replaceAll(/\s/g, '');
  return (
    (await selectDiscount(db, code)) ?? (whole === code ? undefined : selectDiscount(db, whole))
  );
}

async function selectDiscount(db: Queries, code: string): Promise<StoredDiscount | undefined> {
  const row = await db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirst();
  return row && toDiscount(row);
}

export function allCodes(db: Queries): Promise<CodeRow[]> {
  return db
    .selectFrom('discount_codes')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('code')
    .execute();
}

/** Returns null when the code exists already. */
export async function insertCode(
  tx: Tx,
  code: Insertable<Schema['discount_codes']>,
): Promise<CodeRow | null> {
  const row = await tx
    .insertInto('discount_codes')
    .values(code)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Toggles whether a code is active. @returns null when there is no such code */
export async function flipCode(tx: Tx, code: string): Promise<CodeRow | null> {
  const row = await tx
    .updateTable('discount_codes')
    .set({ is_active: sql<Flag>`1 - is_active` })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Locks the code until the transaction ends, so that no order adds or releases a use meanwhile. */
export async function lockCode({ lockRows }: Database, tx: Tx, code: string): Promise<boolean> {
  const row = await lockRows(
    tx.selectFrom('discount_codes').select('code').where('code', '=', code),
  ).executeTakeFirst();
  return row !== undefined;
}

/** Returns whether any order has the code, even a cancelled or deleted one: it may be reopened. */
export async function isCarried(tx: Tx, code: string): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select('id')
    .where('discount_code', '=', code)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

export async function deleteCode(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('discount_codes').where('code', '=', code).execute();
}

export function toDiscount(row: CodeRow): StoredDiscount {
  const products = row.products === null ? {} : { products: row.products.split(' ') };
  return {
    discount: {
      code: row.code,
      type: row.type,
      value: row.value_hundredths / HUNDREDTHS,
      name: row.name,
      ...(row.min_order_total === null ? {} : { minOrderTotal: row.min_order_total }),
      ...(row.once_per_buyer === 1 ? { oncePerBuyer: true } : {}),
      ...products,
    },
    terms: {
      multipleUse: row.multiple_use === 1,
      maxUses: row.max_uses,
      currentUses: row.current_uses,
      isActive: row.is_active === 1,
      startsAt: row.starts_at,
      expiresAt: row.expires_at,
      minOrderTotal: row.min_order_total,
      oncePerBuyer: row.once_per_buyer === 1,
      ...products,
    },
  };
}

/** @param now milliseconds since 1970 */
export async function countCodes(db: Queries, now: number): Promise<DiscountStats> {
  const codes = await allCodes(db);
  const count = (matches: (code: CodeRow) => boolean) => codes.filter(matches).length;
  const limitOf = ({ multiple_use, max_uses }: CodeRow) =>
    multiple_use === 0 ? 1 : (max_uses ?? Number.POSITIVE_INFINITY);
  return {
    totalCodes: codes.length,
    activeCodes: count(({ is_active }) => is_active === 1),
    inactiveCodes: count(({ is_active }) => is_active === 0),
    expiredCodes: count(({ expires_at }) => expires_at !== null && expires_at <= now),
    usedUpCodes: count((code) => code.current_uses >= limitOf(code)),
    totalUses: codes.reduce((sum, { current_uses }) => sum + current_uses, 0),
  };
}
