import sharp, { type Sharp } from 'sharp';
import type { VariantRequest } from '#server/ports/decoder/decoder.ts';
import type { RequestOf } from '#server/ports/decoder/messages.ts';
import { PAPER } from './make-square.ts';
import { drawPicture, drawSvg } from './open-picture.ts';

const MIN_QUALITY = 20;
const QUALITY_STEP = 8;
/** An eighth of the usual effort's time, for files a tenth larger. */
const AVIF_EFFORT = 2;

/** Returns a picture in another size and format. @throws ShopError as `drawPicture` */
export async function makeVariant(
  request: RequestOf<'variant'>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { picture } = request;
  if (!('svg' in picture)) {
    return drawPicture(picture, request, (drawn) => encode(drawn.autoOrient(), request));
  }
  const { data, info } = await drawSvg(picture.svg);
  return encode(sharp(data, { raw: info }), request);
}

async function encode(
  picture: Sharp,
  { width, height, fit, format, quality = 80, maxBytes = Infinity }: VariantRequest,
): Promise<Uint8Array<ArrayBuffer>> {
  const { data, info } = await picture
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sized = () => sharp(data, { raw: info });
  if (format === 'png') return sized().png().toBuffer();
  const flat = () => sized().flatten({ background: PAPER });
  let bytes: Buffer<ArrayBuffer>;
  let tried = quality;
  do {
    bytes = await (format === 'avif'
      ? flat().avif({ quality: tried, effort: AVIF_EFFORT })
      : flat().webp({ quality: tried, smartSubsample: true })
    ).toBuffer();
    tried -= QUALITY_STEP;
  } while (bytes.length > maxBytes && tried >= MIN_QUALITY);
  return bytes;
}
