import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { ShopError } from '#domain/base/errors.ts';
import type { PhotoWidth } from '#domain/home/face-photos.ts';
import type { Context } from '#server/context.ts';
import { fileKeys, pictureUrls } from '#server/features/uploads/urls.ts';
import type { VariantRequest } from '#server/ports/decoder/decoder.ts';
import { isNamedInSaves } from '#server/settings/repo.ts';

type Encoding = Pick<VariantRequest, 'format' | 'quality' | 'maxBytes'> & { width: PhotoWidth };

/** The copies of a photo by the ends of their names, encoded as ours (`tools/photos`). */
const ENCODINGS: Readonly<Record<string, Encoding>> = {
  '480.avif': { width: 480, format: 'avif', quality: 54 },
  '640.avif': { width: 640, format: 'avif', quality: 46 },
  '640.webp': { width: 640, format: 'webp', quality: 72 },
  '960.avif': { width: 960, format: 'avif', quality: 45 },
};
/** In the page itself, which has to arrive with few round trips. */
const INLINE: Encoding = { width: 640, format: 'avif', quality: 40, maxBytes: 16_000 };
/** Some photos of earlier saves are still on open pages. */
const MAX_CACHED = 60;

export type FacePhotos = {
  /** Returns a photo for the page itself, as a data URL; null when its file is lost. */
  inline(id: string): Promise<string | null>;
};

/**
 * Serves the copies of the home page's own photos. They are made when first requested and cached in
 * memory: a few hundred kB that follow from the stored uploads.
 */
export function facePhotos(app: FastifyInstance, context: Context): FacePhotos {
  const { db, decoder, storage } = context;
  const cache = new Map<string, Promise<Uint8Array | null>>();

  async function encode(id: string, { width, ...encoding }: Encoding): Promise<Uint8Array | null> {
    const file = await storage.open(fileKeys(id).image);
    if (!file) return null;
    const picture = await buffer(file.stream);
    const size = { width, height: (width * 3) / 4, fit: 'cover' } as const;
    return decoder.makeVariant({ picture, ...size, ...encoding });
  }

  function read(key: string, id: string, encoding: Encoding): Promise<Uint8Array | null> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const made = encode(id, encoding);
    cache.set(key, made);
    made.catch(() => cache.delete(key));
    const [oldest = ''] = cache.keys();
    if (cache.size > MAX_CACHED) cache.delete(oldest);
    return made;
  }

  app.get<{ Params: { name: string } }>(
    '/photos/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      const [, id = '', end = ''] = /^([\w-]{24})-(\d+\.\w+)$/.exec(name) ?? [];
      const encoding = ENCODINGS[end];
      const { imageUrl } = pictureUrls(id);
      const isShown =
        encoding && (cache.has(name) || (await isNamedInSaves(db.queries, 'face', imageUrl)));
      const bytes = isShown ? await read(name, id, encoding) : null;
      if (bytes === null) throw new ShopError('not_found', { message: 'Imagen no disponible' });
      return reply
        .type(`image/${encoding?.format}`)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(bytes);
    },
  );

  return {
    inline: async (id) => {
      const bytes = await read(id, id, INLINE);
      return bytes && `data:image/avif;base64,${Buffer.from(bytes).toString('base64')}`;
    },
  };
}
