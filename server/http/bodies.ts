import type { FastifyInstance } from 'fastify';
import { MAX_IMAGE_BYTES } from '#domain/images.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

/** Room for the multipart frame around a file. */
const FRAME_BYTES = 64 * 1024;
/** The largest body of any call: a file and its frame. */
export const MAX_BODY_BYTES = MAX_IMAGE_BYTES + FRAME_BYTES;
/** Time for a sender to read its answer before the connection goes. */
const LINGER_MS = 2000;
const REQUEST_TIMEOUT = 408;

/**
 * Reads on after an answer that came before the end of its body, since most senders read the answer
 * only then. It reads no body that is larger than any call's, says no length or came too slowly: its
 * connection is closed.
 */
export function endBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const length =
      'transfer-encoding' in headers ? Infinity : Number(headers['content-length'] ?? 0);
    if (raw.complete || length === 0) return;
    raw.unpipe();
    if (length <= MAX_BODY_BYTES && reply.statusCode !== REQUEST_TIMEOUT) {
      raw.resume();
      return;
    }
    // Begun and paused: Node reads on to the end of a body that has no reader yet. All that
    // waits is taken: beside a full buffer `read(0)` would begin nothing.
    raw.read();
    raw.pause();
    reply.raw.once('finish', () => {
      const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS);
      raw.socket.once('close', () => clearTimeout(timer));
    });
  });
}

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
