import { beforeAll, describe, expect, test } from 'vitest';
import type { UploadAnswer } from '#contract/uploads/uploads.ts';
import { uploaded } from '#server/testing/client.ts';
import { makePhonePhoto } from '#server/testing/pictures.ts';
import { openConnection } from '#server/testing/raw-http.ts';
import { useShop } from '#server/testing/use-shop.ts';
import { pictureId } from './urls.ts';

/** Waits for the end of the connection. */
const NEVER = /(?!)/;

describe('the address of a picture', () => {
  let picture: UploadAnswer;
  const shop = useShop('sqlite', { isInjected: false });
  beforeAll(async () => {
    picture = uploaded(await shop.upload(await makePhonePhoto()));
  });

  test('serves it as WebP, cached only by this browser, and never as a page', async () => {
    const response = await shop.fetch(picture.imageUrl);
    const bytes = await response.arrayBuffer();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    });
  });

  test('answers HEAD without a body', async () => {
    const response = await shop.fetch(picture.thumbnailUrl, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test('serves many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => (await shop.fetch(picture.imageUrl)).arrayBuffer()),
    );
    expect(new Set(answers.map(({ byteLength }) => byteLength)).size).toBe(1);
  });

  test.each([
    ['an unknown picture', () => `/files/${'A'.repeat(24)}.webp`],
    ['the original', () => `/files/${pictureId(picture.imageUrl)}.original`],
    ['the original in its folder', () => original('/')],
    ['the original in its folder, encoded', () => original('%2f')],
    ['the database', () => '/files/..%2fshop.sqlite'],
    ['the database two levels up', () => '/files/%2e%2e%2f%2e%2e%2fshop.sqlite'],
    ['a name with a null byte', () => `${picture.imageUrl}%00`],
    ['a name with a line break', () => `${picture.imageUrl}%0a`],
    ['a name of 5,000 letters', () => `/files/${'a'.repeat(5000)}.webp`],
    ['the folder', () => '/files/'],
  ])('is a 404 for %s', async (_name, path) => {
    const { status, body } = await shop.call(path());
    expect([status, body.success, body.code]).toEqual([404, false, 'not_found']);
  });

  test.each(['/../shop.sqlite', '/files/../../shop.sqlite', '/..\\shop.sqlite', '//etc/passwd'])(
    'does not lead out of its folder by a bare %s',
    async (path) => {
      const connection = await openConnection(shop.url);
      await connection.send(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const answer = await connection.answer(NEVER);
      expect(answer).not.toContain('SQLite format');
      expect(answer).not.toContain('root:');
      expect(answer).toMatch(/^HTTP\/1\.1 (404|400|403|200) /);
    },
  );

  function original(slash: string): string {
    const id = pictureId(picture.imageUrl) ?? '';
    return `/files/${id.slice(0, 2)}${slash}${id}.original`;
  }
});
