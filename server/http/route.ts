import type { FastifyInstance, FastifySchema, onRequestHookHandler } from 'fastify';
import type * as z from 'zod/mini';
import { errorAnswer } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import { type Asked, check, describe, frame, readCall, recheck } from './frame-route.ts';

type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;

/** What a handler gets: what was sent, parsed, and who sent it. */
export type Call<R extends Route> = Asked<R> & { body: BodyOf<R> };

type Options = {
  /** Runs before the body is read. */
  onRequest?: onRequestHookHandler[];
  /** Leaves what the validator found to the handler, which knows more to say of the same body. */
  attachValidation?: boolean;
  /** Milliseconds after which the caller is told 503, whatever the call still waits for. */
  patienceMs?: number;
  /** Further facts for the API's document. */
  docs?: FastifySchema;
};

/** Longer than the database lets any statement take: only one that has gone silent takes longer. */
const PATIENCE_MS = 60_000;

/** The frame of a success. */
export function succeed<T extends object>(answer: T): { success: true } & T {
  return { success: true, ...answer };
}

/**
 * Serves one route of the contract below `/api`: who may call, the body and the answer are checked
 * as the contract says.
 */
export function serve<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<z.input<R['answer']>>,
  { onRequest = [], attachValidation = false, patienceMs = PATIENCE_MS, docs = {} }: Options = {},
): void {
  app.route({
    ...frame(app, route),
    method: route.method,
    attachValidation,
    handlerTimeout: patienceMs,
    schema: {
      ...describe(route),
      ...(route.body ? { body: route.body } : {}),
      response: { [route.status]: route.answer, '4xx': errorAnswer, '5xx': errorAnswer },
      ...docs,
    },
    onRequest: [check(app, route), ...onRequest],
    handler: async (request, reply) => {
      await recheck(app, route, request);
      // The validator has just parsed the body by the route's own schema.
      const body = request.body as BodyOf<R>;
      const answer = await handler({ ...readCall<R>(request, reply), body });
      return reply.code(route.status).send(answer);
    },
  });
}
