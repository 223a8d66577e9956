import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route below `/api/admin`, as it was registered. */
    adminRoutes: { method: string; url: string }[];
  }
}

const ADMIN = /^\/api\/admin(\/|$)/;

/** Keeps the shop from starting with a route below `/api/admin` that lacks the admin's check. */
export function guardAdminRoutes(app: FastifyInstance): void {
  app.decorate('adminRoutes', []);
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!ADMIN.test(url)) return;
    if (config?.auth !== 'admin') throw new Error(`${url} is not for admins alone`);
    app.adminRoutes.push(...[method].flat().map((each) => ({ method: each, url })));
  });
}
