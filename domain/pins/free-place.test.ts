import { expect, test } from 'vitest';
import { MIDDLE_CROP } from './crops.ts';
import { freePlace } from './free-place.ts';

const picture = { width: 600, height: 800 };
const headsAt = (x: number, y: number) => ({
  left: x - 0.1,
  top: y - 0.1,
  width: 0.2,
  height: 0.2,
});

test.each([
  ['above the middle', headsAt(0.5, 0.3), {}, 'bottom'],
  ['in the middle', headsAt(0.5, 0.5), {}, 'bottom'],
  ['below the middle', headsAt(0.5, 0.7), {}, 'top'],
  ['above, of a picture turned upside down', headsAt(0.5, 0.3), { rotation: 180 }, 'top'],
  ['on the right, of a picture turned clockwise', headsAt(0.8, 0.5), { rotation: 90 }, 'top'],
  ['above, where the circle is further up', headsAt(0.5, 0.3), { y: 0.15 }, 'top'],
  ['outside of the circle', headsAt(0.5, 0.9), { diameter: 0.4 }, undefined],
] as const)('a text leaves heads free that are %s', (_where, heads, crop, place) => {
  expect(freePlace(heads, { ...MIDDLE_CROP, ...crop }, picture)).toBe(place);
});

test('without heads a text has no place of its own', () => {
  expect(freePlace(undefined, MIDDLE_CROP, picture)).toBeUndefined();
});
