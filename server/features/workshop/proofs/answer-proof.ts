import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { changeOrder } from '../../orders/change-order.ts';
import { findProof } from '../../orders/proofs.ts';
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
