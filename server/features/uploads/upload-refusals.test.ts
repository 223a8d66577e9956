import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { makeZeroPng } from '#server/testing/bombs.ts';
import { uploaded } from '#server/testing/client.ts';
import {
  forgePng,
  makeHugePng,
  makeJpeg,
  makeNoise,
  makePng,
  makeWebp,
} from '#server/testing/pictures.ts';
import { someOf } from '#server/testing/seed.ts';
import { anyDatabase, openShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

async function cut(picture: Promise<Buffer>): Promise<Buffer> {
  const bytes = await picture;
  return bytes.subarray(0, Math.floor(bytes.length / 2));
}

async function ended(picture: Promise<Buffer>): Promise<Buffer> {
  return Buffer.concat([await picture, Buffer.from([0xff, 0xd9])]);
}

describe.each(anyDatabase)('a wrong upload on %s', (kind) => {
  const shop = useShop(kind);

  afterEach(async () => {
    expect(await shop.arrivingFiles()).toEqual([]);
    expect(await shop.storedFiles()).toEqual([]);
    expect(await shop.context.db.queries.selectFrom('uploads').select('id').execute()).toEqual([]);
  });

  test.each([
    ['a text named .jpg', Buffer.from('No soy una foto, soy un texto.')],
    ['an SVG with a script', Buffer.from(SVG)],
    ['an SVG behind an XML head', Buffer.from(`<?xml version="1.0"?>${SVG}`)],
    ['a GIF', GIF],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ')],
    ['an iPhone HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a file of zero bytes', Buffer.alloc(0)],
    ['a file of two bytes', Buffer.from([0xff, 0xd8])],
    ['a RIFF file that is no WebP', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
  ])('%s is no picture: 415', async (_name, bytes) => {
    const { status, body } = await shop.upload(bytes);
    expect(status).toBe(415);
    expect(body).toEqual({
      success: false,
      code: 'image_type_not_allowed',
      message: expect.stringMatching(
        /^Tipo de archivo no permitido: usa imágenes JPEG, PNG o WebP/,
      ),
    });
  });

  test('an iPhone HEIC is refused with an explanation how to make it a JPEG', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
    const { body } = await shop.upload(heic);
    expect(body.message).toContain('Las fotos HEIC son las del iPhone');
  });

  test.each<[string, (jpeg: Buffer, frame: number) => void]>([
    ['lossless', (jpeg, frame) => jpeg.writeUInt8(0xc3, frame + 1)],
    ['hierarchical', (jpeg, frame) => jpeg.writeUInt8(0xc5, frame + 1)],
    ['lossless and arithmetic', (jpeg, frame) => jpeg.writeUInt8(0xcb, frame + 1)],
    ['JPEG-LS', (jpeg, frame) => jpeg.writeUInt8(0xf7, frame + 1)],
    ['12 bits', (jpeg, frame) => jpeg.writeUInt8(12, frame + 4)],
    ['a height told later', (jpeg, frame) => jpeg.writeUInt16BE(0, frame + 5)],
    ['two channels', (jpeg, frame) => jpeg.writeUInt8(2, frame + 9)],
  ])('a JPEG of a rare kind (%s) is not called damaged: 415', async (_name, change) => {
    const jpeg = await makeJpeg({ width: 90, height: 60 });
    change(jpeg, jpeg.indexOf(Buffer.from([0xff, 0xc0])));
    const { status, body } = await shop.upload(jpeg);
    expect([status, body.code]).toEqual([415, 'image_type_not_allowed']);
    expect(body.message).toContain('guárdalo de nuevo como JPEG o PNG');
  });

  const progressive = async () =>
    sharp(await makeNoise(300, 300))
      .jpeg({ progressive: true })
      .toBuffer();

  test.each([
    ['a JPEG cut in half', () => cut(makeNoise(300, 300))],
    ['a JPEG cut in half with an end mark', () => ended(cut(makeNoise(300, 300)))],
    ['a progressive JPEG cut in half', () => cut(progressive())],
    ['a progressive JPEG cut in half with an end mark', () => ended(cut(progressive()))],
    ['a JPEG without its last pixels', async () => (await makeNoise(300, 300)).subarray(0, -9)],
    [
      'a PNG cut in half',
      () =>
        cut(
          sharp({
            create: {
              width: 90,
              height: 90,
              channels: 3,
              background: '#888',
              noise: { type: 'gaussian', mean: 128, sigma: 60 },
            },
          })
            .png()
            .toBuffer(),
        ),
    ],
    ['a WebP cut in half', () => cut(makeWebp({ width: 300, height: 300 }))],
    ['a JPEG of its first bytes', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
    [
      'a JPEG of rubbish',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5000, 7)]),
    ],
    ['a PNG signature alone', async () => (await makePng()).subarray(0, 8)],
    ['a PNG whose data is no data', async () => forgePng(20, 20, Buffer.from('rubbish'))],
    ['a PNG whose data is missing', async () => forgePng(20, 20)],
    ['a PNG of no width', async () => forgePng(0, 20, deflateSync(Buffer.alloc(61)))],
  ])('%s is broken: 400', async (_name, make) => {
    const { status, body } = await shop.upload(await make());
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      code: 'image_broken',
      message: 'No pudimos leer la imagen: el archivo está dañado o incompleto',
    });
  });

  test.each([
    [
      '20,000 x 20,000 in its header',
      () => forgePng(20_000, 20_000),
      /el máximo es 40 megapíxeles$/,
    ],
    ['20,000 x 20,000, all there', () => makeHugePng(20_000), /el máximo es 40 megapíxeles$/],
    ['2,147,483,647 squared', () => forgePng(2 ** 31 - 1, 2 ** 31 - 1), /está dañado/],
  ])('a picture of %s is refused and takes no memory', async (_pixels, make, message) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    const { status, body } = await shop.upload(bytes);
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
  });

  test('a small file that takes 0.4 GB to decode is refused with that reason: 400', async () => {
    const side = 6300;
    const bomb = makeZeroPng({
      ...{ width: side, height: side, depth: 16, isInterlaced: true, isTurned: true },
    });
    expect(bomb.length).toBeLessThan(1_500_000);
    const { status, body } = await shop.upload(bomb);
    expect([status, body.code]).toEqual([400, 'image_too_complex']);
    expect(body.message).toMatch(/^Esta imagen exige demasiada memoria para abrirla/);
  });

  test('a picture under another field name is missing', async () => {
    const { status, body } = await shop.upload(await makeJpeg(), { field: 'photo' });
    expect([status, body.code]).toEqual([400, 'image_missing']);
  });

  test.each([
    ['no field at all', () => new FormData()],
    ['a text instead of a file', () => form(['image', 'texto'])],
    ['a text under the name of a prototype', () => form(['__proto__', 'x'], ['toString', 'y'])],
    ['a body that is no form', () => 'hola'],
    ['an empty body', () => ''],
  ])('%s: 400', async (_name, make) => {
    const { status, body } = await shop.call('/api/upload', { method: 'POST', raw: make() });
    expect(body).toMatchObject({ success: false });
    expect([400, 415]).toContain(status);
  });

  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed; boundary=a',
  ])('a form of type "%s" cannot be read: 400 or 415, never a 500', async (type) => {
    const { status, body } = await shop.call('/api/upload', {
      raw: '--a\r\n\r\n--a--',
      headers: { 'content-type': type },
    });
    expect([400, 415]).toContain(status);
    expect(body.success).toBe(false);
  });
});

describe('more than one file in a form', () => {
  test.each(someOf([1, 100_000], 2))(
    'is answered without failure and leaves nothing half done (second file of %i bytes)',
    async (size) => {
      const shop = await openShop('sqlite');
      const picture = await makeJpeg();
      for (let round = 0; round < 3; round += 1) {
        const body = new FormData();
        body.append('image', new Blob([new Uint8Array(picture)]), 'a.jpg');
        body.append('image', new Blob([new Uint8Array(size)]), 'b.jpg');
        const answer = await shop.call('/api/upload', { method: 'POST', raw: body });
        expect([201, 400]).toContain(answer.status);
      }
      expect(await shop.arrivingFiles()).toEqual([]);
      uploaded(await shop.upload(picture));
      await shop.close();
    },
  );
});

function form(...fields: [string, string][]): FormData {
  const made = new FormData();
  for (const [name, value] of fields) made.append(name, value);
  return made;
}
