import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../context.ts';
import { MAX_BODY_BYTES } from '../../http/bodies.ts';

/**
 * Forms that one client may be sending at once. A buyer's page sends three, and neighbourhoods share
 * one address in mobile networks.
 */
const MAX_AT_ONCE = 100;
/** Bytes that have to come in each window: 1 kB a second, a tenth of the worst mobile network's. */
const SPEED = { windowMs: 30_000, minBytes: 30_000 };

/**
 * Reads a form while it arrives. @throws ShopError `too_many_requests` while its sender has too many
 * under way, `image_too_large` beyond a file and its frame, `upload_too_slow`, and what `read` throws
 */
export type ReceiveForm = <T>(
  request: FastifyRequest,
  read: (end: AbortSignal) => Promise<T>,
) => Promise<T>;

/** @returns what receives forms; `read` is told by its signal when it need not go on */
export function createReceiveForm({ limits }: Pick<Context, 'limits'>): ReceiveForm {
  const takeSlot = limits.slots(MAX_AT_ONCE);

  return async (request, read) => {
    if (Number(request.headers['content-length']) > MAX_BODY_BYTES) {
      throw new ShopError('image_too_large');
    }
    const leave = takeSlot(request.ip);
    const end = new AbortController();
    const ended = new Promise<never>((_resolve, reject) => {
      end.signal.addEventListener('abort', () => reject(end.signal.reason));
    });
    const bytes = countBytes(request.raw, end);
    let seen = 0;
    const watch = setInterval(() => {
      if (!request.raw.complete && bytes() - seen < SPEED.minBytes) {
        end.abort(new ShopError('upload_too_slow'));
      }
      seen = bytes();
    }, SPEED.windowMs);
    try {
      return await Promise.race([read(end.signal), ended]);
    } finally {
      clearInterval(watch);
      leave();
    }
  };
}

/** Counts a body while others read it, and ends it when it is too large. @returns the bytes so far */
function countBytes(body: IncomingMessage, end: AbortController): () => number {
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) return;
    // Also once its file was read: what else the form has is nobody's.
    body.unpipe();
    body.pause();
    end.abort(new ShopError('image_too_large'));
  });
  return () => bytes;
}
