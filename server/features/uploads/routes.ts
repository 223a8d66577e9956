import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uploadImage } from '#contract/uploads/uploads.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Context } from '#server/context.ts';
import { formOptions } from '#server/http/bodies.ts';
import { limitRate } from '#server/http/limits.ts';
import { serve, succeed } from '#server/http/route.ts';
import { type Arriving, arrive, createReceiveForm } from './arrive.ts';
import { createReceiveUpload } from './receive-upload.ts';
import { isPublicFile } from './urls.ts';

export function uploadRoutes(app: FastifyInstance, context: Context): void {
  const receiveForm = createReceiveForm(context);
  const receiveUpload = createReceiveUpload(context);
  serve(
    app,
    uploadImage,
    async ({ request }) => {
      const answer = await receiveUpload(
        (path, book) => receiveForm(request, (end) => saveImage(request, path, { end, book })),
        request.ip,
      );
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

async function saveImage(request: FastifyRequest, path: string, arriving: Arriving): Promise<void> {
  if (!request.isMultipart()) throw new ShopError('image_missing');
  const part = await readFirstFile(request);
  if (part?.fieldname !== 'image') {
    part?.file.resume();
    throw new ShopError('image_missing');
  }
  await arrive(part.file, path, arriving);
}

/** @throws ShopError `image_missing` when the form is invalid */
async function readFirstFile(request: FastifyRequest): Promise<MultipartFile | undefined> {
  try {
    return await request.file();
  } catch {
    throw new ShopError('image_missing');
  }
}
