import { ShopError } from '#domain/errors.ts';
import { proofExpiry } from '#domain/proofs.ts';
import type { Context } from '#server/context.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { changeOrder } from '#server/features/orders/change-order.ts';
import { readPinColumns, readPressColumns } from '#server/features/orders/pin-columns.ts';
import { findProof } from '#server/features/orders/proofs.ts';
import { findLiveOrder } from '#server/features/orders/repo.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { findByToken, refuseDeadLink } from './find-asked.ts';
import { updateLatestProof } from './repo.ts';
import { tellProof } from './send-proof.ts';

type Answer = { token: string; approved: boolean; words: string | null };

/**
 * Writes down a buyer's answer to a proof, which is the only one, and tells the shop. Read again
 * under the order's lock: an admin may just have changed it, or sent another proof.
 * @returns what became of the proof
 * @throws ShopError `not_found` when its link is dead, `proof_answered`
 */
export async function answerProof(
  context: Context,
  { token, approved, words }: Answer,
): Promise<'approved' | 'changes'> {
  const { id, order_id } = await findByToken(context, token);
  const state = approved ? 'approved' : 'changes';
  const target = { id: order_id, by: null, version: null };
  await changeOrder(context, target, async (order, tx) => {
    const proof = await findProof(tx, id);
    if (!proof) throw new ShopError('not_found');
    refuseDeadLink(context, order, proof);
    if (proof.state !== 'open') throw new ShopError('proof_answered');
    const now = context.clock();
    await updateLatestProof(tx, order.id, { state, answered_at: now });
    const { seller } = (await context.settings.read(tx)).settings;
    const hasReader = seller.email !== '';
    return {
      set: { proof_state: state, proof_at: now },
      action: 'proof_answered',
      changes: tellProof(order, state, proof.hash),
      reason: words,
      ...(hasReader
        ? {
            tell: (_, changeId) =>
              enqueueMail(tx, { kind: 'proof_answered', orderId: order.id, changeId }, now),
          }
        : {}),
    };
  });
  return state;
}

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
