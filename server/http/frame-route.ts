import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  onRequestHookHandler,
} from 'fastify';
import type * as z from 'zod/mini';
import type { Auth, PathParams, Route } from '#contract/route.ts';
import { nameOf } from '#contract/routes.ts';
import type { Buyer, SignedIn } from '#domain/buyer.ts';

/** Decides who may call a route: the only place where that is done. */
export type Authorize = (request: FastifyRequest, auth: Auth) => Promise<Buyer>;

declare module 'fastify' {
  interface FastifyRequest {
    buyer: Buyer;
  }
  interface FastifyInstance {
    authorize: Authorize;
    /** Milliseconds since 1970. */
    clock: () => number;
  }
  interface FastifyContextConfig {
    /** Who may call, where the check is made. */
    auth?: Auth;
  }
}

export type AnyRoute = Pick<Route, 'method' | 'path' | 'auth' | 'summary' | 'query'>;

type QueryOf<R> = R extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;

type BuyerOf<R extends Pick<Route, 'auth'>> = R['auth'] extends 'bearer' | 'admin'
  ? SignedIn
  : Buyer;

export type Asked<R extends AnyRoute> = {
  params: PathParams<R['path']>;
  query: QueryOf<R>;
  buyer: BuyerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};

const API = '/api';
const BEARER = { bearer: [] };
const SECURITY = { none: [], optional: [BEARER, {}], bearer: [BEARER], admin: [BEARER] };

/** Where a route is, and who may call it: `config` lets guards see that the check is made. */
export function frame(app: FastifyInstance, route: AnyRoute) {
  return {
    url: `${API}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { auth: route.auth },
    onRequest: [check(app, route)],
  };
}

/** Lets in whom the route lets in; from then on `request.buyer` says who it is. */
export function check(app: FastifyInstance, { auth }: AnyRoute): onRequestHookHandler {
  return async (request) => {
    request.buyer = await app.authorize(request, auth);
  };
}

/**
 * An admin's body may take minutes to arrive, in which the admin may be shut out. What everybody
 * else may write is held in its own transaction: see hold-account.ts.
 */
export async function recheck(app: FastifyInstance, { auth }: AnyRoute, request: FastifyRequest) {
  if (auth !== 'admin' || request.body === undefined) return;
  request.buyer = await app.authorize(request, auth);
}

export function describe(route: AnyRoute): FastifySchema {
  const { summary, path, auth, query } = route;
  const operationId = nameOf(route);
  return {
    ...(operationId ? { operationId } : {}),
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(query ? { querystring: query } : {}),
    security: SECURITY[auth],
  };
}

export function readCall<R extends AnyRoute>(
  request: FastifyRequest,
  reply: FastifyReply,
): Asked<R> {
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
