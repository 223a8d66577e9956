import { isUnderWay } from '#domain/orders.ts';
import { proofExpiry, REMIND_AFTER_MS } from '#domain/proofs.ts';
import { findAudit } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import type { ProofAnswer, ProofNews } from '#server/features/mail/order-source.ts';
import { presentOrder } from '#server/features/orders/present-order.ts';
import { findProof } from '#server/features/orders/proofs.ts';
import { findLiveOrder, findOrders } from '#server/features/orders/repo.ts';
import { findFlaw } from './find-asked.ts';
import { proofUrl } from './proof-link.ts';
import { findUnanswered, markReminded } from './repo.ts';

/** @returns what a mail asks the buyer; null when there is nothing to ask any more */
export async function readProofNews(
  context: Context,
  orderId: string,
  proofId: string,
): Promise<ProofNews | null> {
  const { queries } = context.db;
  const stored = await findLiveOrder(queries, orderId);
  const proof = await findProof(queries, proofId);
  if (!stored || proof?.state !== 'open' || findFlaw(context, stored.order, proof)) return null;
  return {
    order: presentOrder(stored),
    isBuyerVerified: stored.order.buyer_verified === 1,
    url: proofUrl(context, proofId),
    expiresAt: proofExpiry(proof.sent_at ?? 0),
  };
}

/** @returns what a buyer answered; null when the order is gone */
export async function readProofAnswer(
  { db }: Context,
  orderId: string,
  changeId: string,
): Promise<ProofAnswer | null> {
  const stored = await findLiveOrder(db.queries, orderId);
  const entry = await findAudit(db.queries, changeId);
  if (!stored || !entry) return null;
  const answer = entry.changes.find(({ field }) => field === 'proof');
  return {
    order: presentOrder(stored),
    isApproved: answer?.to === 'approved',
    words: entry.reason,
  };
}

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
