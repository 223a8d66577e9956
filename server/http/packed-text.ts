import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Coding = 'br' | 'gzip' | 'identity';

/** A text compressed with each coding, so that no request has to compress it. */
type PackedText = Readonly<Record<Coding, { body: Buffer; etag: string }>>;

export async function packText(text: string): Promise<PackedText> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { br: tag(br), gzip: tag(zipped), identity: tag(plain) };
}

function tag(body: Buffer) {
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
}

/** @param accepted the request's Accept-Encoding */
export function chooseCoding(accepted: string): Coding {
  const taken = accepted.split(',').flatMap((part) => {
    const [name, ...params] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = params.find((each) => each.startsWith('q='))?.slice('q='.length) ?? '1';
    return name !== undefined && Number(weight) > 0 ? [name] : [];
  });
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
}

/**
 * Sends a packed text in the best coding that the client accepts; 304 without a body if the client
 * has it already. The caller sets the type, `Cache-Control` and any other `Vary` before.
 */
export function sendPacked(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  packed: PackedText,
): FastifyReply {
  const coding = chooseCoding(String(headers['accept-encoding'] ?? ''));
  const { body, etag } = packed[coding];
  const varies = [reply.getHeader('vary') ?? []].flat();
  reply.header('etag', etag).header('vary', [...varies, 'accept-encoding'].join(', '));
  if (coding !== 'identity') reply.header('content-encoding', coding);
  const isKnown = headers['if-none-match']?.includes(etag) === true;
  return isKnown ? reply.code(304).send() : reply.send(body);
}
