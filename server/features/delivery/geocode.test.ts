import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { openGeocoderDouble } from '#server/testing/geocoder.ts';
import { anyDatabase, openShop } from '#server/testing/shop.ts';
import { useOpened } from '#server/testing/use-shop.ts';

const YUNGAY = { lat: -37.12, lng: -72.01 };

describe.each(anyDatabase)('looking a city up on %s', (kind) => {
  let now = Date.UTC(2026, 2, 9);
  const geocoder = useOpened(openGeocoderDouble, ({ close }) => close());
  const shop = useOpened(
    () => {
      const env = { GEOCODER_URL: geocoder.url, SHOP_EMAIL: 'hola@pines.cl' };
      return openShop(kind, { env, context: { clock: () => now } });
    },
    ({ close }) => close(),
  );
  beforeEach(async () => {
    geocoder.requests.length = 0;
    geocoder.say([{ lat: '-37.12', lon: '-72.01' }]);
    now += 3_600_000;
    await shop.context.db.queries.deleteFrom('geocoded_cities').execute();
    await shop.context.db.queries.updateTable('geocoder_turns').set({ next_at: 0 }).execute();
  });

  const ask = (city: unknown) => shop.call('/api/geocode', { json: { city } });
  const pointOf = async (city: string) => (await ask(city)).body.point;

  test('asks once and remembers the answer, over a restart too', async () => {
    const { status, body } = await ask('Yungay');
    expect([status, body]).toEqual([200, { success: true, point: YUNGAY }]);
    await shop.restart();
    expect(await pointOf('Yungay')).toEqual(YUNGAY);
    expect(geocoder.requests).toHaveLength(1);
    expect(geocoder.requests[0]?.userAgent).toMatch(
      /^pines \(http:\/\/127\.0\.0\.1:\d+; hola@pines\.cl\)$/,
    );
  });

  test('remembers that a place is unknown, for a week', async () => {
    geocoder.say([]);
    expect([await pointOf('Yungay'), await pointOf('Yungay')]).toEqual([null, null]);
    expect(geocoder.requests).toHaveLength(1);
    now += 8 * DAY_MS;
    geocoder.say([{ lat: '-37.12', lon: '-72.01' }]);
    expect(await pointOf('Yungay')).toEqual(YUNGAY);
  });

  test("never asks for a city of the shop's own list", async () => {
    expect(await pointOf('Chillán')).toEqual({ lat: -36.6066, lng: -72.1034 });
    expect(geocoder.requests).toHaveLength(0);
  });

  test('queries only communes: it is no open proxy to the geocoder', async () => {
    for (const city of ['Madrid', 'yungay', "' or 1=1", '🎁'])
      expect(await pointOf(city)).toBeNull();
    expect(geocoder.requests).toHaveLength(0);
  });

  test('asks once for many who want the same at once', async () => {
    const points = await Promise.all(Array.from({ length: 10 }, () => pointOf('Yungay')));
    expect(points).toEqual(Array.from({ length: 10 }, () => YUNGAY));
    expect(geocoder.requests).toHaveLength(1);
  });

  test('asks one question a second for the whole shop, and no request waits long', async () => {
    const started = Date.now();
    const cities = ['Yungay', 'Bulnes', 'Ránquil', 'Ninhue', 'Cobquecura', 'Pinto', 'El Carmen'];
    const unknown = cities.filter((city) => city !== 'Bulnes');
    const points = await Promise.all(unknown.map(pointOf));
    expect(Date.now() - started).toBeLessThan(8000);
    const times = geocoder.requests.map(({ at }) => at).sort((a, b) => a - b);
    expect(times.length).toBeGreaterThanOrEqual(2);
    expect(times.length).toBeLessThanOrEqual(4);
    expect(points.filter(Boolean)).toHaveLength(times.length);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // Requests are sent a second apart, but on a busy machine one may arrive late.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(750);
  });

  test.each([
    ['nonsense', '<html>', 200],
    ['an error', '[]', 500],
    ['a refusal', '[]', 429],
  ])('answers %s with no point, and leaves it alone for a while', async (_name, said, status) => {
    geocoder.say(said, status);
    const answer = await ask('Yungay');
    expect([answer.status, answer.body]).toEqual([200, { success: true, point: null }]);
    expect(await pointOf('Ránquil')).toBeNull();
    expect(geocoder.requests).toHaveLength(1);
    geocoder.say([{ lat: '-37.12', lon: '-72.01' }]);
    now += 60_000;
    expect(await pointOf('Yungay')).toEqual(YUNGAY);
  });
});

test('several processes on one database keep to one question a second', async () => {
  const geocoder = await openGeocoderDouble();
  geocoder.say([{ lat: '-37.12', lon: '-72.01' }]);
  const env = { GEOCODER_URL: geocoder.url };
  const one = await openShop('postgres', { env });
  const two = await openShop('postgres', {
    env: { ...env, DATABASE_URL: one.env.DATABASE_URL ?? '' },
  });
  const asks = ['Yungay', 'Ránquil', 'Ninhue', 'Pinto'].map((city, index) =>
    (index % 2 ? one : two).call('/api/geocode', { json: { city } }),
  );
  await Promise.all([...asks, one.call('/api/geocode', { json: { city: 'Yungay' } })]);
  const times = geocoder.requests.map(({ at }) => at).sort((a, b) => a - b);
  expect(times.length).toBeGreaterThanOrEqual(2);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  // Requests are sent a second apart, but on a busy machine one may arrive late.
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(750);
  expect(new Set(geocoder.requests.map(({ url }) => url.searchParams.get('q'))).size).toBe(
    times.length,
  );
  await two.close();
  await one.close();
  await geocoder.close();
});

test("with Google's map the shop asks no geocoder", async () => {
  const geocoder = await openGeocoderDouble();
  const env = { GEOCODER_URL: geocoder.url, GOOGLE_MAPS_API_KEY: 'key' };
  const shop = await openShop('sqlite', { env });
  const { body } = await shop.call('/api/geocode', { json: { city: 'Yungay' } });
  expect(body).toEqual({ success: true, point: null });
  expect(geocoder.requests).toHaveLength(0);
  await shop.close();
  await geocoder.close();
});
