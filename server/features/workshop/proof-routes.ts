import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/proofs.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { limitRate } from '../../http/limits.ts';
import { serve, succeed } from '../../http/route.ts';
import { changed, changeTarget } from '../orders/change-call.ts';
import { answerProof, viewProof } from './proofs/answer-proof.ts';
import { changeItem } from './proofs/change-item.ts';
import { recordApproval, sendProof } from './proofs/send-proof.ts';

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
      const state = await answerProof(context, body);
      return succeed({ message: ANSWERS[state], state });
    },
    { onRequest: [limitRate(context, { name: 'proof-answer', points: 60, seconds: 600 })] },
  );
}

export function proofAdminRoutes(app: FastifyInstance, context: Context): void {
  serve(app, calls.sendProof, async (call) =>
    changed(call, 'Prueba enviada', await sendProof(context, changeTarget(call))),
  );
  serve(app, calls.recordApproval, async (call) => {
    const order = await recordApproval(context, changeTarget(call), call.body);
    return changed(call, 'Aprobación registrada', order);
  });
  serve(app, calls.changeItem, async (call) => {
    const n = readNumber(call.params);
    const order = await changeItem(context, changeTarget(call), { n, ...call.body });
    return changed(call, `Imagen ${n} actualizada`, order);
  });
}

/** @throws ShopError `not_found` for what is no item's number */
function readNumber({ n }: { n: string }): number {
  if (!/^[1-9]\d{0,2}$/.test(n)) throw new ShopError('not_found');
  return Number(n);
}
