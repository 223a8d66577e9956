import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import { createAttempts } from './attempts.ts';
import { controlProblem } from './body.ts';
import type { Desk } from './desk.ts';
import { googleRoutes } from './google-routes.ts';
import { createHashing } from './hashing.ts';
import { publishKeys } from './keys.ts';
import { logSignIns } from './log-sign-ins.ts';
import type { EmbeddedOptions } from './options.ts';
import { passwordRoutes } from './password-routes.ts';
import { createPasswordTries } from './password-tries.ts';
import { answerJson, refuse } from './relay.ts';
import { resetRoutes } from './reset-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { verificationRoutes } from './verification-routes.ts';

const MAX_BODY_BYTES = 16 * 1024;

/**
 * Serves the provider's calls under `/api/identity`: only those the shop uses, each as a route of
 * its own, so that the log can name it without its address.
 */
export async function mountIdentity(
  app: FastifyInstance,
  parts: Omit<Desk, 'attempts' | 'tries' | 'hashing'>,
): Promise<void> {
  const { limits } = parts.options;
  const desk: Desk = {
    ...parts,
    attempts: createAttempts(limits),
    tries: createPasswordTries(limits),
    hashing: createHashing(limits),
  };
  const calls: FastifyPluginAsync = async (scope) => {
    takeJsonOnly(scope);
    refuseStrangers(scope, desk.options);
    refuseControls(scope);
    scope.addHook('onRoute', (route) => {
      route.schema = { ...route.schema, hide: true };
      route.bodyLimit = MAX_BODY_BYTES;
    });
    logSignIns(scope, desk.options);
    scope.get('/jwks', async (_request, reply) =>
      answerJson(reply, 200, await publishKeys(desk.keys, desk.options.clock())),
    );
    sessionRoutes(scope, desk);
    passwordRoutes(scope, desk);
    resetRoutes(scope, desk);
    verificationRoutes(scope, desk);
    await googleRoutes(scope, desk);
  };
  await app.register(calls, { prefix: '/api/identity' });
}

/** No form of another site can send JSON. */
function takeJsonOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      const body = text.trim() === '' ? {} : parse(text);
      if (typeof body !== 'object' || body === null || Array.isArray(body)) {
        throw new ShopError('invalid_json');
      }
      return body;
    },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** No text of a body may hold what a database chokes on. */
function refuseControls(scope: FastifyInstance): void {
  scope.addHook('preValidation', async ({ body }, reply) => {
    const problem = controlProblem(body);
    return problem === null ? undefined : refuse(reply, 400, problem);
  });
}

/** What changes something is asked by our own pages alone. */
function refuseStrangers(scope: FastifyInstance, options: EmbeddedOptions): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
    if (origin === options.publicUrl() || options.ownOrigins().includes(origin)) return;
    return refuse(reply, 403, 'INVALID_ORIGIN');
  });
}
