import { isUnderWay } from '#domain/orders.ts';
import { proofExpiry, REMIND_AFTER_MS } from '#domain/proofs.ts';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { findOrders } from '../../orders/repo.ts';
import { findUnanswered, markReminded } from './repo.ts';

/** Reminds buyers, once, who have not answered for days. @returns how many were written to */
export async function remindProofs(context: Context): Promise<number> {
  const { db, clock, config, jobNotifier } = context;
  if (config.proof === 'off') return 0;
  const now = clock();
  const proofs = await findUnanswered(db.queries, {
    after: now - proofExpiry(0),
    until: now - REMIND_AFTER_MS,
  });
  const orders = await findOrders(
    db.queries,
    proofs.map(({ order_id }) => order_id),
  );
  const live = new Set(
    orders
      .filter(({ order }) => order.deleted_at === null && isUnderWay(order.status))
      .map(({ order }) => order.id),
  );
  let count = 0;
  for (const { id, order_id } of proofs.filter((proof) => live.has(proof.order_id))) {
    await db.transaction(async (tx) => {
      if (!(await markReminded(tx, id, now))) return;
      await enqueueMail(tx, { kind: 'proof_reminder', orderId: order_id, proofId: id }, now);
      count += 1;
    });
  }
  jobNotifier.notify();
  return count;
}
