import { expect, test } from 'vitest';
import { locateKnown, locateOther } from './use-map.ts';

const ranquil = { region: 'XVI', city: 'Ránquil' };
const predefined = { lat: -36.6478, lng: -72.5461 };

test('a listed city is known, at zoom 13; another commune is not', () => {
  expect(locateKnown({ region: 'XVI', city: 'Chillán' })).toEqual({
    centre: { lat: -36.6066, lng: -72.1034 },
    zoom: 13,
  });
  expect(locateKnown(ranquil)).toBeNull();
  expect(locateKnown({ region: '', city: '' })).toBeNull();
});

test("the geocoder's place is taken, at zoom 10", async () => {
  const found = { lat: -36.7, lng: -72.6 };
  expect(await locateOther(ranquil, async () => found)).toEqual({ centre: found, zoom: 10 });
});

test('a namesake far away is not', async () => {
  const camera = await locateOther(ranquil, async () => ({ lat: -22.9, lng: -68.2 }));
  expect(camera?.centre.lat).toBeCloseTo(predefined.lat, 1);
});

test('without the geocoder the predefined place is taken: unknown, down, slow', async () => {
  const answers = [
    async () => null,
    () => Promise.reject(new Error('down')),
    () => new Promise<never>(() => undefined),
  ];
  for (const geocode of answers) {
    const camera = await locateOther(ranquil, geocode, 20);
    expect(camera?.centre.lat).toBeCloseTo(predefined.lat, 1);
    expect(camera?.zoom).toBe(10);
  }
});

test('without either there is nothing to show', async () => {
  expect(await locateOther({ region: 'XII', city: 'Antártica' }, async () => null)).toBeNull();
  expect(await locateOther({ region: 'RM', city: 'Ningún Lugar' }, async () => null)).toBeNull();
});
