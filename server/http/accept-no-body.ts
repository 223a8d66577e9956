import type { FastifyInstance } from 'fastify';

/** Callers name JSON as the type of what they send even when they send nothing. */
export function acceptNoBody(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}
