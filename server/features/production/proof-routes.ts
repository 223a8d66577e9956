import type { FastifyInstance } from 'fastify';
import type { BodyOf } from '#contract/base/route.ts';
import { changeItems as changeItemsCall } from '#contract/production/items.ts';
import * as calls from '#contract/production/proofs.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type Order, pinOf } from '#domain/orders/order.ts';
import { lacksPayment } from '#domain/orders/order-money.ts';
import { joinRemarks, MAX_UNDOS, proofExpiry, undoTimeLeft } from '#domain/production/proofs.ts';
import { countActions } from '#server/audit/read-audit.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import {
  changed,
  changeTarget,
  changeWith,
  withFresh,
} from '#server/features/orders/change-call.ts';
import { changeOrder, findLiveOrder, type OrderChange } from '#server/features/orders/order.ts';
import { pictureUrls } from '#server/features/uploads/urls.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { isoTime } from '#server/lib/iso-time.ts';
import { changeItems, previewItems } from './items/change-items.ts';
import { changeItem, restorePicture } from './proofs/change-item.ts';
import { findByToken, refuseDeadLink } from './proofs/proof-news.ts';
import { proofChanges, recordApproval, sendProof, withdrawProof } from './proofs/send-proof.ts';
import { findProof, type StoredProof, updateLatestProof } from './stored-proofs.ts';

const ANSWERS = {
  approved: '¡Gracias! Tus pines quedaron aprobados',
  changes: 'Gracias: veremos los cambios y te enviaremos otra prueba',
} as const;

export function proofRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.viewProof, async ({ body }) => succeed(await viewProof(context, body.token)), {
    onRequest: [limitRate(context, { name: 'proof-view', points: 300, seconds: 600 })],
  });
  serve(
    app,
    calls.answerProof,
    async ({ body }) => {
      const now = context.clock();
      const state = await answerProof(context, body, now);
      return succeed({ message: ANSWERS[state], state, undoMs: undoTimeLeft(now, now) });
    },
    { onRequest: [limitRate(context, { name: 'proof-answer', points: 60, seconds: 600 })] },
  );
  serve(
    app,
    calls.undoProofAnswer,
    async ({ body }) => {
      await undoAnswer(context, body.token);
      return succeed({ message: 'Puedes responder de nuevo', state: 'open' as const });
    },
    { onRequest: [limitRate(context, { name: 'proof-undo', points: 60, seconds: 600 })] },
  );
}

export function proofAdminRoutes(app: FastifyInstance, context: Context): void {
  const change = changeWith(context);
  serve(app, calls.sendProof, change('Prueba enviada', sendProof));
  serve(app, calls.withdrawProof, change('Prueba retirada', withdrawProof));
  serve(app, calls.recordApproval, change('Aprobación registrada', recordApproval));
  serve(app, calls.changeItem, async (call) => {
    const n = readNumber(call.params);
    const change = changeItem(context, changeTarget(call), { n, ...call.body });
    return changed(context, call, `Imagen ${n} actualizada`, change);
  });
  serve(app, changeItemsCall, async (call) => {
    const [target, { id }] = [changeTarget(call), call.params];
    if (call.query.preview === 'true') {
      return succeed(await withFresh(context, id, previewItems(context, target, call.body)));
    }
    return changed(context, call, 'Pedido cambiado', changeItems(context, target, call.body));
  });
  serve(app, calls.restorePicture, async (call) => {
    const n = readNumber(call.params);
    const message = `Imagen ${n}: volvió la anterior, y le avisamos a quien compró`;
    return changed(context, call, message, restorePicture(context, changeTarget(call), n));
  });
}

/** @throws ShopError `not_found` for an invalid item number */
function readNumber({ n }: { n: string }): number {
  if (!/^[1-9]\d{0,2}$/.test(n)) throw new ShopError('not_found');
  return Number(n);
}

/**
 * Changes an order by its proof's link. The proof is read again under the order's lock: an admin may
 * just have changed it, or sent another.
 * @throws ShopError `not_found` when the link is dead
 */
async function changeProof(
  context: Context,
  token: string,
  decide: (order: Order, proof: StoredProof, tx: Tx) => Promise<OrderChange | null>,
): Promise<void> {
  const { id, order_id, linksEnded } = await findByToken(context, token);
  await changeOrder(context, { id: order_id, by: null, version: null }, async (order, tx) => {
    const proof = await findProof(tx, id);
    if (!proof) throw new ShopError('not_found');
    refuseDeadLink(context, order, { ...proof, linksEnded });
    return decide(order, proof, tx);
  });
}

/**
 * Records the only answer of a buyer to a proof, and mails the shop once it can no longer be undone.
 * @returns the proof's new state
 * @throws ShopError `not_found` when its link is dead, `proof_answered`
 */
async function answerProof(
  context: Context,
  { token, approved, words, remarks }: BodyOf<typeof calls.answerProof>,
  now: number,
): Promise<'approved' | 'changes'> {
  const state = approved ? 'approved' : 'changes';
  await changeProof(context, token, async (order, proof, tx) => {
    if (proof.state !== 'open') throw new ShopError('proof_answered');
    const answer = joinRemarks(remarks ?? [], words);
    const about = { state_at: now, words: answer, answered_at: now };
    await updateLatestProof(tx, order.id, { state, ...about });
    return {
      set: { proof: { id: proof.id, state, at: now, words: answer } },
      action: 'proof_answered',
      changes: proofChanges(order, state, proof.hash),
      reason: answer,
      mails: [{ kind: 'proof_answered', delayMs: undoTimeLeft(now, now) }],
    };
  });
  return state;
}

/**
 * Undoes the answer to a proof, so that the buyer can answer again. Without an answer it does
 * nothing: the request may be a retry.
 * @throws ShopError `not_found` when its link is dead, `proof_settled`
 */
async function undoAnswer(context: Context, token: string): Promise<void> {
  await changeProof(context, token, async (order, proof, tx) => {
    if (proof.state === 'open') return null;
    const now = context.clock();
    const since = proof.sent_at ?? 0;
    const undone = { orderId: order.id, action: 'proof_undone', since } as const;
    const isSettled =
      undoTimeLeft(proof.answered_at, now) === 0 ||
      order.rounds[0].marks.printed !== null ||
      (await isOnSheet(tx, order.id, proof.answered_at)) ||
      (await countActions(tx, undone)) >= MAX_UNDOS;
    if (isSettled) throw new ShopError('proof_settled');
    const open = { state: 'open', state_at: now, words: null } as const;
    await updateLatestProof(tx, order.id, { ...open, answered_at: null });
    return {
      set: { proof: { id: proof.id, state: 'open', at: now, words: null } },
      action: 'proof_undone',
      changes: proofChanges(order, 'open', proof.hash),
    };
  });
}

/** Returns whether a press sheet with the order was requested since then. */
async function isOnSheet(tx: Tx, orderId: string, since: number | null): Promise<boolean> {
  const sheet = await tx
    .selectFrom('sheet_orders')
    .innerJoin('sheets', 'sheets.id', 'sheet_orders.sheet_id')
    .select('sheets.id')
    .where('sheet_orders.order_id', '=', orderId)
    .where('sheets.created_at', '>=', since ?? 0)
    .where('sheets.state', 'in', ['waiting', 'working', 'done'])
    .limit(1)
    .executeTakeFirst();
  return sheet !== undefined;
}

/**
 * Returns the proof of a mailed link. It shows the order's current pins, which are those of the
 * proof: a change would have voided it.
 * @throws ShopError `not_found`
 */
async function viewProof(context: Context, token: string) {
  const proof = await findByToken(context, token);
  const order = await findLiveOrder(context.db.queries, proof.order_id);
  refuseDeadLink(context, order, proof);
  return {
    orderId: proof.order_id,
    state: proof.state,
    expiresAt: new Date(proofExpiry(proof.sent_at ?? 0)).toISOString(),
    undoMs:
      order?.rounds[0].marks.printed === null
        ? undoTimeLeft(proof.answered_at, context.clock())
        : 0,
    answeredAt: isoTime(proof.answered_at),
    ...(order && lacksPayment(order) ? { isUnpaid: true } : {}),
    ...(order?.delivery.way === 'pickup' ? { isPickedUp: true } : {}),
    items: (order?.items ?? []).map((item) => ({ ...pictureUrls(item.uploadId), ...pinOf(item) })),
  };
}
