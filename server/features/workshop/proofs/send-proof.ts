import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import type { RecordApprovalBody, sendProof as sendProofCall } from '#contract/proofs.ts';
import type { BodyOf } from '#contract/route.ts';
import { ShopError } from '#domain/errors.ts';
import { isUnderWay } from '#domain/orders.ts';
import { CHANNEL_LABELS, PROOF_STATES, type ProofState } from '#domain/proofs.ts';
import { auditOf } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { withdrawMails } from '#server/features/mail/enqueue-mail.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/change-order.ts';
import { findLatestProof, freezePins } from '#server/features/orders/proofs.ts';
import type { OrderRow } from '#server/features/orders/repo.ts';
import { newJobId } from '#server/lib/ids.ts';
import { insertProof, removeLatestProof } from './repo.ts';

/**
 * Mails the buyer a link to approve an order's current pins; it replaces an earlier proof.
 * @throws ShopError `proofs_off`, `order_ended`, `buyer_unreachable`, `not_found`, `order_changed`
 */
export function sendProof(
  context: Context,
  target: ChangeTarget,
  body: BodyOf<typeof sendProofCall>,
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    refuseProof(context, order);
    if (!(order.user_email ?? order.email)) throw new ShopError('buyer_unreachable');
    const now = context.clock();
    const { id, hash } = await freezeProof(tx, { order, state: 'open', now });
    return {
      set: { proof_state: 'open', proof_at: now },
      action: 'proof_sent',
      changes: proofChanges(order, 'open', hash),
      mails: [{ kind: 'proof_sent', proofId: id }],
      canUndo: body?.canUndo,
    };
  });
}

/**
 * Withdraws the proof whose mail still waits; the one before it is valid again, if there was one.
 * @throws ShopError `proof_settled` when it has left, `not_found`, `order_changed`
 */
export function withdrawProof(context: Context, target: ChangeTarget): Promise<AdminOrderDetail> {
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
        proof_state: before && state,
        proof_at: before && (before.answered_at ?? before.sent_at ?? before.created_at),
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
): Promise<AdminOrderDetail> {
  return changeOrder(context, target, async (order, tx) => {
    refuseProof(context, order);
    const now = context.clock();
    const { hash } = await freezeProof(tx, { order, state: 'approved', now });
    return {
      set: { proof_state: 'approved', proof_at: now },
      action: 'proof_recorded',
      changes: proofChanges(order, 'approved', hash),
      reason: `Aprobado ${CHANNEL_LABELS[channel]}: ${givenBy ?? order.full_name}`,
    };
  });
}

/** Returns the audit changes of a proof: its state, its number of pins, and their hash. */
export function proofChanges(
  { proof_state, images_count }: OrderRow,
  to: ProofState,
  hash: string,
): AuditChange[] {
  return [
    { field: 'proof', from: proof_state, to },
    { field: 'pins', to: images_count },
    { field: 'hash', to: hash },
  ];
}

function refuseProof({ config }: Context, { status, images_count }: OrderRow): void {
  if (config.proof === 'off') throw new ShopError('proofs_off');
  if (!isUnderWay(status)) throw new ShopError('order_ended');
  if (images_count === 0) throw new ShopError('order_incomplete');
}

async function freezeProof(
  tx: Tx,
  { order, state, now }: { order: OrderRow; state: 'open' | 'approved'; now: number },
): Promise<{ id: string; hash: string }> {
  const id = newJobId(now);
  const frozen = await freezePins(tx, order.id);
  const times =
    state === 'open' ? { sent_at: now, answered_at: null } : { sent_at: null, answered_at: now };
  const row = { id, order_id: order.id, state, created_at: now, reminded_at: null };
  await insertProof(tx, { ...row, ...times, ...frozen });
  return { id, hash: frozen.hash };
}
