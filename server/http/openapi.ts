import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { ZodMiniType } from 'zod/mini';
import { PUBLIC_FOR_A_MINUTE } from './caching.ts';

declare module 'fastify' {
  interface FastifySchema {
    /** The schema of a body that the framework leaves alone, since `serve` parses it. */
    sent?: ZodMiniType;
    /** JSON schemas of what the handler reads by itself, for the document alone. */
    documented?: { body?: object; headers?: object };
  }
}

/** Serves the API's document, made from the contract's own schemas. */
export async function serveDocument(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      servers: [{ url: '/', description: 'The shop that serves this document' }],
      info: { title: 'Pines', description: 'API of the shop for custom pins', version: '1' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: (route) => {
      const { sent, documented, ...described } = route.schema ?? {};
      const withBody = { ...described, ...(sent ? { body: sent } : {}) };
      const { schema, url } = jsonSchemaTransform({ ...route, schema: withBody });
      return { schema: { ...schema, ...documented }, url };
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', PUBLIC_FOR_A_MINUTE);
    return app.swagger();
  });
}
