import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { USUAL_BODY_BYTES } from '#contract/base/route.ts';
import { files, routes } from '#contract/routes.ts';
import type { Context } from './context.ts';
import { adminRoutes, guardAdminRoutes } from './features/admin/routes.ts';
import { aftersalesRoutes } from './features/aftersales/routes.ts';
import { deliveryRoutes } from './features/delivery/routes.ts';
import { discountRoutes } from './features/discounts/routes.ts';
import { browserErrorRoutes, healthRoutes } from './features/health/routes.ts';
import { homeRoutes } from './features/home/routes.ts';
import { openingRoutes } from './features/opening/routes.ts';
import { orderRoutes } from './features/orders/routes.ts';
import { paymentRoutes } from './features/payments/routes.ts';
import { createAuthorize } from './features/people/authorize.ts';
import { peopleRoutes, sessionRoutes } from './features/people/routes.ts';
import { secondFactorRoutes } from './features/people/second-factor/routes.ts';
import { privacyRoutes } from './features/privacy/routes.ts';
import { pictureRoutes } from './features/production/picture-routes.ts';
import { proofRoutes } from './features/production/proof-routes.ts';
import { uploadRoutes } from './features/uploads/routes.ts';
import {
  endBodies,
  readFormBodies,
  readJsonBodies,
  refuseCompressedBodies,
} from './http/bodies.ts';
import { keepOutOfCaches } from './http/caching.ts';
import { answerErrors, refuseBrokenRequest } from './http/errors.ts';
import { limitLongBodies } from './http/limits.ts';
import { listRegisteredRoutes, serveDocument } from './http/openapi.ts';
import { readOrderNumbersOfPaths } from './http/order-number-paths.ts';
import { learnPublicUrl } from './http/public-url.ts';
import { serializeAnswers } from './http/route.ts';
import { secure } from './http/security.ts';
import { serveIdentity } from './http/serve-identity.ts';
import { refuseUnstorableAddresses } from './http/storable-texts.ts';
import { describeError, logRequests } from './lib/log.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';

/** Fits a discount code in a URL, each letter of it as several escaped bytes. */
const MAX_PARAM_LENGTH = 400;
/** A path of no route. */
const UNKNOWN_PATH = '/api/-';
/** Enough for a picture of 5 MB to arrive over a bad mobile connection. */
const REQUEST_TIMEOUT_MS = 300_000;
/** After so long without a byte in either direction, a client has stopped reading. */
const SILENCE_MS = 2 * REQUEST_TIMEOUT_MS;

/**
 * Maximum number of connections that wait to be accepted, up to the system's limit. Node's default
 * (511) is less than may arrive at once, and a rejected client retries only after a second or more.
 */
export const BACKLOG = 4096;

/** Creates the HTTP server with every route of the shop, ready to listen. */
export async function createApp(context: Context): Promise<FastifyInstance> {
  const { config } = context;
  const app = Fastify({
    logger: {
      level: config.logLevel,
      serializers: { err: describeError },
      // The library's own output ends the process when it cannot write, and then waits for ever.
      stream: process.stdout,
    },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENCE_MS,
    bodyLimit: USUAL_BODY_BYTES,
    // Otherwise Fastify loads its own compilers (2 MB) before ours are set below.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    // Requests on connections accepted before the shutdown are still served.
    return503OnClosing: false,
    // Clients call some URLs with a slash at the end, such as /admin/discounts/.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    genReqId: () => randomUUID(),
    clientErrorHandler: refuseBrokenRequest,
    // A path that cannot be decoded or is too long calls no hook, such as that of the headers.
    frameworkErrors: (_error, { raw }, reply) => {
      raw.url = UNKNOWN_PATH;
      app.routing(raw, reply.raw);
    },
  });
  app.addHook('preClose', () => acceptWaiting(app.server));
  context.damage.writeTo(app.log);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializeAnswers);
  // Fastify parses plain text by default; no route of the shop accepts it.
  app.removeContentTypeParser('text/plain');
  readJsonBodies(app);
  await readFormBodies(app);
  app.decorateRequest('buyer', null);
  app.decorate('clock', context.clock);
  app.decorate('limitLongBodies', limitLongBodies(context));
  app.decorate('authorize', createAuthorize(context));
  listRegisteredRoutes(app);
  guardAdminRoutes(app);
  endBodies(app);
  refuseCompressedBodies(app);
  refuseUnstorableAddresses(app);
  readOrderNumbersOfPaths(app);
  keepOutOfCaches(app);
  logRequests(app);
  learnPublicUrl(app, context);
  await secure(app, config);
  // Behind the headers that every response has.
  answerErrors(app);
  await serveDocument(app);
  await serveMetrics(app, context);

  healthRoutes(app, context);
  openingRoutes(app, context);
  browserErrorRoutes(app, context);
  await serveIdentity(app, context.identity);
  peopleRoutes(app, context);
  sessionRoutes(app, context);
  secondFactorRoutes(app, context);
  privacyRoutes(app, context);
  deliveryRoutes(app, context);
  discountRoutes(app, context);
  orderRoutes(app, context);
  aftersalesRoutes(app, context);
  proofRoutes(app, context);
  pictureRoutes(app, context);
  await paymentRoutes(app, context);
  await adminRoutes(app, context);
  uploadRoutes(app, context);
  await homeRoutes(app, context);
  await app.ready();
  refuseMissingRoutes(app);
  return app;
}

/**
 * Accepts the connections that wait for it, which would be reset when the server closes: Node takes
 * one in each turn.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let isWaiting = true;
  const count = () => {
    isWaiting = true;
  };
  server.on('connection', count);
  for (let turn = 0; isWaiting && turn < BACKLOG; turn += 1) {
    isWaiting = false;
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', count);
}

function unused(): never {
  throw new Error('schemas are compiled by zod');
}

function refuseMissingRoutes(app: FastifyInstance): void {
  for (const { method, path } of [...routes, ...files]) {
    const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')}`;
    if (!app.hasRoute({ method, url })) throw new Error(`no handler for ${method} ${url}`);
  }
}
