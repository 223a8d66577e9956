import type { FastifyInstance } from 'fastify';
import { authorize } from '../../http/session.ts';

/** Calls for account holders. Until accounts exist nobody can be one. */
const paths = [
  '/api/auth/*',
  '/api/orders',
  '/api/orders/addresses',
  '/api/verify/test-auth',
  '/api/verify/test-admin',
  '/api/admin',
  '/api/admin/*',
] as const;

export function accountRoutes(app: FastifyInstance): void {
  for (const url of paths) {
    app.get(url, { schema: { hide: true } }, async (request) => {
      authorize(request, 'bearer');
    });
  }
}
