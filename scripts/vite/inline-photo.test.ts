import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlinePhoto } from './inline-photo.ts';

const source = (name: string) =>
  `<source type="image/avif" srcSet="/assets/${name}-480.avif 480w, /assets/${name}-640.avif 640w, /assets/${name}-960.avif 960w"/>`;

test('the first photo’s size for phones stands in the page, every other stays a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-photo-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/tote-640.avif'), 'a photo');
  const page = await inlinePhoto(`${source('tote')}${source('desk')}`, folder);
  const data = `data:image/avif;base64,${Buffer.from('a photo').toString('base64')}`;
  expect(page).toBe(`${source('tote').replace('/assets/tote-640.avif', data)}${source('desk')}`);
  await rm(folder, { recursive: true });
});

test('a page without a photo is not a page of ours', async () => {
  await expect(inlinePhoto('<html></html>', '/nowhere')).rejects.toThrow('no photo');
});
