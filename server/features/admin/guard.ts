import type { FastifyInstance } from 'fastify';

const ADMIN = /^\/api\/admin(\/|$)/;

/** Keeps the shop from starting with a route below `/api/admin` that lacks the admin's check. */
export function guardAdminRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (!ADMIN.test(url)) return;
    if (config?.auth !== 'admin') throw new Error(`${url} is not for admins alone`);
  });
}
