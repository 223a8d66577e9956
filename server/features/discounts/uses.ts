import type { ExpressionBuilder } from 'kysely';
import { discountProblemMessages } from '#contract/messages.ts';
import { type Discount, discountProblem, normalizeCode } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import type { Write } from '../../db/engine.ts';
import type { Schema, Tx } from '../../db/types.ts';
import { findDiscount, toDiscount } from './repo.ts';

/**
 * Takes one use of a code for an order, within the order's transaction.
 * @throws ShopError `discount_unavailable`, saying why
 */
export async function redeemDiscount(
  tx: Tx,
  { rawCode, now }: { rawCode: string; now: number },
): Promise<Discount> {
  const code = normalizeCode(rawCode);
  const discount = await takeUse(tx, code, now);
  if (discount) return discount;
  const stored = await findDiscount(tx, code);
  const problem = discountProblem(stored?.terms, now) ?? 'used_up';
  throw new ShopError('discount_unavailable', { message: discountProblemMessages[problem] });
}

/**
 * Takes one use of a code, in the statement that checks that there is one left.
 * @returns null when the code cannot be used at `now` (milliseconds since 1970)
 */
async function takeUse(tx: Tx, code: string, now: number): Promise<Discount | null> {
  const row = await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '+', 1) }))
    .where('code', '=', code)
    .where('is_active', '=', 1)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where(hasUseLeft)
    .returningAll()
    .executeTakeFirst();
  return row ? toDiscount(row).discount : null;
}

/** Returns what notes that an order has taken a use. */
export function insertRedemption(tx: Tx, orderId: string, code: string): Write {
  return tx.insertInto('discount_redemptions').values({ order_id: orderId, code });
}

/**
 * Takes a use again for an order that was given its discount before: whether the code has run out
 * or was switched off since does not matter, whether there is a use left does.
 * @returns false when no use is left
 */
export async function retakeUse(tx: Tx, orderId: string, code: string): Promise<boolean> {
  const taken = await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '+', 1) }))
    .where('code', '=', code)
    .where(hasUseLeft)
    .returning('code')
    .executeTakeFirst();
  if (taken) await insertRedemption(tx, orderId, code).execute();
  return taken !== undefined;
}

/** Gives an order's use back; without one nothing happens. */
export async function giveUseBack(tx: Tx, orderId: string): Promise<void> {
  const given = await tx
    .deleteFrom('discount_redemptions')
    .where('order_id', '=', orderId)
    .returning('code')
    .executeTakeFirst();
  if (!given) return;
  await tx
    .updateTable('discount_codes')
    .set(({ eb }) => ({ current_uses: eb('current_uses', '-', 1) }))
    .where('code', '=', given.code)
    .execute();
}

function hasUseLeft({ eb, or, and }: ExpressionBuilder<Schema, 'discount_codes'>) {
  return or([
    and([eb('multiple_use', '=', 0), eb('current_uses', '<', 1)]),
    and([eb('multiple_use', '=', 1), eb('max_uses', 'is', null)]),
    and([eb('multiple_use', '=', 1), eb('current_uses', '<', eb.ref('max_uses'))]),
  ]);
}
