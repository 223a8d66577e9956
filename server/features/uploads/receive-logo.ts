import { readFile, stat, writeFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { MAX_LOGO_BYTES } from '#contract/settings/settings-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { sniffImageType } from '#domain/pins/image-files.ts';
import type { Context } from '#server/context.ts';
import { readHead } from './arrive.ts';
import { cleanSvg } from './clean-svg.ts';
import { createReceiveForm } from './file-form.ts';
import { drawLogo } from './logo.ts';
import { createReceiveUpload } from './receive-upload.ts';
import { SVG_TYPE } from './urls.ts';

export function createReceiveLogo(context: Context): (request: FastifyRequest) => Promise<string> {
  const receiveForm = createReceiveForm(context, { field: 'logo', unreadable: missing });
  const receive = createReceiveUpload(context, async (path, drawnPath) => {
    const { size } = await stat(path);
    if (size > MAX_LOGO_BYTES) throw tooLarge();
    if (sniffImageType(await readHead(path)) === 'image/png') {
      return { type: 'image/png', shownPath: path };
    }
    const markup = cleanSvg(await readFile(path, 'utf8'));
    if (markup === null) throw wrongType();
    const file = Buffer.from(markup);
    await writeFile(path, file);
    await writeFile(drawnPath, await drawLogo(context, { type: SVG_TYPE, file }));
    return { type: SVG_TYPE, shownPath: drawnPath };
  });

  return async (request) => {
    const { imageUrl, type } = await receive(async (path, book) => {
      if (!(await receiveForm(request, { path, book })).hasFile) throw missing();
    }, request.ip);
    return type === SVG_TYPE ? imageUrl.replace(/webp$/, 'svg') : imageUrl;
  };
}

const tooLarge = () =>
  new ShopError('image_too_large', { message: 'El logo puede pesar hasta 200 kB' });
const missing = () => new ShopError('image_missing', { message: 'Elige el archivo del logo' });
const wrongType = () =>
  new ShopError('image_type_not_allowed', {
    message: 'El logo debe ser un PNG, o un SVG con formas, trazos o texto',
  });
