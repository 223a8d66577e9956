import { errorMessages } from '#contract/base/messages.ts';
import { type ErrorCode, ShopError } from '#domain/base/errors.ts';
import { RARE_KIND_ADVICE } from '#domain/pins/foreign-files.ts';
import type { Context } from '#server/context.ts';
import type { Copies, CopiesRequest } from '#server/ports/decoder/decoder.ts';

/**
 * Maximum decoder processor time of one client, in milliseconds: a quarter of two processors.
 * 30 photos of 12 megapixels take about 10 seconds, so whole neighbourhoods behind one address pass.
 */
const DECODING = { name: 'decoding', points: 300_000, seconds: 600 };

export type DecodePicture = (request: CopiesRequest, address: string) => Promise<Copies>;

/**
 * Returns a function that decodes pictures and counts the processor time of their client.
 * It throws ShopError: `too_many_requests` when the client has used up its processor time, `busy` when
 * too many pictures wait, and the errors of the picture itself.
 */
export function createDecodePicture({
  decoder,
  limits,
}: Pick<Context, 'decoder' | 'limits'>): DecodePicture {
  const decoding = limits.byClient(DECODING);
  return async (request, address) => {
    const retryAfterS = await decoding.secondsSpent(address);
    if (retryAfterS > 0) throw new ShopError('too_many_requests', { retryAfterS });
    const { client, network } = limits.hashClient(address);
    const decoded = await decoder.makeCopies(request, network ?? client);
    await decoding.charge(address, Math.ceil(decoded.spentMs));
    if ('copies' in decoded) return decoded.copies;
    if (decoded.refusal === 'image_type_not_allowed') throw refuseType(RARE_KIND_ADVICE);
    throw new ShopError(decoded.refusal);
  };
}

/** Returns the error for a file that is not of the allowed kinds. */
export function refuseType(
  advice: string | null,
  code: ErrorCode = 'image_type_not_allowed',
): ShopError {
  return new ShopError(code, advice ? { message: `${errorMessages[code]}. ${advice}` } : {});
}
