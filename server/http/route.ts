import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
} from 'fastify';
import type * as z from 'zod/mini';
import { errorAnswer } from '#contract/errors.ts';
import type { Route } from '#contract/route.ts';
import type { Authorize, Buyer, SignedIn } from './session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    buyer: Buyer;
  }
  interface FastifyInstance {
    authorize: Authorize;
  }
}

type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;

type BuyerOf<R extends Route> = R['auth'] extends 'bearer' | 'admin' ? SignedIn : Buyer;

/** What a handler gets: the parsed body and who sent it. */
export type Call<R extends Route> = {
  body: BodyOf<R>;
  buyer: BuyerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Options = {
  /** Runs before the body is read. */
  onRequest?: onRequestHookHandler[];
  /** Leaves what the validator found to the handler, which knows more to say of the same body. */
  attachValidation?: boolean;
  /** Further facts for the API's document. */
  docs?: FastifySchema;
};

const API = '/api';

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
  { onRequest = [], attachValidation = false, docs = {} }: Options = {},
): void {
  app.route({
    method: route.method,
    url: `${API}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    attachValidation,
    schema: {
      summary: route.summary,
      tags: [route.path.split('/')[1] ?? ''],
      ...(route.body ? { body: route.body } : {}),
      ...(route.auth === 'none' ? {} : { security: [{ bearer: [] }, ...anonymous(route)] }),
      response: { [route.status]: route.answer, '4xx': errorAnswer, '5xx': errorAnswer },
      ...docs,
    },
    onRequest: [
      async (request) => {
        request.buyer = await app.authorize(request, route.auth);
      },
      ...onRequest,
    ],
    handler: async (request, reply) => {
      // The validator has just parsed the body by the route's own schema.
      const body = request.body as BodyOf<R>;
      // The check above let nobody else through.
      const buyer = request.buyer as BuyerOf<R>;
      const answer = await handler({ body, buyer, request, reply });
      return reply.code(route.status).send(answer);
    },
  });
}

function anonymous({ auth }: Route): Record<string, never>[] {
  return auth === 'optional' ? [{}] : [];
}
