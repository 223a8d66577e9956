import type { FastifyInstance } from 'fastify';
import { endOtherSessions, endSession, listSessions } from '#contract/sessions.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { forgetOtherPasses, forgetPass } from './second-factor/forget-passes.ts';

export function sessionRoutes(app: FastifyInstance, { db, identity }: Context): void {
  serve(app, listSessions, async ({ buyer }) =>
    succeed({ sessions: await identity.listSessions(buyer.token) }),
  );

  serve(app, endSession, async ({ params: { id }, buyer: { uid, token } }) => {
    if (!(await identity.endSession(token, id))) throw new ShopError('not_found');
    await forgetPass(db.queries, { uid, session: id });
    return succeed({ message: 'La sesión está cerrada' });
  });

  serve(app, endOtherSessions, async ({ buyer: { uid, token } }) => {
    if (!(await identity.endOtherSessions(token))) throw new ShopError('unauthenticated');
    await forgetOtherPasses(db.queries, { uid, session: token.session });
    return succeed({ message: 'Las demás sesiones están cerradas' });
  });
}
