import { readStatus } from '#domain/orders.ts';
import { findAudit } from '../../../audit/read-audit.ts';
import type { Context } from '../../../context.ts';
import type { StatusNews } from '../../mail/order-source.ts';
import { presentAdminOrder } from '../read/present-admin-order.ts';
import { findLiveOrder } from '../repo.ts';

/** What a new status tells its buyer; `changeId` is of the audit trail. Null: the order is gone. */
export async function readStatusNews(
  { db }: Context,
  orderId: string,
  changeId: string,
): Promise<StatusNews | null> {
  const stored = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, changeId);
  const status = readStatus(entry?.changes.find(({ field }) => field === 'status')?.to);
  if (!stored || !entry || !status) return null;
  return {
    order: presentAdminOrder(stored),
    status,
    reason: entry.reason,
    isBuyerVerified: stored.order.buyer_verified === 1,
  };
}
