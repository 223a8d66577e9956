import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { kilometresBetween } from './distance.ts';

const santiago = { lat: -33.4489, lng: -70.6693 };
const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('from Santiago it is some 100 km to Valparaíso and some 3,750 km to Easter Island', () => {
  expect(kilometresBetween(santiago, { lat: -33.0472, lng: -71.6127 })).toBeCloseTo(98.5, 0);
  expect(kilometresBetween(santiago, { lat: -27.1525, lng: -109.4244 })).toBeGreaterThan(3700);
});

test('it is the same way there and back, none to where one is, and half the world at most', () => {
  forAll(anywhere, anywhere, (a, b) => {
    const way = kilometresBetween(a, b);
    expect(way).toBeCloseTo(kilometresBetween(b, a), 6);
    expect(way).toBeGreaterThanOrEqual(0);
    expect(way).toBeLessThan(20_016);
    expect(kilometresBetween(a, a)).toBe(0);
  });
});
