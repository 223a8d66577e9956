import type { FastifyInstance } from 'fastify';

type Write = (facts: object, message: string) => void;

/** The shop's log: each entry has fields and a message. */
export type Log = { debug: Write; info: Write; warn: Write; error: Write };

type ErrorFacts = {
  type: string;
  message: string;
  stack: string;
  code?: unknown;
  cause?: ErrorFacts;
};

/**
 * Returns an error's fields for the log, and no others: a database's error has the rejected row.
 */
export function describeError(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/** Logs each response with its route's pattern: URLs may contain personal data. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const facts = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (facts.route.startsWith('/api')) request.log.info(facts, 'answered');
    else request.log.debug(facts, 'answered');
  });
}
