import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ProviderFailure } from '#server/ports/payments/payments.ts';
import { type GeocoderDouble, openGeocoderDouble } from '#server/testing/geocoder.ts';
import { nominatim } from './open-geocoder.ts';

describe('a request to a Nominatim server', () => {
  let server: GeocoderDouble;
  const ask = (city = 'Yungay', path = '') =>
    nominatim({
      url: server.url + path,
      userAgent: async () => 'pines (https://pines.cl; hola@pines.cl)',
      patienceMs: 300,
    }).find(city);

  beforeAll(async () => {
    server = await openGeocoderDouble();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.requests.length = 0;
  });

  test('searches for the city in Chile only, and identifies the shop', async () => {
    server.say([{ lat: '-37.12', lon: '-72.01', display_name: 'Yungay' }, { broken: true }]);
    await expect(ask()).rejects.toThrow('not as its document says');
    server.say([{ lat: '-37.12', lon: '-72.01', display_name: 'Yungay' }]);
    expect(await ask()).toEqual({ lat: -37.12, lng: -72.01 });
    const [first] = server.requests;
    expect(first?.url.pathname).toBe('/search');
    expect(Object.fromEntries(first?.url.searchParams ?? [])).toEqual({
      q: 'Yungay, Chile',
      countrycodes: 'cl',
      format: 'jsonv2',
      limit: '1',
    });
    expect(first?.userAgent).toBe('pines (https://pines.cl; hola@pines.cl)');
  });

  test("contains the configured URL's path and query", async () => {
    await ask('Ñiquén & Cía', '/nominatim/?key=abc');
    const [first] = server.requests;
    expect(first?.url.pathname).toBe('/nominatim/search');
    expect(first?.url.searchParams.get('key')).toBe('abc');
    expect(first?.url.searchParams.get('q')).toBe('Ñiquén & Cía, Chile');
  });

  test('follows no redirect to another address', async () => {
    server.answer = (_request, reply) => {
      const away = server.requests.length === 1;
      reply.writeHead(away ? 307 : 200, away ? { location: `${server.url}/other` } : {});
      reply.end('[]');
    };
    await expect(ask()).rejects.toThrow('no answer');
    expect(server.requests).toHaveLength(1);
  });

  test('returns null when there is no place, or it is outside Chile', async () => {
    server.say([]);
    expect(await ask()).toBeNull();
    for (const [lat, lon] of [
      ['40.4', '-3.7'],
      ['x', '-72'],
      ['NaN', '-72'],
    ]) {
      server.say([{ lat, lon }]);
      expect(await ask()).toBeNull();
    }
  });

  test.each([
    ['nonsense', '<html>'],
    ['an object', { lat: '-37', lon: '-72' }],
    ['numbers for texts', [{ lat: -37, lon: -72 }]],
    ['nothing', ''],
    ['null', 'null'],
    ['very much', `[${' '.repeat(2_000_000)}]`],
  ])('fails on %s', async (_name, body) => {
    server.say(body);
    await expect(ask()).rejects.toThrow(ProviderFailure);
  });

  test.each([403, 429, 500])('fails on status %i', async (status) => {
    server.say([{ lat: '-37', lon: '-72' }], status);
    await expect(ask()).rejects.toThrow(`status ${status}`);
  });

  test('times out for a server that does not answer, and for one that never ends', async () => {
    server.answer = () => undefined;
    await expect(ask()).rejects.toThrow('no answer');
    server.answer = (_request, reply) => void reply.write('[');
    await expect(ask()).rejects.toThrow(ProviderFailure);
  });

  test('fails when no server listens', async () => {
    const gone = nominatim({ url: 'http://127.0.0.1:1', userAgent: async () => 'pines' });
    await expect(gone.find('Yungay')).rejects.toThrow(ProviderFailure);
  });
});
