import fastifySwagger from '@fastify/swagger';
import Fastify, { type RouteOptions } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Returns the API's document, made from the schemas of these routes. */
export async function writeDocument(routes: readonly RouteOptions[]): Promise<object> {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => () => '');
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
  for (const { method, url, schema } of routes) {
    app.route({ method, url, ...(schema ? { schema } : {}), handler: async () => undefined });
  }
  await app.ready();
  return app.swagger();
}
