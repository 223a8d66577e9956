import sharp, { type Sharp } from 'sharp';
import type { VariantRequest } from '#server/ports/decoder/decoder.ts';
import type { RequestOf, Result } from '#server/ports/decoder/messages.ts';
import { drawPicture, drawSvg } from './open-picture.ts';

const MIN_QUALITY = 20;
const QUALITY_STEP = 8;
/** An eighth of the usual effort's time, for files a tenth larger. */
const AVIF_EFFORT = 2;

/** Returns a picture in another size and format. @throws ShopError as `drawPicture` */
export async function makeVariant(request: RequestOf<'variant'>): Promise<Result> {
  const { picture } = request;
  const variant =
    'svg' in picture
      ? await encode(await openSvg(picture.svg), request)
      : await drawPicture(picture, request, (drawn) => encode(drawn.autoOrient(), request));
  return variant ? { kind: 'variant', variant } : { kind: 'heavy' };
}

async function openSvg(svg: string): Promise<Sharp> {
  const { data, info } = await drawSvg(svg);
  return sharp(data, { raw: info });
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
  let bytes: Buffer<ArrayBuffer>;
  let tried = quality;
  do {
    bytes = await (format === 'avif'
      ? sized().removeAlpha().avif({ quality: tried, effort: AVIF_EFFORT })
      : sized().removeAlpha().webp({ quality: tried, smartSubsample: true })
    ).toBuffer();
    tried -= QUALITY_STEP;
  } while (bytes.length > maxBytes && tried >= MIN_QUALITY);
  return bytes;
}
