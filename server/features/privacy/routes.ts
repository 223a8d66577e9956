import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { eraseProfile, exportProfile } from '#contract/privacy.ts';
import type { Context } from '../../context.ts';
import { acceptNoBody } from '../../http/accept-no-body.ts';
import { serve, succeed } from '../../http/route.ts';
import { serveFile } from '../../http/serve-file.ts';
import { requireFreshSignIn } from '../people/fresh-sign-in.ts';
import { eraseAccount } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** What everybody may do with their own data. */
export async function privacyRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const own: FastifyPluginAsync = async (scope) => {
    acceptNoBody(scope);
    serveFile(scope, exportProfile, ({ buyer }) => exportPerson(context, { uid: buyer.uid }));

    serve(scope, eraseProfile, async ({ buyer, request }) => {
      requireFreshSignIn(context, buyer);
      const orders = await eraseAccount(context, buyer, buyer.uid);
      request.log.info({ account: buyer.uid, orders }, 'person erased');
      return succeed({ message: 'Borramos tu cuenta y tus datos' });
    });
  };
  await app.register(own);
}
