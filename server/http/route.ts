import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify';
import type * as z from 'zod/mini';
import { errorAnswer } from '#contract/errors.ts';
import type { BodyOf, Route, Sender } from '#contract/route.ts';
import { firstOfEach } from '#contract/rules.ts';
import { validationError } from './errors.ts';
import { type Asked, check, describe, frame, readCall, recheck } from './frame-route.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';

export type Call<R extends Route> = Asked<R> & { body: BodyOf<R> };

type Options = {
  /** Runs before the body is read. */
  onRequest?: onRequestHookHandler[];
  /** Milliseconds after which the caller is told 503, whatever the call still waits for. */
  patienceMs?: number;
  docs?: FastifySchema;
};

/** Longer than the database lets any statement take: only one that has gone silent takes longer. */
const PATIENCE_MS = 60_000;

export function succeed<T extends object>(answer: T): { success: true } & T {
  return { success: true, ...answer };
}

/** Serves a contract's route below `/api`: caller, body and answer are checked as it says. */
export function serve<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<z.input<R['answer']>>,
  { onRequest = [], patienceMs = PATIENCE_MS, docs = {} }: Options = {},
): void {
  app.route({
    ...frame(app, route),
    method: route.method,
    handlerTimeout: patienceMs,
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    schema: {
      ...describe(route),
      ...describeBody(route),
      response: { [route.status]: route.answer, '4xx': errorAnswer, '5xx': errorAnswer },
      ...docs,
    },
    onRequest: [check(app, route), ...onRequest],
    handler: async (request, reply) => {
      await recheck(app, route, request);
      const sender = { isGuest: request.buyer === null, now: app.clock() };
      const body = readBody(route, request.body, sender);
      const answer = await handler({ ...readCall<R>(request, reply), body });
      return reply.code(route.status).send(answer);
    },
  });
}

/** Parses a body by all its rules. @throws ShopError `validation_failed` with every wrong field */
function readBody<R extends Route>({ body }: R, sent: unknown, sender: Sender): BodyOf<R> {
  const schema = typeof body === 'function' ? body(sender) : body;
  const parsed = schema?.safeParse(sent);
  if (parsed?.error) throw validationError(firstOfEach(parsed.error.issues));
  refuseUnstorable(parsed?.data);
  // Just parsed by the schema that the type is made of; undefined where the route has none.
  return parsed?.data as BodyOf<R>;
}

/** The shape of a body for the API's document: what a guest sends. */
function describeBody({ body }: Route): FastifySchema {
  if (!body) return {};
  return { sent: typeof body === 'function' ? body({ isGuest: true, now: 0 }) : body };
}
