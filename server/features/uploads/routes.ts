import type { FastifyInstance, FastifyReply } from 'fastify';
import { uploadImage } from '#contract/uploads/uploads.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { createReceiveForm } from './file-form.ts';
import { createReceiveUpload } from './receive-upload.ts';
import { findUploads } from './repo.ts';
import { fileKeys, isPublicFile, logoId, SVG_TYPE } from './urls.ts';

export function uploadRoutes(app: FastifyInstance, context: Context): void {
  const receiveForm = createReceiveForm(context, {
    ...{ field: 'image', unreadable: missing, isFileOnly: true },
  });
  const receiveUpload = createReceiveUpload(context);
  serve(
    app,
    uploadImage,
    async ({ request }) => {
      const { type: _, ...answer } = await receiveUpload(async (path, book) => {
        if (!(await receiveForm(request, { path, book })).hasFile) throw missing();
      }, request.ip);
      return succeed(answer);
    },
    {
      onRequest: [limitRate(context, { name: 'upload', points: 3000, seconds: 3600 })],
      ...formOptions('image', { required: ['image'] }),
    },
  );

  app.get<{ Params: { key: string } }>(
    '/files/:key',
    { schema: { hide: true } },
    async ({ params: { key } }, reply) => {
      if (key.endsWith('.svg')) return sendSvg(context, key, reply);
      const file = isPublicFile(key) ? await context.storage.open(key) : null;
      if (!file) throw new ShopError('not_found', { message: 'Imagen no disponible' });
      return reply
        .type('image/webp')
        .header('content-length', file.bytes)
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(file.stream);
    },
  );
}

/** Sends a logo as it was cleaned; opened by itself, it may load and run nothing. */
async function sendSvg({ db, storage }: Context, key: string, reply: FastifyReply) {
  const id = logoId(`/files/${key}`) ?? '';
  const [upload] = await findUploads(db.queries, [id]);
  const file = upload?.mime_type === SVG_TYPE ? await storage.open(fileKeys(id).original) : null;
  if (!file) throw new ShopError('not_found', { message: 'Imagen no disponible' });
  return reply
    .type(SVG_TYPE)
    .header('content-length', file.bytes)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(file.stream);
}

const missing = () => new ShopError('image_missing');
