import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { uploaded } from '#server/testing/client.ts';
import {
  makeAnimatedWebp,
  makeCmykJpeg,
  makeDeepPng,
  makeJpeg,
  makePhonePhoto,
  makePng,
  makeWebp,
  padJpeg,
} from '#server/testing/pictures.ts';
import { findRow } from '#server/testing/rows.ts';
import { anyDatabase, useShop } from '#server/testing/use-shop.ts';
import { pictureId } from './urls.ts';

describe.each(anyDatabase)('an upload on %s', (kind) => {
  const shop = useShop(kind);

  async function show(url: string): Promise<Buffer> {
    const response = await shop.fetch(url);
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  test.each([
    ['JPEG', makeJpeg],
    ['PNG with transparency', makePng],
    ['WebP', makeWebp],
    ['CMYK JPEG', makeCmykJpeg],
    ['PNG of 16 bits a channel', makeDeepPng],
  ])('accepts a %s and returns its address and its size', async (_name, make) => {
    const answer = uploaded(await shop.upload(await make({ width: 30, height: 20 })));
    expect(answer.imageUrl).toMatch(/^\/files\/[\w-]{24}\.webp$/);
    expect(answer.thumbnailUrl).toMatch(/^\/files\/[\w-]{24}-mini\.webp$/);
    const shown = await sharp(await show(answer.imageUrl)).metadata();
    expect(shown).toMatchObject({ format: 'webp', space: 'srgb', depth: 'uchar' });
    expect([shown.width, shown.height]).toEqual([answer.width, answer.height]);
  });

  test('is shown in its original size, and as a thumbnail of at most 480 pixels', async () => {
    const answer = uploaded(await shop.upload(await makeJpeg({ width: 3000, height: 1500 })));
    expect(answer).toMatchObject({ width: 3000, height: 1500 });
    const image = await sharp(await show(answer.imageUrl)).metadata();
    const thumbnail = await sharp(await show(answer.thumbnailUrl)).metadata();
    expect([image.width, image.height]).toEqual([1400, 700]);
    expect([thumbnail.width, thumbnail.height]).toEqual([480, 240]);
  });

  test('stays transparent', async () => {
    const { imageUrl } = uploaded(await shop.upload(await makePng()));
    expect((await sharp(await show(imageUrl)).stats()).isOpaque).toBe(false);
  });

  test('uses the first frame of an animation', async () => {
    const answer = uploaded(await shop.upload(await makeAnimatedWebp()));
    expect(answer).toMatchObject({ width: 16, height: 16 });
    expect((await sharp(await show(answer.imageUrl)).metadata()).pages ?? 1).toBe(1);
  });

  test('shows a phone photo upright, without its place or any other metadata', async () => {
    const photo = await makePhonePhoto();
    expect((await sharp(photo).metadata()).orientation).toBe(6);
    const { imageUrl, thumbnailUrl, width, height } = uploaded(await shop.upload(photo));
    expect([width, height]).toEqual([40, 60]);

    for (const url of [imageUrl, thumbnailUrl]) {
      const shown = await show(url);
      const facts = await sharp(shown).metadata();
      expect([facts.width, facts.height]).toEqual([40, 60]);
      expect([facts.orientation, facts.exif, facts.xmp, facts.icc]).toEqual(
        Array.from({ length: 4 }),
      );
      expect(shown.includes('Camara secreta')).toBe(false);
      const { data } = await sharp(shown).removeAlpha().raw().toBuffer({ resolveWithObject: true });
      const [red = 0, , blue = 0] = data.subarray(0, 3);
      expect(blue).toBeGreaterThan(red + 100);
      const [redBelow = 0, , blueBelow = 0] = data.subarray(data.length - 3);
      expect(redBelow).toBeGreaterThan(blueBelow + 100);
    }
  });

  test('detects the type by the bytes, not by the declared name or type', async () => {
    const png = await makePng();
    uploaded(await shop.upload(png, { name: 'texto.txt', type: 'text/plain' }));
    uploaded(await shop.upload(png, { name: '../../x\u202e.jpg', type: '' }));
  });

  test('accepts exactly 5,242,880 bytes and not one more', async () => {
    const photo = await makeJpeg();
    uploaded(await shop.upload(padJpeg(photo, MAX_IMAGE_BYTES)));
    const over = await shop.upload(padJpeg(photo, MAX_IMAGE_BYTES + 1));
    expect(over.status).toBe(413);
    expect(over.body).toEqual({
      success: false,
      code: 'image_too_large',
      message: 'Archivo demasiado grande: cada imagen puede pesar hasta 5MB',
    });
    expect(await shop.arrivingFiles()).toEqual([]);
  });

  test('ignores the texts of its form', async () => {
    const form = new FormData();
    form.append('note', '\0'.repeat(2000));
    form.append('image', new Blob([new Uint8Array(await makeJpeg())]), 'a.jpg');
    const { status } = await shop.call('/api/upload', { method: 'POST', raw: form });
    expect(status).toBe(201);
  });

  test('writes one row with the facts of the picture', async () => {
    const photo = await makePhonePhoto();
    const { imageUrl } = uploaded(await shop.upload(photo));
    const row = await findRow(shop.context, 'uploads', { id: pictureId(imageUrl) ?? '' });
    expect(row).toMatchObject({
      mime_type: 'image/jpeg',
      bytes: photo.length,
      width: 40,
      height: 60,
      claimed_at: null,
      claimed_by: null,
    });
    expect(row.source).toMatch(/^[\w-]{22}$/);
    expect(row.created_at).toBeGreaterThan(Date.now() - 60_000);
  });
});
