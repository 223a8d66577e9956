import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const self = "'self'";

/** Headers that keep a page from doing what the shop never does. */
export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    // A sign-in popup has to be able to answer its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        baseUri: [self],
        connectSrc: [self],
        fontSrc: [self],
        formAction: [self],
        frameAncestors: ["'none'"],
        imgSrc: [self, 'blob:', 'data:'],
        objectSrc: ["'none'"],
        scriptSrc: [self],
        styleSrc: [self, "'unsafe-inline'"],
        workerSrc: [self, 'blob:'],
      },
    },
  });
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['idempotency-replayed', 'retry-after', 'x-request-id'],
      maxAge: 3600,
    });
  }
}
