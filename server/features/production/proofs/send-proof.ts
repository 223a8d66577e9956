import type { AuditChange } from '#contract/base/audit.ts';
import type { BodyOf } from '#contract/base/route.ts';
import type {
  RecordApprovalBody,
  sendProof as sendProofCall,
} from '#contract/production/proofs.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order, OrderProof } from '#domain/orders/order.ts';
import { CHANNEL_LABELS, PROOF_STATES, type ProofState } from '#domain/production/proofs.ts';
import { auditOf } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder, refuseEnded } from '#server/features/orders/order.ts';
import {
  findLatestProof,
  freezePins,
  insertProof,
  removeLatestProof,
} from '#server/features/production/stored-proofs.ts';
import { newJobId } from '#server/lib/ids.ts';

/**
 * Mails the buyer a link to approve an order's current pins; it replaces an earlier proof.
 * @throws ShopError `proofs_off`, `order_ended`, `buyer_unreachable`, `not_found`, `order_changed`
 */
export function sendProof(
  context: Context,
  target: ChangeTarget,
  body: BodyOf<typeof sendProofCall>,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    refuseProof(context, order);
    if (!(order.owner.email ?? order.delivery.email)) throw new ShopError('buyer_unreachable');
    const now = context.clock();
    const { proof, hash } = await freezeProof(tx, { order, state: 'open', now, words: null });
    return {
      set: { proof },
      action: 'proof_sent',
      changes: proofChanges(order, 'open', hash),
      mails: [{ kind: 'proof_sent', proofId: proof.id }],
      canUndo: body?.canUndo,
    };
  });
}

/**
 * Withdraws the proof whose mail still waits; the one before it is valid again, if there was one.
 * @throws ShopError `proof_settled` when it has left, `not_found`, `order_changed`
 */
export function withdrawProof(context: Context, target: ChangeTarget): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    const waiting = { orderId: order.id, kinds: ['proof_sent'], now: context.clock() } as const;
    const withdrawn = await withdrawMails(tx, waiting);
    const proof = await findLatestProof(tx, order.id);
    if (withdrawn.length === 0 || proof?.state !== 'open') {
      throw new ShopError('proof_settled', { message: 'Esta prueba ya se envió' });
    }
    const sent = (await auditOf(tx, 'order', order.id)).findLast(
      ({ action }) => action === 'proof_sent',
    );
    const from = sent?.changes.find(({ field }) => field === 'proof')?.from;
    const state = PROOF_STATES.find((each) => each === from) ?? null;
    const before = await removeLatestProof(tx, proof, state);
    return {
      set: {
        proof: before &&
          state && {
            ...{ id: before.id, state, words: before.words },
            at: before.answered_at ?? before.sent_at ?? before.created_at,
          },
      },
      action: 'proof_withdrawn',
      changes: [{ field: 'proof', from: 'open', to: before && state }],
    };
  });
}

/**
 * Records that the buyer approved an order's current pins by telephone or chat. It replaces a proof
 * that was sent.
 * @throws ShopError `proofs_off`, `order_ended`, `not_found`, `order_changed`
 */
export function recordApproval(
  context: Context,
  target: ChangeTarget,
  { channel, givenBy }: RecordApprovalBody,
): Promise<Order> {
  return changeOrder(context, target, async (order, tx) => {
    refuseProof(context, order);
    const now = context.clock();
    const words = `Aprobado ${CHANNEL_LABELS[channel]}: ${givenBy ?? order.delivery.fullName}`;
    const { proof, hash } = await freezeProof(tx, { order, state: 'approved', now, words });
    return {
      set: { proof },
      action: 'proof_recorded',
      changes: proofChanges(order, 'approved', hash),
      reason: words,
    };
  });
}

/** Returns the audit changes of a proof: its state, its number of pins, and their hash. */
export function proofChanges({ proof, cost }: Order, to: ProofState, hash: string): AuditChange[] {
  return [
    { field: 'proof', from: proof?.state ?? null, to },
    { field: 'pins', to: cost.pins },
    { field: 'hash', to: hash },
  ];
}

function refuseProof({ config }: Context, order: Order): void {
  if (config.proof === 'off') throw new ShopError('proofs_off');
  refuseEnded(order);
  if (order.cost.pins === 0) throw new ShopError('order_incomplete');
}

type Frozen = { order: Order; state: 'open' | 'approved'; now: number; words: string | null };

async function freezeProof(
  tx: Tx,
  { order, state, now, words }: Frozen,
): Promise<{ proof: OrderProof; hash: string }> {
  const id = newJobId(now);
  const frozen = await freezePins(tx, order);
  const times =
    state === 'open' ? { sent_at: now, answered_at: null } : { sent_at: null, answered_at: now };
  const row = { id, order_id: order.id, state, state_at: now, created_at: now, words };
  await insertProof(tx, { ...row, reminded_at: null, ...times, ...frozen });
  return { proof: { id, state, at: now, words }, hash: frozen.hash };
}
