import { expect, test } from 'vitest';
import { comunas } from '#domain/delivery/comunas.ts';
import { isInChile } from '#web/maps/use-map.ts';
import { loadOutline } from './load-outline.ts';

const outline = await loadOutline();

test('every commune lies in Chile, with the outline and without it', () => {
  expect(outline?.features).toHaveLength(16);
  for (const { name, point } of comunas) {
    if (!point) continue;
    expect(isInChile(point, outline), name).toBe(true);
    expect(isInChile(point, null), name).toBe(true);
  }
});

test.each([
  ['Mendoza', -32.89, -68.84],
  ['Bariloche', -41.13, -71.31],
  ['Tacna', -18.01, -70.25],
  ['Río Gallegos', -51.62, -69.22],
  ['the open sea off Valparaíso', -33, -73],
  ['Madrid', 40.4, -3.7],
  ['nowhere', 0, 0],
])('%s does not', (_name, lat, lng) => {
  expect(isInChile({ lat, lng }, outline)).toBe(false);
});

test('a harbour and a lonely road in the desert do', () => {
  expect(isInChile({ lat: -33.035, lng: -71.628 }, outline)).toBe(true);
  expect(isInChile({ lat: -24.2, lng: -69.2 }, outline)).toBe(true);
});
