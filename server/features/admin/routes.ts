import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { aftersalesAdminRoutes } from '#server/features/aftersales/routes.ts';
import { backupAdminRoutes } from '#server/features/backup/admin-routes.ts';
import { buyerAdminRoutes } from '#server/features/buyers/routes.ts';
import { discountAdminRoutes } from '#server/features/discounts/routes.ts';
import { healthAdminRoutes } from '#server/features/health/routes.ts';
import { markTrial, openingAdminRoutes } from '#server/features/opening/routes.ts';
import { orderAdminRoutes, trialRoutes } from '#server/features/orders/routes.ts';
import { paymentAdminRoutes } from '#server/features/payments/routes.ts';
import { peopleAdminRoutes } from '#server/features/people/routes.ts';
import { privacyAdminRoutes } from '#server/features/privacy/routes.ts';
import { workshopAdminRoutes } from '#server/features/production/admin-routes.ts';
import { paperAdminRoutes } from '#server/features/production/paper-routes.ts';
import { pictureAdminRoutes } from '#server/features/production/picture-routes.ts';
import { proofAdminRoutes } from '#server/features/production/proof-routes.ts';
import { settingsAdminRoutes } from '#server/features/settings/admin-routes.ts';
import { todayAdminRoutes } from '#server/features/today/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';

/** Registers every admin route; `guardAdminRoutes` makes sure that each checks for an admin. */
export async function adminRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const adminShop: FastifyPluginAsync = async (scope) => {
    dashboardRoutes(scope, context);
    orderAdminRoutes(scope, context);
    aftersalesAdminRoutes(scope, context);
    paymentAdminRoutes(scope, context);
    todayAdminRoutes(scope, context);
    workshopAdminRoutes(scope, context);
    paperAdminRoutes(scope, context);
    proofAdminRoutes(scope, context);
    pictureAdminRoutes(scope, context);
    discountAdminRoutes(scope, context);
    buyerAdminRoutes(scope, context);
    peopleAdminRoutes(scope, context);
    privacyAdminRoutes(scope, context);
    settingsAdminRoutes(scope, context);
    backupAdminRoutes(scope, context);
    healthAdminRoutes(scope, context);
    openingAdminRoutes(scope, context);
    trialRoutes(scope, context, markTrial);
    refuseUnknownPaths(scope);
  };
  await app.register(adminShop);
}

/** Answers `not_found` to admins alone: other clients learn nothing of the panel. */
function refuseUnknownPaths(scope: FastifyInstance): void {
  scope.all(
    '/api/admin/*',
    {
      schema: { hide: true },
      config: { auth: 'admin' },
      onRequest: async (request) => {
        await scope.authorize(request, 'admin');
      },
    },
    async () => {
      throw new ShopError('not_found');
    },
  );
}

const ADMIN = /^\/api\/admin(\/|$)/;

/** Refuses to start the shop with a route below `/api/admin` that lacks the admin's check. */
export function guardAdminRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (!ADMIN.test(url)) return;
    if (config?.auth !== 'admin') throw new Error(`${url} is not for admins alone`);
  });
}
