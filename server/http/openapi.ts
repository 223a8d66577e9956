import type { FastifyInstance, RouteOptions } from 'fastify';
import type { ZodMiniType } from 'zod/mini';
import { loadOnce } from '../load-once.ts';
import { PUBLIC_FOR_A_MINUTE } from './caching.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The schema of a body that the framework leaves alone, since `serve` parses it. */
    sent?: ZodMiniType;
    /** JSON schemas of what the handler reads by itself, for the document alone. */
    documented?: { body?: object; headers?: object };
    /** Left out of the document. */
    hide?: boolean;
  }
}

/** Serves the API's document, which is written when it is first asked for. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD' && !route.schema?.hide) routes.push(route);
  });
  const document = loadOnce(async () => {
    const { writeDocument } = await import('./write-document.ts');
    return writeDocument(routes);
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', PUBLIC_FOR_A_MINUTE);
    return document();
  });
}
