import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CROP_LIMITS, type Crop, frontOf, placePicture, type Size } from '#domain/pins/crops.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { followFingers, moveCrop, type Place, turnCrop, wholeCrop, zoomCrop } from './moves.ts';

const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** Far from the limits, so that nothing is clamped. */
const crops = fc.record<Crop>({
  x: between(0.45, 0.55),
  y: between(0.45, 0.55),
  diameter: between(0.3, 0.6),
  rotation: fc.integer({ min: -179, max: 180 }),
  background: fc.constant(null),
});
const length = fc.integer({ min: 600, max: 800 });
const sizes = fc.record<Size>({ width: length, height: length });
const places = fc.record<Place>({ x: between(-0.3, 0.3), y: between(-0.3, 0.3) });
const factors = between(0.7, 1.5);

/** Returns the picture's pixel at a position of the stage. */
function pixelAt(crop: Crop, size: Size, { x, y }: Place): Place {
  const { a, b, e, f } = placePicture(crop, size, 1);
  const [u, v] = [x + 0.5 - e, y + 0.5 - f];
  const square = a * a + b * b;
  return { x: (a * u + b * v) / square, y: (a * v - b * u) / square };
}

function expectSame(one: Place, other: Place) {
  expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeLessThan(1e-6);
}

describe('a picture under fingers', () => {
  test('one finger keeps the pixel that it touches, however the picture is turned', () => {
    forAll(crops, sizes, places, places, (crop, size, from, to) => {
      const by = { x: (to.x - from.x) / 4, y: (to.y - from.y) / 4 };
      const end = { x: from.x + by.x, y: from.y + by.y };
      const moved = followFingers(crop, size, [from], [end]);
      expectSame(pixelAt(moved, size, end), pixelAt(crop, size, from));
      expectSame(moved, moveCrop(crop, size, by));
    });
  });

  test('zooming keeps what is under the pointer, and the turn', () => {
    forAll(crops, sizes, places, factors, (crop, size, at, factor) => {
      const zoomed = zoomCrop(crop, size, factor, at);
      expectSame(pixelAt(zoomed, size, at), pixelAt(crop, size, at));
      expect(zoomed.diameter * factor).toBeCloseTo(crop.diameter, 9);
      expect(zoomed.rotation).toBe(crop.rotation);
    });
  });

  test('two fingers that spread and do not turn keep both their pixels', () => {
    forAll(crops, sizes, places, factors, (crop, size, from, factor) => {
      const [a, b] = [from, { x: from.x + 0.2, y: from.y - 0.1 }];
      const scaled = ({ x, y }: Place) => ({ x: x * factor, y: y * factor });
      const moved = followFingers(crop, size, [a, b], [scaled(a), scaled(b)]);
      expectSame(pixelAt(moved, size, scaled(a)), pixelAt(crop, size, a));
      expectSame(pixelAt(moved, size, scaled(b)), pixelAt(crop, size, b));
    });
  });

  test('two fingers on one spot do not make the picture vanish', () => {
    const crop = { x: 0.5, y: 0.5, diameter: 1, rotation: 0, background: null };
    const spot = { x: 0.1, y: 0.1 };
    const moved = followFingers(
      crop,
      { width: 10, height: 10 },
      [spot, spot],
      [spot, { x: 0.2, y: 0.2 }],
    );
    expect(moved.diameter).toBe(1);
  });

  test('no gesture leads out of the limits', () => {
    const wild = fc.record<Place>({ x: between(-50, 50), y: between(-50, 50) });
    forAll(crops, sizes, fc.tuple(wild, wild), fc.tuple(wild, wild), (crop, size, a, b) => {
      const { x, y, diameter } = followFingers(crop, size, a, b);
      for (const [value, [min, max]] of [
        [x, CROP_LIMITS.x],
        [y, CROP_LIMITS.y],
        [diameter, CROP_LIMITS.diameter],
      ] as const) {
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
      }
    });
  });
});

describe('turning', () => {
  test.each([
    [0, 90, 90],
    [170, 20, -170],
    [-179, -1, 180],
    [180, 90, -90],
    [12.4, 1, 13],
    [90, -90, 0],
  ])('%d and %d degrees make %d', (rotation, by, turned) => {
    const crop = { x: 0.5, y: 0.5, diameter: 1, rotation, background: null };
    expect(turnCrop(crop, by).rotation).toBe(turned);
  });

  test('four quarters lead back', () => {
    forAll(crops, (crop) => {
      const turned = [90, 90, 90, 90].reduce(turnCrop, crop);
      expect(turned).toEqual(crop);
    });
  });
});

test('the whole picture is as large as the front shows it, at any rotation', () => {
  forAll(crops, sizes, (crop, size) => {
    const whole = frontOf(wholeCrop(crop, size, { press: DEFAULT_PRESS }), {
      press: DEFAULT_PRESS,
    });
    const { a, b, c, d, e, f } = placePicture(whole, size, 2);
    const { width, height } = size;
    const corners = [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const;
    for (const [x, y] of corners) {
      expect(Math.hypot(a * x + c * y + e - 1, b * x + d * y + f - 1)).toBeCloseTo(1, 6);
    }
  });
});
