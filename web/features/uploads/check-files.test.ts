import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { unreadable } from '#web/lib/testing/unreadable.ts';
import { addedMessage, checkFiles } from './check-files.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0];
const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0];

const file = (name: string, head: readonly number[], size = 100) =>
  new File([new Uint8Array(head), new Uint8Array(size - head.length)], name);

describe('chosen files', () => {
  it('are judged by their bytes, not by their name', async () => {
    const good = file('sin-extension', png);
    const fake = file('texto.jpg', [1, 2, 3]);
    const { accepted, problem } = await checkFiles([good, fake], 10);
    expect(accepted).toEqual([good]);
    expect(problem).toEqual({
      message:
        'Archivos rechazados: texto.jpg: Tipo de archivo no permitido. Solo se permiten imagenes JPEG, PNG y WebP menores a 5MB.',
      advice: [],
      tooLarge: [],
      others: [fake],
    });
  });

  it('pass with exactly 5 MB and fail with one byte more', async () => {
    const fits = file('justo.jpg', jpeg, MAX_IMAGE_BYTES);
    const over = file('grande.jpg', jpeg, MAX_IMAGE_BYTES + 1);
    const { accepted, problem } = await checkFiles([fits, over], 10);
    expect(accepted).toEqual([fits]);
    expect(problem?.message).toContain('grande.jpg: Archivo demasiado grande.');
    expect(problem?.tooLarge).toEqual([over]);
  });

  it('that are too large have that reason alone, unless they are known to be something else', async () => {
    const large = (name: string, head: readonly number[], type: string) =>
      new File([file(name, head, MAX_IMAGE_BYTES + 1)], name, { type });
    const { problem } = await checkFiles(
      [
        large('vacia.png', [0], 'image/png'),
        large('libro.jpg', [...new TextEncoder().encode('%PDF-1.7')], 'image/jpeg'),
        large('texto.txt', [0], 'text/plain'),
      ],
      10,
    );
    const both = 'Tipo de archivo no permitido, Archivo demasiado grande';
    expect(problem?.message).toContain(
      `vacia.png: Archivo demasiado grande; libro.jpg: ${both}; texto.txt: ${both}.`,
    );
    expect(problem?.tooLarge).toEqual([]);
  });

  it('come back with a way to use them, said once for many of a kind', async () => {
    const heic = [0, 0, 0, 24, ...new TextEncoder().encode('ftypheic')];
    const { problem } = await checkFiles([file('1.heic', heic), file('2.jpg', heic)], 10);
    expect(problem?.message).toContain('1.heic: Tipo de archivo no permitido; 2.jpg:');
    expect(problem?.advice).toEqual([expect.stringContaining('HEIC')]);
  });

  it('that cannot be read are not called a wrong type', async () => {
    const cloud = file('nube.jpg', jpeg);
    cloud.slice = unreadable;
    const { problem } = await checkFiles([cloud], 10);
    expect(problem?.message).toContain('nube.jpg: No se pudo leer.');
    expect(problem?.advice).toEqual([expect.stringContaining('Google Drive')]);
  });

  it('stop at the number of pictures an order takes', async () => {
    const files = [file('1.png', png), file('2.png', png)];
    const { accepted, problem } = await checkFiles(files, 1);
    expect(accepted).toHaveLength(1);
    expect(problem?.message).toContain('hasta 100 imágenes');
  });

  it('are counted in the notice', () => {
    expect(addedMessage(1)).toBe('Se agregó 1 imagen');
    expect(addedMessage(3)).toBe('Se agregaron 3 imágenes');
  });
});
