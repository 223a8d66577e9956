import type { FastifyInstance } from 'fastify';
import type { Auth } from '#contract/route.ts';

/** One method of one route, with the path's parameters as the router writes them (`:id`). */
export type RegisteredRoute = { method: string; url: string; auth: Auth | undefined };

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the app, also those that its document leaves out. */
    registeredRoutes: RegisteredRoute[];
  }
}

/** Makes the app list its routes; call it before the first one is added. */
export function listRegisteredRoutes(app: FastifyInstance): void {
  app.decorate('registeredRoutes', []);
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat();
    app.registeredRoutes.push(
      ...methods.map((each) => ({ method: each, url, auth: config?.auth })),
    );
  });
}
