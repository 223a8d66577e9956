import { proofExpiry } from '#domain/proofs.ts';
import { findAudit } from '../../../audit/read-audit.ts';
import type { Context } from '../../../context.ts';
import type { ProofAnswer, ProofNews } from '../../mail/order-source.ts';
import { presentOrder } from '../../orders/present-order.ts';
import { findProof } from '../../orders/proofs.ts';
import { findLiveOrder } from '../../orders/repo.ts';
import { findFlaw } from './find-asked.ts';
import { proofUrl } from './proof-link.ts';

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
