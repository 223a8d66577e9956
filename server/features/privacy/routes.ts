import type { FastifyInstance } from 'fastify';
import { eraseProfile, exportProfile } from '#contract/privacy.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import type { Limit } from '#server/db/engine.ts';
import { requireFreshSignIn } from '#server/features/people/authorize.ts';
import { requireSecondFactor } from '#server/features/people/require-second-factor.ts';
import { serve, serveFile, succeed } from '#server/http/route.ts';
import { eraseAccount } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** Limit per account: an export reads all its orders. */
const EXPORTS: Limit = { name: 'own_export', points: 5, seconds: 3600 };
const TOO_MANY = 'Ya descargaste tus datos varias veces. Vuelve a intentarlo en una hora';

export function privacyRoutes(app: FastifyInstance, context: Context): void {
  const exports = context.limits.byKey(EXPORTS);

  serveFile(app, exportProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    const retryAfterS = await exports.take(buyer.uid);
    if (retryAfterS > 0) {
      throw new ShopError('too_many_requests', { retryAfterS, message: TOO_MANY });
    }
    return exportPerson(context, { uid: buyer.uid }, 'person');
  });

  serve(app, eraseProfile, async ({ buyer, request }) => {
    requireFreshSignIn(context, buyer);
    await requireSecondFactor(context, { token: buyer.token, cookies: request.headers.cookie });
    const orders = await eraseAccount(context, buyer, buyer.uid);
    request.log.info({ account: buyer.uid, orders }, 'person erased');
    return succeed({ message: 'Borramos tu cuenta y tus datos' });
  });
}
