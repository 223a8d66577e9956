import { beforeAll, describe, expect, test } from 'vitest';
import { useShop } from '#server/testing/use-shop.ts';

const FILES = [
  ['/robots.txt', 'text/plain; charset=utf-8'],
  ['/sitemap.xml', 'application/xml; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
] as const;

describe.each([
  ['with PUBLIC_URL', 'https://pines.cl'],
  ['without PUBLIC_URL', ''],
])('%s', (_, publicUrl) => {
  let origin: string;
  const env = { SHOP_NAME: 'Ñandú "&" <Cía>', PUBLIC_URL: publicUrl };
  const shop = useShop('sqlite', { env });
  beforeAll(() => {
    origin = publicUrl || shop.url;
  });

  test.each(FILES)('%s is %s, kept for an hour', async (path, type) => {
    const { status, headers } = await shop.fetch(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
  });

  test.each(FILES)('%s answers HEAD as it answers GET', async (path) => {
    const [head, get] = [await shop.fetch(path, { method: 'HEAD' }), await shop.fetch(path)];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
  });

  test('robots may look at all but the API and the pictures', async () => {
    const text = await (await shop.fetch('/robots.txt')).text();
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /files/', ''];
    expect(text).toBe([...lines, `Sitemap: ${origin}/sitemap.xml`, ''].join('\n'));
  });

  test('the sitemap lists the one page, for any Host header', async () => {
    const text = await (
      await shop.fetch('/sitemap.xml', {
        headers: { host: 'mala.cl', 'x-forwarded-host': 'mala.cl' },
      })
    ).text();
    expect(text).toContain(`<loc>${origin}/</loc>`);
    expect(text.match(/<loc>/g)).toHaveLength(1);
  });

  test('the manifest is called as the shop', async () => {
    const manifest = await (await shop.fetch('/manifest.webmanifest')).json();
    expect(manifest).toEqual({ name: 'Ñandú "&" <Cía>', short_name: 'Ñandú "&" <Cía>', icons: [] });
  });

  test('the page shows the picture of its card by its whole address', async () => {
    const page = await (await shop.fetch('/')).text();
    expect(page).toContain(`<meta property="og:image" content="${origin}/share.jpg">`);
    expect(page.includes('rel="canonical"')).toBe(publicUrl !== '');
  });
});
