import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { acceptNoBody } from '../../http/accept-no-body.ts';
import { peopleDeskRoutes } from '../people/index.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { discountDeskRoutes } from './discounts/routes.ts';
import { orderDeskRoutes } from './orders/routes.ts';
import { userRoutes } from './users/routes.ts';

/** The one place where admin calls are registered; the guard of the app sees to their check. */
export async function adminRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const desk: FastifyPluginAsync = async (scope) => {
    acceptNoBody(scope);
    dashboardRoutes(scope, context);
    orderDeskRoutes(scope, context);
    discountDeskRoutes(scope, context);
    userRoutes(scope, context);
    peopleDeskRoutes(scope, context);
    refuseUnknownPaths(scope);
  };
  await app.register(desk);
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
