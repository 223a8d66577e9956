import type { FastifyInstance } from 'fastify';
import { eraseProfile, exportProfile } from '#contract/privacy.ts';
import type { Context } from '../../context.ts';
import { serve, succeed } from '../../http/route.ts';
import { serveFile } from '../../http/serve-file.ts';
import { requireFreshSignIn } from '../people/fresh-sign-in.ts';
import { requireSecondFactor } from '../people/require-second-factor.ts';
import { eraseAccount } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  serveFile(app, exportProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    return exportPerson(context, { uid: buyer.uid });
  });

  serve(app, eraseProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    const orders = await eraseAccount(context, buyer, buyer.uid);
    request.log.info({ account: buyer.uid, orders }, 'person erased');
    return succeed({ message: 'Borramos tu cuenta y tus datos' });
  });
}
