import { writeAudit } from '../../../audit/write-audit.ts';
import type { Tx } from '../../../db/types.ts';
import { deleteFactor } from './repo.ts';

/**
 * Takes an account's second factor away, in the transaction of what makes that right.
 * @param by who does it; null: the shop by itself, or its operator at the server
 * @returns false when there was none
 */
export async function forgetSecondFactor(
  tx: Tx,
  { uid, by, now }: { uid: string; by: string | null; now: number },
): Promise<boolean> {
  if (!(await deleteFactor(tx, uid))) return false;
  await writeAudit(
    tx,
    { by, entity: 'user', entityId: uid, action: 'second_factor_removed', changes: [] },
    now,
  );
  return true;
}
