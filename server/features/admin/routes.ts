import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { backupAdminRoutes } from '../backup/admin-routes.ts';
import { discountAdminRoutes } from '../discounts/admin-routes.ts';
import { orderAdminRoutes } from '../orders/admin-routes.ts';
import { peopleAdminRoutes } from '../people/admin-routes.ts';
import { privacyAdminRoutes } from '../privacy/admin-routes.ts';
import { settingsAdminRoutes } from '../settings/admin-routes.ts';
import { workshopAdminRoutes } from '../workshop/admin-routes.ts';
import { paperAdminRoutes } from '../workshop/paper-routes.ts';
import { proofAdminRoutes } from '../workshop/proof-routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';

/** The one place where admin calls are registered; the guard of the app sees to their check. */
export async function adminRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const adminShop: FastifyPluginAsync = async (scope) => {
    dashboardRoutes(scope, context);
    orderAdminRoutes(scope, context);
    workshopAdminRoutes(scope, context);
    paperAdminRoutes(scope, context);
    proofAdminRoutes(scope, context);
    discountAdminRoutes(scope, context);
    peopleAdminRoutes(scope, context);
    privacyAdminRoutes(scope, context);
    settingsAdminRoutes(scope, context);
    backupAdminRoutes(scope, context);
    refuseUnknownPaths(scope);
  };
  await app.register(adminShop);
}

/** What is not there is told to admins alone: the rest learns nothing of the panel. */
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
