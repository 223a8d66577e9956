import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import {
  boundCrop,
  CROP_LIMITS,
  type Crop,
  frontOf,
  isColour,
  isCropNumber,
  type Matrix,
  placePicture,
  placeUnturned,
  type Size,
} from './crops.ts';
import { DEFAULT_PRESS } from './pin.ts';

const between = ([min, max]: readonly [number, number]) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true });
const crops = fc.record<Crop>({
  x: between(CROP_LIMITS.x),
  y: between(CROP_LIMITS.y),
  diameter: between(CROP_LIMITS.diameter),
  rotation: between(CROP_LIMITS.rotation),
  background: fc.constant(null),
});
const length = fc.integer({ min: 1, max: 12_000 });
const sizes = fc.record<Size>({ width: length, height: length });
const sides = fc.double({ min: 1, max: 4000, noNaN: true });

type Point = readonly [number, number];
const map = ({ a, b, c, d, e, f }: Matrix, [x, y]: Point): Point => [
  a * x + c * y + e,
  b * x + d * y + f,
];
const distance = ([x, y]: Point, [u, v]: Point) => Math.hypot(x - u, y - v);

describe('a picture placed under a crop', () => {
  test('has the centre of the crop in the middle of the square', () => {
    forAll(crops, sizes, sides, (crop, size, side) => {
      const centre = map(placePicture(crop, size, side), [
        crop.x * size.width,
        crop.y * size.height,
      ]);
      expect(distance(centre, [side / 2, side / 2])).toBeLessThan(side * 1e-6);
    });
  });

  test('keeps its shape, with the diameter as wide as the square', () => {
    forAll(crops, sizes, sides, (crop, size, side) => {
      const { a, b, c, d } = placePicture(crop, size, side);
      const scale = side / (crop.diameter * Math.min(size.width, size.height));
      expect(Math.hypot(a, b) / scale).toBeCloseTo(1, 9);
      expect((a * d - b * c) / scale ** 2).toBeCloseTo(1, 9);
      expect([c, d]).toEqual([-b, a]);
    });
  });

  test('is turned clockwise: with 90 degrees its right side points down', () => {
    const crop = { x: 0.5, y: 0.5, diameter: 1, rotation: 90, background: null };
    const [x, y] = map(placePicture(crop, { width: 200, height: 100 }, 100), [200, 50]);
    expect(x).toBeCloseTo(50);
    expect(y).toBeCloseTo(150);
  });

  test('has the same place on a copy of any size', () => {
    forAll(crops, sizes, sides, fc.integer({ min: 2, max: 9 }), (crop, size, side, by) => {
      const copy = { width: size.width * by, height: size.height * by };
      const corner = map(placePicture(crop, size, side), [size.width, size.height]);
      const same = map(placePicture(crop, copy, side), [copy.width, copy.height]);
      expect(distance(corner, same)).toBeLessThan(1e-6 * (1 + Math.hypot(...corner)));
    });
  });

  test('lies in its unturned box once it is turned about the middle', () => {
    forAll(crops, sizes, sides, (crop, size, side) => {
      const { left, top, width, height } = placeUnturned(crop, size, side);
      const turn = (crop.rotation * Math.PI) / 180;
      const [x, y] = [left + width - side / 2, top + height - side / 2];
      const turned: Point = [
        side / 2 + x * Math.cos(turn) - y * Math.sin(turn),
        side / 2 + x * Math.sin(turn) + y * Math.cos(turn),
      ];
      const corner = map(placePicture(crop, size, side), [size.width, size.height]);
      expect(distance(corner, turned)).toBeLessThan(1e-6 * (1 + Math.hypot(...corner)));
    });
  });
});

test('from the front a smaller part about the same centre is seen', () => {
  forAll(crops, (crop) => {
    const { diameter, ...rest } = frontOf(crop, { press: DEFAULT_PRESS });
    expect(diameter).toBeCloseTo((crop.diameter * 58) / 70, 12);
    expect(rest).toEqual({ x: crop.x, y: crop.y, rotation: crop.rotation, background: null });
  });
});

test('a bounded crop is within the limits, and one that is stays as it is', () => {
  const any = fc.double({ noNaN: true });
  const wild = fc.record<Crop>({
    ...{ x: any, y: any, diameter: any, rotation: any, background: fc.constant('#000000') },
  });
  forAll(wild, (crop) => {
    const { x, y, diameter, rotation } = boundCrop(crop);
    expect(isCropNumber('x', x) && isCropNumber('y', y)).toBe(true);
    expect(isCropNumber('diameter', diameter) && isCropNumber('rotation', rotation)).toBe(true);
  });
  forAll(crops, (crop) => {
    expect(boundCrop(crop)).toEqual(crop);
  });
  expect(isCropNumber('x', Number.NaN)).toBe(false);
});

test('colours are six hexadecimal digits', () => {
  expect(['#ffEE00', '#000000'].every(isColour)).toBe(true);
  expect(['#fff', 'ffffff', '#ffffff0', ' #ffffff', '#ffffff\n', 'red'].some(isColour)).toBe(false);
});
