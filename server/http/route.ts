import type { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
} from 'fastify';
import type * as z from 'zod/mini';
import { errorAnswer } from '#contract/errors.ts';
import type { Auth, FileRoute, PathParams, Route } from '#contract/route.ts';
import type { Buyer, SignedIn } from '#domain/buyer.ts';

/** Decides who may call a route: the only place where that is done. */
export type Authorize = (request: FastifyRequest, auth: Auth) => Promise<Buyer>;

declare module 'fastify' {
  interface FastifyRequest {
    buyer: Buyer;
  }
  interface FastifyInstance {
    authorize: Authorize;
  }
  interface FastifyContextConfig {
    /** Who may call, where the check is made. */
    auth?: Auth;
  }
}

type BodyOf<R extends Route> = R extends { body: infer B extends z.ZodMiniType }
  ? z.output<B>
  : undefined;

type QueryOf<R> = R extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;

type BuyerOf<R extends Pick<Route, 'auth'>> = R['auth'] extends 'bearer' | 'admin'
  ? SignedIn
  : Buyer;

/** What a handler gets: what was sent, parsed, and who sent it. */
export type Call<R extends Route> = FileCall<R> & { body: BodyOf<R> };

type FileCall<R extends Pick<Route, 'path' | 'auth'>> = {
  params: PathParams<R['path']>;
  query: QueryOf<R>;
  buyer: BuyerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};

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

const API = '/api';
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

/** A file on its way to the caller. */
export type FileAnswer = {
  content: Readable;
  type: string;
  /** What it is called when it is saved. */
  name: string;
  /** Unknown when it is made while it is sent. */
  bytes?: number;
};

/** Serves a route that answers with a file to save. */
export function serveFile<const R extends FileRoute>(
  app: FastifyInstance,
  route: R,
  handler: (call: FileCall<R>) => Promise<FileAnswer>,
): void {
  app.route({
    ...frame(app, route),
    method: route.method,
    schema: {
      ...describe(route),
      produces: [route.file],
      response: { '4xx': errorAnswer, '5xx': errorAnswer },
    },
    handler: async (request, reply) => {
      const { content, type, name, bytes } = await handler(readCall<R>(request, reply));
      if (bytes !== undefined) reply.header('content-length', bytes);
      return reply.header('content-disposition', saveAs(name)).type(type).send(content);
    },
  });
}

type AnyRoute = Pick<Route, 'path' | 'auth' | 'summary' | 'query'>;

/** Where a route is, and who may call it: `config` lets guards see that the check is made. */
function frame(app: FastifyInstance, route: AnyRoute) {
  return {
    url: `${API}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { auth: route.auth },
    onRequest: [check(app, route)],
  };
}

function check(app: FastifyInstance, { auth }: AnyRoute): onRequestHookHandler {
  return async (request) => {
    request.buyer = await app.authorize(request, auth);
  };
}

/**
 * An admin's body may take minutes to arrive, in which the admin may be shut out. What everybody
 * else may write is held in its own transaction: see hold-account.ts.
 */
async function recheck(app: FastifyInstance, { auth }: AnyRoute, request: FastifyRequest) {
  if (auth !== 'admin' || request.body === undefined) return;
  request.buyer = await app.authorize(request, auth);
}

function describe({ summary, path, auth, query }: AnyRoute): FastifySchema {
  const anonymous = auth === 'optional' ? [{}] : [];
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(query ? { querystring: query } : {}),
    ...(auth === 'none' ? {} : { security: [{ bearer: [] }, ...anonymous] }),
  };
}

function readCall<R extends AnyRoute>(request: FastifyRequest, reply: FastifyReply): FileCall<R> {
  return {
    // The router matched the path, and the validator parsed the query by the route's own schema.
    params: request.params as PathParams<R['path']>,
    query: request.query as QueryOf<R>,
    // The check let nobody else through.
    buyer: request.buyer as BuyerOf<R>,
    request,
    reply,
  };
}

/** A header that names the file, in plain letters for old programs and in full for the others. */
function saveAs(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\w. -]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
