import fastifySwagger from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { takeTurn } from '#server/lib/take-turn.ts';

const VERSION = '3.1.0';

/**
 * Returns the API's document, made from the schemas of these routes. Describing all of them takes
 * some hundred milliseconds, so that other requests are answered between any two.
 */
export async function writeDocument(routes: readonly RouteOptions[]): Promise<object> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
  const described = new Map<string, Described>();
  for (const route of routes) {
    await takeTurn();
    described.set(keyOf(route), describe(route));
  }
  await app.register(fastifySwagger, {
    openapi: {
      openapi: VERSION,
      servers: [{ url: '/', description: 'The shop that serves this document' }],
      info: { title: 'Pines', description: 'API of the shop for custom pins', version: '1' },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: ({ route, schema, url }) => described.get(keyOf(route)) ?? { schema, url },
  });
  for (const { method, url, schema } of routes) {
    app.route({ method, url, ...(schema ? { schema } : {}), handler: async () => undefined });
  }
  await app.ready();
  return app.swagger();
}

type Described = ReturnType<typeof jsonSchemaTransform>;

function keyOf({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string {
  return `${String(method)} ${url}`;
}

function describe(route: RouteOptions): Described {
  const { sent, documented, ...described } = route.schema ?? {};
  const withBody = { ...described, ...(sent ? { body: sent } : {}) };
  const { schema, url } = jsonSchemaTransform({
    ...{ url: route.url, route, schema: withBody },
    openapiObject: { openapi: VERSION },
  });
  if (!sent || !documented?.body) return { schema: { ...schema, ...documented }, url };
  const content = {
    'application/json': { schema: schema.body },
    'multipart/form-data': { schema: documented.body },
  };
  return { schema: { ...schema, ...documented, body: { content } }, url };
}
