import type { FastifyInstance } from 'fastify';
import { takeTurn } from '../take-turn.ts';

/** A longer body takes some milliseconds to read and check: other requests are answered before it. */
const MAX_AT_ONCE = 32_000;

/** Reads JSON; clients name it as the type of what they send even when they send nothing. */
export function readJsonBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (body.length <= MAX_AT_ONCE) void parse(request, String(body), done);
    else void takeTurn().then(() => parse(request, String(body), done));
  });
}
