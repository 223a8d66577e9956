import type { DiscountStats } from '#contract/discounts-admin.ts';
import type { Queries } from '../../db/types.ts';
import { allCodes, type CodeRow } from './repo.ts';

/** @param now milliseconds since 1970 */
export async function countCodes(db: Queries, now: number): Promise<DiscountStats> {
  const codes = await allCodes(db);
  const count = (holds: (code: CodeRow) => boolean) => codes.filter(holds).length;
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
