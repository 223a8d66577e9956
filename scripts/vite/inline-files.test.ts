import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineFiles } from './inline-files.ts';

const files = {
  '/favicon.svg': 'an icon',
  '/assets/tote-640.avif': 'a photo',
  '/assets/round-spanish-a.woff2': 'round letters',
  '/assets/plain-spanish-b.woff2': 'plain letters',
};
const types = { avif: 'image/avif', woff2: 'font/woff2', svg: 'image/svg+xml' };

const source = (name: string) =>
  `<source type="image/avif" media="(width &lt; 30rem)" srcSet="/assets/${name}-640.avif"/><source type="image/avif" srcSet="/assets/${name}-480.avif 480w"/>`;
const PAGE = `<link rel="icon" href="/favicon.ico"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>src:url(/assets/round-spanish-a.woff2);src:url(/assets/round-others-c.woff2);src:url('/assets/plain-spanish-b.woff2')</style>
${source('tote')}${source('desk')}`;

test('the page brings its first photo, its Spanish letters and its icon along', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pines-page-'));
  await mkdir(join(folder, 'assets'));
  let expected = PAGE;
  for (const [path, content] of Object.entries(files)) {
    await writeFile(join(folder, path), content);
    const [, type] = Object.entries(types).find(([ending]) => path.endsWith(ending)) ?? [];
    expected = expected.replace(path, `data:${type};base64,${btoa(content)}`);
  }
  expect(await inlineFiles(PAGE, folder)).toBe(expected);
  await rm(folder, { recursive: true });
});

test('a page without them is not a page of ours', async () => {
  await expect(inlineFiles('<html></html>', '/nowhere')).rejects.toThrow('names no image/avif');
});
