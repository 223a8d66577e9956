import type { AuditAction } from '#contract/audit.ts';
import { writeAudit } from '../../../audit/write-audit.ts';
import type { Tx } from '../../../db/types.ts';
import type { StoredOrder } from '../../orders/repo.ts';

type Note = {
  /** The admin's uid; null: the shop by itself. */
  by: string | null;
  sheetId: string;
  action: Extract<AuditAction, `sheet_${string}`>;
  orders: readonly StoredOrder[];
};

/** Names a press sheet in the history of each of its orders, which stay as they are. */
export async function noteSheet(
  tx: Tx,
  { by, sheetId, action, orders }: Note,
  now: number,
): Promise<void> {
  for (const { order } of orders) {
    const changes = [{ field: 'sheet', to: sheetId }];
    const note = { by, entity: 'order', entityId: order.id, action, changes } as const;
    await writeAudit(tx, { ...note, version: order.version }, now);
  }
}
