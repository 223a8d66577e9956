import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIDDLE_CROP } from './crops.ts';
import { DEFAULT_PRESS } from './press.ts';
import { pixelsPerInch, SHARPNESS_LABELS, sharpnessOf } from './sharpness.ts';

/** 70 mm at 300 pixels per inch. */
const SHARP_SIDE = 827;

test('the pixels of the cut circle are spread over its millimetres', () => {
  const square = (side: number) => ({ width: side, height: side });
  expect(pixelsPerInch(MIDDLE_CROP, square(SHARP_SIDE), DEFAULT_PRESS)).toBe(300);
  expect(pixelsPerInch(MIDDLE_CROP, square(SHARP_SIDE - 1), DEFAULT_PRESS)).toBe(299);
  expect(pixelsPerInch({ ...MIDDLE_CROP, diameter: 0.5 }, square(1654), DEFAULT_PRESS)).toBe(300);
});

test('the longer side does not count, and closer means fewer pixels', () => {
  const side = fc.integer({ min: 1, max: 8000 });
  const diameter = fc.double({ min: 0.05, max: 6, noNaN: true });
  fc.assert(
    fc.property(side, side, diameter, (width, height, near) => {
      const at = (diameter: number, size = { width, height }) =>
        pixelsPerInch({ ...MIDDLE_CROP, diameter }, size, DEFAULT_PRESS);
      expect(at(near)).toBe(at(near, { width: height, height: width }));
      expect(at(near)).toBe(at(near, { width: Math.min(width, height), height: 8000 }));
      expect(at(near)).toBeLessThanOrEqual(at(near * 2));
    }),
  );
});

test.each([
  [1200, 'Nítida'],
  [300, 'Nítida'],
  [299, 'Aceptable'],
  [150, 'Aceptable'],
  [149, 'Se verá borrosa'],
  [0, 'Se verá borrosa'],
])('%i pixels per inch: %s', (pixels, label) => {
  expect(SHARPNESS_LABELS[sharpnessOf(pixels)]).toBe(label);
});
