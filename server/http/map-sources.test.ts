import { describe, expect, test } from 'vitest';
import { openShop } from '#server/testing/shop.ts';

async function headersWith(env: Record<string, string>) {
  const shop = await openShop('sqlite', { env });
  const { headers } = await shop.fetch('/');
  await shop.close();
  const policy = headers.get('content-security-policy') ?? '';
  const sourcesOf = (directive: string) =>
    policy
      .split(';')
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ')
      .slice(1)
      // The page's inline script, allowed by its hash, loads nothing for the map.
      .filter((source) => !source.startsWith("'sha256-"));
  return { policy, sourcesOf, referrer: headers.get('referrer-policy') };
}

describe('the allowed sources of the map', () => {
  test("are OpenStreetMap's tile server without settings, and nothing of Google", async () => {
    const { policy, sourcesOf, referrer } = await headersWith({});
    expect(sourcesOf('img-src')).toEqual([
      "'self'",
      'blob:',
      'data:',
      'https://tile.openstreetmap.org',
    ]);
    expect(sourcesOf('script-src')).toEqual(["'self'"]);
    expect(sourcesOf('connect-src')).toEqual(["'self'"]);
    expect(policy).not.toContain('google');
    expect(referrer).toBe('no-referrer');
  });

  test('are the tile servers of the settings', async () => {
    const own = 'http://127.0.0.1:8080/tiles/{z}/{x}/{y}.png?key=secret';
    expect((await headersWith({ MAP_TILES_URL: own })).sourcesOf('img-src')).toContain(
      'http://127.0.0.1:8080',
    );
    const several = await headersWith({ MAP_TILES_URL: 'https://{s}.tiles.cl/{z}/{x}/{y}.png' });
    expect(several.sourcesOf('img-src')).toEqual(
      expect.arrayContaining(['https://a.tiles.cl', 'https://b.tiles.cl', 'https://c.tiles.cl']),
    );
    expect(several.policy).not.toContain('openstreetmap');
    expect(several.policy).not.toContain('*');
  });

  test('are those that Google needs with its key, and no other tiles', async () => {
    const { policy, sourcesOf, referrer } = await headersWith({ GOOGLE_MAPS_API_KEY: 'key' });
    expect(sourcesOf('script-src')).toEqual([
      "'self'",
      'https://maps.googleapis.com',
      'https://maps.gstatic.com',
    ]);
    expect(policy).not.toMatch(/unsafe-eval|openstreetmap/);
    expect(referrer).toBe('strict-origin');
  });
});
