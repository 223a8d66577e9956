import type { Readable } from 'node:stream';
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySerializerCompiler,
  onRequestHookHandler,
} from 'fastify';
import { ResponseSerializationError } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { errorAnswer } from '#contract/base/errors.ts';
import {
  type Auth,
  type BodyOf,
  type FileRoute,
  type PathParams,
  type Route,
  USUAL_BODY_BYTES,
} from '#contract/base/route.ts';
import { firstOfEach } from '#contract/base/rules.ts';
import { nameOf } from '#contract/routes.ts';
import type { Buyer, SignedIn } from '#domain/people/buyer.ts';
import { validationError } from './errors.ts';
import { refuseUnstorable } from './storable-texts.ts';

type Options = {
  /** Runs before the body is read. */
  onRequest?: onRequestHookHandler[];
  /** Milliseconds after which the client gets a 503, even if the call still waits. */
  patienceMs?: number;
  docs?: FastifySchema;
};

/** Longer than the database's limit for a statement: only an unresponsive one takes longer. */
const PATIENCE_MS = 60_000;

export function succeed<T extends object>(answer: T): { success: true } & T {
  return { success: true, ...answer };
}

/** Serves a contract's route below `/api`: checks the caller, body and response by the contract. */
export function serve<const R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<z.input<R['answer']>>,
  { patienceMs = PATIENCE_MS, docs = {}, onRequest }: Options = {},
): void {
  app.route({
    ...frame(app, route, onRequest),
    handlerTimeout: patienceMs,
    ...(route.maxBodyBytes === undefined ? {} : { bodyLimit: route.maxBodyBytes }),
    schema: {
      ...describe(route),
      response: { ...successes(route), '4xx': errorAnswer, '5xx': errorAnswer },
      ...docs,
    },
    handler: async (request, reply) => {
      await recheck(app, route, request);
      const answer = await handler(readCall(app, route, request, reply));
      if (reply.statusCode !== route.otherStatus) reply.code(route.status ?? 200);
      return reply.send(answer);
    },
  });
}

function successes({ status = 200, otherStatus, answer }: Route): Record<number, Route['answer']> {
  return { [status]: answer, ...(otherStatus === undefined ? {} : { [otherStatus]: answer }) };
}

/** Parses a body that a route reads itself. @throws ShopError as for the other bodies */
export function parseBody<S extends z.ZodMiniType>(schema: S, sent: unknown): z.output<S> {
  const { data, error } = z.safeParse(compile(schema), sent);
  if (error) throw validationError(firstOfEach(error.issues));
  refuseUnstorable(data);
  // The compiled schema has the same type.
  return data as z.output<S>;
}

/** Decides who may call a route: the only place that does. */
export type Authorize = (request: FastifyRequest, auth: Auth) => Promise<Buyer>;

declare module 'fastify' {
  interface FastifyRequest {
    buyer: Buyer;
  }
  interface FastifyInstance {
    authorize: Authorize;
    /** Milliseconds since 1970. */
    clock: () => number;
    limitLongBodies: (call: string) => onRequestHookHandler;
  }
  interface FastifyContextConfig {
    /** Who may call the route; set by the routes that check it. */
    auth?: Auth;
  }
}

type AnyRoute = Pick<
  Route,
  'method' | 'path' | 'auth' | 'summary' | 'query' | 'body' | 'maxBodyBytes'
>;

type QueryOf<R> = R extends { query: infer Q extends z.ZodMiniType } ? z.output<Q> : undefined;

type BuyerOf<R extends Pick<Route, 'auth'>> = R['auth'] extends 'bearer' | 'admin'
  ? SignedIn
  : Buyer;

/** A request, after all its parts were checked by the contract. */
export type Call<R extends AnyRoute> = {
  params: PathParams<R['path']>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  buyer: BuyerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};

const API = '/api';
const BEARER = { bearer: [] };
const SECURITY = { none: [], optional: [BEARER, {}], bearer: [BEARER], admin: [BEARER] };

/**
 * The path of a route and its check of the caller; `config` shows guards that the check is made.
 */
function frame(
  app: FastifyInstance,
  route: AnyRoute,
  onRequest: readonly onRequestHookHandler[] = [],
) {
  const takesLong = (route.maxBodyBytes ?? 0) > USUAL_BODY_BYTES;
  return {
    method: route.method,
    url: `${API}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: { auth: route.auth },
    onRequest: [
      check(app, route),
      ...(takesLong ? [app.limitLongBodies(`${route.method} ${route.path}`)] : []),
      ...onRequest,
    ],
  };
}

/** Authorizes the caller; from then on `request.buyer` is the user. */
function check(app: FastifyInstance, { auth }: AnyRoute): onRequestHookHandler {
  return async (request) => {
    request.buyer = await app.authorize(request, auth);
  };
}

/**
 * Checks an admin again after the body was read: it may take minutes to arrive, and the admin may
 * be disabled meanwhile. Writes of other users lock the session in their transaction: see
 * lockCallerSession.
 */
async function recheck(app: FastifyInstance, { auth }: AnyRoute, request: FastifyRequest) {
  if (auth !== 'admin' || request.body === undefined) return;
  request.buyer = await app.authorize(request, auth);
}

function describe(route: AnyRoute): FastifySchema {
  const { summary, path, auth, query, body } = route;
  const operationId = nameOf(route);
  return {
    ...(operationId ? { operationId } : {}),
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(query ? { querystring: query } : {}),
    // That of a guest's body.
    ...(body && { sent: typeof body === 'function' ? body({ isGuest: true, now: 0 }) : body }),
    security: SECURITY[auth],
  };
}

/** @throws ShopError `validation_failed` with every invalid field of the body */
function readCall<R extends AnyRoute>(
  app: FastifyInstance,
  route: R,
  request: FastifyRequest,
  reply: FastifyReply,
): Call<R> {
  const sender = { isGuest: request.buyer === null, now: app.clock() };
  const schema = typeof route.body === 'function' ? route.body(sender) : route.body;
  return {
    // The router matched the path, and the validator parsed the query by the route's own schema.
    params: request.params as PathParams<R['path']>,
    query: request.query as QueryOf<R>,
    // Parsed by the type's own schema; undefined when the route has none.
    body: (schema && parseBody(schema, request.body)) as BodyOf<R>,
    // The check refused everyone else.
    buyer: request.buyer as BuyerOf<R>,
    request,
    reply,
  };
}

export type FileAnswer = {
  content: Readable;
  type: string;
  name: string;
  /** Unknown when it is generated while it is sent. */
  bytes?: number;
};

export function serveFile<const R extends FileRoute>(
  app: FastifyInstance,
  route: R,
  handler: (call: Call<R>) => Promise<FileAnswer>,
  { onRequest }: Pick<Options, 'onRequest'> = {},
): void {
  const schema = isJsonFile(route) ? z.record(z.string(), z.unknown()) : z.file();
  app.route({
    ...frame(app, route, onRequest),
    schema: {
      ...describe(route),
      response: {
        200: { description: 'A file to save', content: { [route.file]: { schema } } },
        '4xx': errorAnswer,
        '5xx': errorAnswer,
      },
    },
    handler: async (request, reply) => {
      const call = readCall(app, route, request, reply);
      const { content, type, name, bytes } = await handler(call);
      if (bytes !== undefined) reply.header('content-length', bytes);
      return reply.header('content-disposition', saveAs(name)).type(type).send(content);
    },
  });
}

const isJsonFile = ({ file }: FileRoute) => file.startsWith('application/json');

/** Returns the header with the file name, in ASCII for old programs and in full for others. */
function saveAs(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\w. -]/g, '');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** By schema: the errors' schema is in every route. */
const compiled = new WeakMap<z.ZodMiniType, z.ZodMiniType>();

/**
 * Returns the serializer of a route's answers: it leaves out fields that are not in the schema, and
 * throws a ResponseSerializationError for an answer that breaks it.
 */
export const serializeAnswers: FastifySerializerCompiler<z.ZodMiniType> = ({
  schema,
  method,
  url,
}) => {
  return (answer) => {
    const { data, error } = z.safeParse(compile(schema), answer);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};

/**
 * Compiles a schema at its first use: interpreting it for fifty orders took longer than reading
 * them.
 */
function compile(schema: z.ZodMiniType): z.ZodMiniType {
  const known = compiled.get(schema) ?? z.compile(schema);
  compiled.set(schema, known);
  return known;
}
