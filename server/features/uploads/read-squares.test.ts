import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ShopError } from '#domain/base/errors.ts';
import { type Crop, MIDDLE_CROP } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS, type Press } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import { uploaded } from '#server/testing/client.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';
import { readSquares } from './read-squares.ts';
import { emptyPictures } from './remove-pictures.ts';
import { fileKeys, pictureId } from './urls.ts';

const RED = [255, 0, 0];
const BLUE = [0, 0, 255];
const GREEN = [0, 128, 0];
const WHITE = [255, 255, 255];

/** Left half red, right half blue. */
async function makeHalves(width: number, height: number): Promise<Buffer> {
  const half = { width: width / 2, height, channels: 3, background: '#0000ff' } as const;
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: half }, left: width / 2, top: 0 }])
    .png()
    .toBuffer();
}

describe.each(anyDatabase)('the square of a pin in a mail on %s', (kind) => {
  const shop = useShop(kind);

  async function readSquare(item: { imageUrl: string; crop: Crop | null; press: Press }) {
    const [square] = await readSquares(shop.context, [item]);
    return square;
  }

  async function draw(imageUrl: string, crop: Crop | null) {
    const file = await readSquare({ imageUrl, crop, press: DEFAULT_PRESS });
    if (!file) throw new Error('no square');
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    return (x: number, y: number) => {
      const at = 3 * (Math.floor(y * info.height) * info.width + Math.floor(x * info.width));
      return [...data.subarray(at, at + 3)];
    };
  }
  const near = (colour: number[], other: number[]) =>
    colour.every((part, at) => Math.abs(part - (other[at] ?? 0)) < 12);

  test('shows the visible part of its crop, sharp also on high-resolution screens', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makeHalves(1600, 1200)));
    const crop = { x: 0.5, y: 0.5, diameter: 0.1, rotation: 90, background: null };
    const pixel = await draw(imageUrl, crop);
    expect(near(pixel(0.5, 0.02), RED) && near(pixel(0.5, 0.47), RED)).toBe(true);
    expect(near(pixel(0.5, 0.53), BLUE) && near(pixel(0.5, 0.98), BLUE)).toBe(true);
  });

  test('is the cached one of the upload while crop and press are those of the upload', async () => {
    const { imageUrl, crop } = uploaded(await shop.upload(await makeHalves(800, 600)));
    const item = { imageUrl, crop, press: DEFAULT_PRESS };
    const id = pictureId(imageUrl) ?? '';
    const cached = Buffer.from('the cached square');
    const drawn = await readSquare(item);
    await shop.context.storage.put(fileKeys(id).square, cached);
    expect(await readSquare(item)).toEqual(cached);
    const others = [
      { ...item, crop: { ...crop, x: 0.4 } },
      { ...item, crop: { ...crop, rotation: 1 } },
      { ...item, crop: { ...crop, diameter: 0.9 } },
      { ...item, crop: { ...crop, background: '#008000' } },
      { ...item, press: { ...DEFAULT_PRESS, faceMm: 57 } },
    ];
    for (const other of others) expect(await readSquare(other)).not.toEqual(cached);
    await shop.context.storage.remove(fileKeys(id).square);
    expect(await readSquare(item)).toEqual(drawn);
  });

  test('has the text of its pin over the picture, and no other SVG is opened', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makeHalves(800, 600)));
    const text: PinText = {
      value: 'IIIII',
      font: 'anton',
      path: 'straight',
      colour: '#ffffff',
      outline: '#000000',
    };
    const item = { imageUrl, crop: null, press: DEFAULT_PRESS };
    const [plain, written] = await readSquares(shop.context, [item, { ...item, text }]);
    const whites = async (file: Uint8Array | null | undefined) => {
      const pixels = await sharp(file ?? undefined)
        .raw()
        .toBuffer();
      let found = 0;
      for (let at = 0; at < pixels.length; at += 3) {
        if (near([...pixels.subarray(at, at + 3)], WHITE)) found += 1;
      }
      return found;
    };
    expect(await whites(plain)).toBe(0);
    expect(await whites(written)).toBeGreaterThan(100);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const request = { picture: svg, crop: MIDDLE_CROP, side: 9, format: 'png' } as const;
    await expect(shop.context.decoder.makeSquare(request)).rejects.toMatchObject({
      code: 'image_broken',
    });
  });

  test('shows the background outside of the picture, up to the edge of the face', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makeHalves(400, 400)));
    const crop = { x: 0.5, y: 0.5, diameter: 2, rotation: 0, background: '#008000' };
    const pixel = await draw(imageUrl, crop);
    // The face is 2 × 58 / 70 pictures wide.
    const edge = 0.5 - 35 / 58 / 2;
    expect(near(pixel(edge - 0.03, 0.5), GREEN) && near(pixel(0.01, 0.01), GREEN)).toBe(true);
    expect(near(pixel(edge + 0.03, 0.5), RED)).toBe(true);
  });

  test('shows nothing for a picture with broken copies, and fails while the decoder is unavailable', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makeHalves(400, 400)));
    const { image, thumbnail } = fileKeys(pictureId(imageUrl) ?? '');
    const { storage, decoder } = shop.context;
    for (const key of [image, thumbnail]) await storage.put(key, Buffer.alloc(10));
    const crop = { x: 0.4, y: 0.5, diameter: 0.5, rotation: 0, background: null };
    const item = { imageUrl, crop, press: DEFAULT_PRESS };
    expect(await readSquares(shop.context, [item])).toEqual([null]);
    const makeSquare = () => Promise.reject(new ShopError('unavailable'));
    const away = { ...shop.context, decoder: { ...decoder, makeSquare } };
    await expect(readSquares(away, [item])).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('shows the middle of an item without a crop, and nothing for a lost picture', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makeHalves(900, 300)));
    const pixel = await draw(imageUrl, null);
    expect(near(pixel(0.02, 0.5), RED) && near(pixel(0.98, 0.5), BLUE)).toBe(true);
    const { db, clock } = shop.context;
    const id = pictureId(imageUrl) ?? '';
    await db.transaction((tx) => emptyPictures(tx, [id], clock()));
    const item = { imageUrl, crop: null, press: DEFAULT_PRESS };
    expect(await readSquare(item)).toBeNull();
    expect(await readSquare({ ...item, imageUrl: '/files/x.webp' })).toBeNull();
  });
});
