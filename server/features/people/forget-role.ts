import { writeAudit } from '../../audit/write-audit.ts';
import type { Tx } from '../../db/types.ts';

/**
 * Makes an admin by role a user, in the transaction of what makes that right: the shop does so by
 * itself, also with the last admin.
 */
export async function forgetRole(tx: Tx, uid: string, now: number): Promise<void> {
  const former = await tx
    .updateTable('people')
    .set({ role: 'user' })
    .where('uid', '=', uid)
    .where('role', '=', 'admin')
    .returning('uid')
    .executeTakeFirst();
  if (!former) return;
  const changes = [{ field: 'role', from: 'admin', to: 'user' }];
  const entry = { by: null, entity: 'user', entityId: uid, action: 'role_changed' } as const;
  await writeAudit(tx, { ...entry, changes }, now);
}
