import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'br' | 'gzip' | 'identity';

/** A page ready to go out in each coding, so that no request has to compress it. */
export type PackedPage = Readonly<Record<Coding, { body: Buffer; etag: string }>>;

export async function packPage(page: string): Promise<PackedPage> {
  const plain = Buffer.from(page);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  return { br: tag(br), gzip: tag(zipped), identity: tag(plain) };
}

function tag(body: Buffer) {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/** @param accepted the request's Accept-Encoding */
export function chooseCoding(accepted: string): Coding {
  const taken = accepted.split(',').flatMap((part) => {
    const [name = '', weight = '1'] = part.trim().split(/\s*;\s*q=/i);
    return Number(weight) > 0 ? [name.toLowerCase()] : [];
  });
  return (['br', 'gzip'] as const).find((coding) => taken.includes(coding)) ?? 'identity';
}
