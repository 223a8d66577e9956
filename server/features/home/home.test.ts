import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openShop } from '#server/testing/shop.ts';
import { useShop } from '#server/testing/use-shop.ts';

describe('the page', () => {
  const shop = useShop('sqlite', { isInjected: false, env: { SHOP_NAME: 'Pines & <b>Cía</b>' } });

  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  const pages = [
    '/',
    '/email-verified',
    '/?verified=true',
    '/any/where',
    '/email-verified?x=a.png',
  ];
  // Other sites write what they like behind a link.
  const tracked = ['/?utm_source=%00', '/privacidad?%00=%E0%A4%A&%', '/?a=%uD83D&b=%ED%A0%BD'];

  test.each([...pages, ...tracked])(
    'shows at %s to a browser, never kept without asking',
    async (path) => {
      const response = await shop.fetch(path, { headers: browser });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<h1>Pines &amp; &lt;b&gt;Cía&lt;/b&gt;</h1>');
    },
  );

  test('is indexed under one URL only', async () => {
    const robots = async (path: string) => {
      const { headers } = await shop.fetch(path, { headers: browser });
      return headers.get('x-robots-tag');
    };
    expect(await robots('/')).toBeNull();
    expect(await robots('/?utm_source=afiche')).toBeNull();
    expect(await robots('/email-verified')).toBe('noindex');
    expect(await robots('/any/where')).toBe('noindex');
  });

  test.each(['br', 'gzip', 'identity'])('goes out as %s, and once only', async (coding) => {
    const ask = (known: Record<string, string> = {}) =>
      shop.fetch('/', { headers: { ...browser, 'accept-encoding': coding, ...known } });
    const first = await ask();
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(first.headers.get('vary')).toBe('accept, cookie, accept-encoding');
    expect(await first.text()).toContain('<h1>Pines &amp; &lt;b&gt;Cía&lt;/b&gt;</h1>');
    // A proxy that compresses again marks the tag as weak.
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await ask({ 'if-none-match': known });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
    expect((await ask({ 'if-none-match': '"x"' })).status).toBe(200);
    expect((await ask({ 'if-none-match': etag, cookie: 'pines_session=1' })).status).toBe(200);
  });

  test('answers HEAD without the page', async () => {
    for (const path of ['/', '/email-verified']) {
      const response = await shop.fetch(path, { method: 'HEAD', headers: browser });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await response.text()).toBe('');
    }
  });

  test('may run the script that was built into it, and no other of its own', async () => {
    const { headers } = await shop.fetch('/', { headers: browser });
    const hash = createHash('sha256').update('document.title').digest('base64');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    const asset = await shop.fetch('/assets/main-abc.js');
    expect(asset.headers.get('content-security-policy')).not.toContain('sha256');
  });

  test('is JSON at / for a client that asks for JSON, and caches keep the two apart', async () => {
    const response = await shop.fetch('/', { headers: { accept: 'application/json' } });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true, name: 'Pines & <b>Cía</b>' });
    expect(response.headers.get('vary')).toMatch(/accept/i);
  });

  test.each([
    '/nope.png',
    '/.env',
    '/.git/config',
    '/assets/none.js',
    '/none.ico',
    '/files/x',
    '/api',
    '/api/x',
    '/index.html',
    '/.vite/manifest.json',
  ])('does not show at %s: JSON 404', async (path) => {
    const response = await shop.fetch(path, { headers: browser });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, code: 'not_found' });
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('does not answer %s', async (method) => {
    expect((await shop.call('/', { method })).status).toBe(404);
  });

  test('keeps built files for ever and others for an hour', async () => {
    const ask = async (path: string) => {
      const { status, headers } = await shop.fetch(path);
      return [status, headers.get('cache-control')];
    };
    const forEver = [200, 'public, max-age=31536000, immutable'];
    expect(await ask('/assets/main-abc.js')).toEqual(forEver);
    expect(await ask('/media/tote-abc.avif')).toEqual(forEver);
    expect(await ask('/favicon.svg')).toEqual([200, 'public, max-age=3600']);
  });

  test.each(['bytes=999999999-', 'bytes=5-1', 'bytes=a-b', 'bytes=0-0'])(
    'sends the whole file to a client that asks for %s',
    async (range) => {
      const icon = await shop.fetch('/favicon.svg', { headers: { range } });
      expect([icon.status, await icon.text()]).toEqual([
        200,
        await (await shop.fetch('/favicon.svg')).text(),
      ]);
    },
  );

  test('hands out the compressed copy of a file to a client that accepts it', async () => {
    const path = '/assets/main-abc.js';
    const zipped = await shop.fetch(path, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await shop.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('content-type')).toMatch(/javascript/);
    expect(zipped.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(zipped.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await zipped.text()).toBe(await plain.text());
  });

  test('carries the settings that /api/config answers', async () => {
    const { body } = await shop.call('/api/config');
    const page = await (await shop.fetch('/')).text();
    const [, json = ''] = /id="app-config">(.*?)<\/script>/s.exec(page) ?? [];
    expect({ success: true, ...JSON.parse(json) }).toEqual(body);
    expect(page).not.toMatch(/secret|password|DATABASE/i);
  });
});

test.each([
  ['nothing', []],
  ['a page without its manifest', ['index.html']],
])('where %s is built the API is served all the same, / included', async (_what, files) => {
  const webDir = await mkdtemp(join(tmpdir(), 'pines-web-'));
  for (const name of files) await writeFile(join(webDir, name), '<html></html>');
  const shop = await openShop('sqlite', { config: { webDir } });
  expect((await shop.call('/api/verify')).status).toBe(200);
  expect((await shop.call('/email-verified')).status).toBe(404);
  const root = await shop.call('/', { headers: { accept: 'application/json' } });
  expect([root.status, root.body.success]).toEqual([200, true]);
  await shop.close();
  await rm(webDir, { recursive: true });
});
