import { proofExpiry } from '#domain/proofs.ts';
import type { Context } from '../../../context.ts';
import { readPinColumns, readPressColumns } from '../../orders/pin-columns.ts';
import { findLiveOrder } from '../../orders/repo.ts';
import { pictureUrls } from '../../uploads/urls.ts';
import { findByToken, refuseDeadLink } from './find-asked.ts';

/**
 * Returns what a mail's link asks about. It shows the order's pins of now, which are those of the
 * proof: a change would have made it void.
 * @throws ShopError `not_found`
 */
export async function viewProof(context: Context, token: string) {
  const proof = await findByToken(context, token);
  const stored = await findLiveOrder(context.db.queries, proof.order_id);
  refuseDeadLink(context, stored?.order ?? null, proof);
  return {
    orderId: proof.order_id,
    state: proof.state,
    expiresAt: new Date(proofExpiry(proof.sent_at ?? 0)).toISOString(),
    answeredAt: proof.answered_at === null ? null : new Date(proof.answered_at).toISOString(),
    items: (stored?.items ?? []).map((item) => ({
      ...pictureUrls(item.upload_id),
      ...readPinColumns(item),
      press: readPressColumns(item),
    })),
  };
}
