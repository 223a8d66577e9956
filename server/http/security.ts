import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
import type { Config } from '../config.ts';
import { firebaseSources } from './firebase-sources.ts';
import { mapSources } from './map-sources.ts';

const self = "'self'";

export async function secure(app: FastifyInstance, config: Config): Promise<void> {
  const map = mapSources(config.maps);
  const firebase = firebaseSources(config.auth);
  const isKeyed = config.maps.provider === 'google' || config.auth.provider === 'firebase';
  // Put together once: Fastify's plugin for it does so for each request.
  const protect = helmet({
    // Google checks which site its keys are used on; the path stays here.
    ...(isKeyed && { referrerPolicy: { policy: 'strict-origin' } }),
    // A sign-in popup has to be able to answer its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        baseUri: ["'none'"],
        connectSrc: [self, ...map.connect, ...firebase.connect],
        fontSrc: [self, 'data:', ...map.font],
        formAction: [self],
        frameAncestors: ["'none'"],
        ...(firebase.frame.length > 0 && { frameSrc: [...firebase.frame] }),
        imgSrc: [self, 'blob:', 'data:', ...map.img],
        objectSrc: ["'none'"],
        scriptSrc: [self, ...map.script, ...firebase.script],
        styleSrc: [self, "'unsafe-inline'", ...map.style],
        workerSrc: [self, 'blob:'],
      },
    },
  });
  app.addHook('onRequest', ({ raw: request }, { raw: reply }, done) =>
    protect(request, reply, () => done()),
  );
  if (config.corsOrigins.length > 0) {
    await app.register(cors, {
      origin: [...config.corsOrigins],
      allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match'],
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'content-disposition',
        'etag',
        'idempotency-replayed',
        'retry-after',
        'x-request-id',
      ],
      maxAge: 3600,
    });
  }
}
