import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import type { Auth } from '#contract/base/route.ts';
import { loadOnce } from '#server/lib/load-once.ts';
import { PUBLIC_FOR_A_MINUTE } from './caching.ts';
import { packText, sendPacked } from './packed-text.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The schema of a body that the framework does not validate, because `serve` parses it. */
    sent?: ZodMiniType;
    /** JSON schemas of the parts that the handler parses itself, only for the document. */
    documented?: { body?: object; headers?: object };
    /** Left out of the document. */
    hide?: boolean;
  }
}

/** Serves the API's document, which is written and compressed once, at the first request. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && !route.schema?.hide) routes.push(route);
  });
  const document = loadOnce(async () => {
    const { writeDocument } = await import('./write-document.ts');
    return packText(JSON.stringify(await writeDocument(routes)));
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const packed = await document();
    reply.type('application/json; charset=utf-8').header('cache-control', PUBLIC_FOR_A_MINUTE);
    return sendPacked(request, reply, packed);
  });
}

/** One method of one route, with the path's parameters in the router's form (`:id`). */
export type RegisteredRoute = { method: string; url: string; auth: Auth | undefined };

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of the app, also those that are not in its document. */
    registeredRoutes: RegisteredRoute[];
  }
}

/** Makes the app list its routes; must be called before the first one is added. */
export function listRegisteredRoutes(app: FastifyInstance): void {
  app.decorate('registeredRoutes', []);
  app.addHook('onRoute', ({ url, method, config }) => {
    const methods = [method].flat();
    app.registeredRoutes.push(
      ...methods.map((each) => ({ method: each, url, auth: config?.auth })),
    );
  });
}
