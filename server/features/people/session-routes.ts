import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { forgetOtherPasses, forgetPass } from './second-factor/forget-passes.ts';

export function sessionRoutes(app: FastifyInstance, context: Context): void {
  const { db, identity } = context;

  serve(app, listSessions, async ({ buyer }) =>
    succeed({ sessions: await identity.listSessions(buyer.token) }),
  );

  serve(app, endSession, async ({ params: { id }, buyer: { uid, token }, request }) => {
    await requireSecondFactor(context, { token, cookies: request.headers.cookie });
    if (!(await identity.endSession(token, id))) throw new ShopError('not_found');
    await forgetPass(db.queries, { uid, session: id });
    return succeed({ message: 'La sesión está cerrada' });
  });

  serve(app, endOtherSessions, async ({ buyer: { uid, token }, request }) => {
    await requireSecondFactor(context, { token, cookies: request.headers.cookie });
    if (!(await identity.endOtherSessions(token))) throw new ShopError('unauthenticated');
    await forgetOtherPasses(db.queries, { uid, session: token.session });
    return succeed({ message: 'Las demás sesiones están cerradas' });
  });
}
