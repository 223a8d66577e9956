import { expect, test } from 'vitest';
import { moveByPixels } from './google-map.ts';

const santiago = { lat: -33.4489, lng: -70.6693 };

test('256 pixels at zoom 0 go around the world', () => {
  expect(moveByPixels({ lat: 0, lng: -180 }, { right: 256, down: 0, zoom: 0 }).lng).toBeCloseTo(
    180,
  );
});

test('down goes south, up goes back', () => {
  const south = moveByPixels(santiago, { right: 0, down: 100, zoom: 10 });
  expect(south.lat).toBeLessThan(santiago.lat);
  const back = moveByPixels(south, { right: 0, down: -100, zoom: 10 });
  expect(back.lat).toBeCloseTo(santiago.lat, 9);
  expect(back.lng).toBe(santiago.lng);
});
