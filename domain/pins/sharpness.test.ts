import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { MIDDLE_CROP } from './crops.ts';
import { DEFAULT_PRESS } from './pin.ts';
import { pixelsPerInch, SHARPNESS_LABELS, sharpnessAdvice, sharpnessOf } from './sharpness.ts';

/** 70 mm at 300 pixels per inch. */
const SHARP_SIDE = 827;

test('the pixels of the cut circle are spread over its millimetres', () => {
  const square = (side: number) => ({ width: side, height: side });
  expect(pixelsPerInch(MIDDLE_CROP, square(SHARP_SIDE), { press: DEFAULT_PRESS })).toBe(300);
  expect(pixelsPerInch(MIDDLE_CROP, square(SHARP_SIDE - 1), { press: DEFAULT_PRESS })).toBe(299);
  expect(
    pixelsPerInch({ ...MIDDLE_CROP, diameter: 0.5 }, square(1654), { press: DEFAULT_PRESS }),
  ).toBe(300);
});

test('the longer side does not count, and closer means fewer pixels', () => {
  const side = fc.integer({ min: 1, max: 8000 });
  const diameter = fc.double({ min: 0.05, max: 6, noNaN: true });
  forAll(side, side, diameter, (width, height, near) => {
    const at = (diameter: number, size = { width, height }) =>
      pixelsPerInch({ ...MIDDLE_CROP, diameter }, size, { press: DEFAULT_PRESS });
    expect(at(near)).toBe(at(near, { width: height, height: width }));
    expect(at(near)).toBe(at(near, { width: Math.min(width, height), height: 8000 }));
    expect(at(near)).toBeLessThanOrEqual(at(near * 2));
  });
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

describe('the advice', () => {
  const advise = (diameter: number, side: number) =>
    sharpnessAdvice(
      { ...MIDDLE_CROP, diameter },
      { width: side, height: side + 500 },
      { press: DEFAULT_PRESS },
    );

  test('is to look from farther away where the picture has enough pixels', () => {
    expect(advise(0.2, 1000)).toBe('Mejora si alejas la imagen.');
    expect(advise(0.7, 1000)).toBe('Quedará nítida si alejas la imagen.');
  });

  test('is a larger picture where it has not, as large as this crop needs it', () => {
    expect(advise(1, 400)).toBe('Mejora con una de 827 px por lado.');
    expect(advise(0.5, 826)).toBe('Mejora con una de 827 px por lado.');
    expect(advise(2, 300)).toBe('Quedará nítida con una de 414 px por lado.');
  });

  test('makes the pin sharp when it is followed', () => {
    const side = fc.integer({ min: 1, max: 5000 });
    const diameters = fc.double({ min: 0.05, max: 12, noNaN: true });
    const label = (diameter: number, width: number) =>
      sharpnessOf(
        pixelsPerInch(
          { ...MIDDLE_CROP, diameter },
          { width, height: width },
          { press: DEFAULT_PRESS },
        ),
      );
    forAll(side, diameters, (width, diameter) => {
      const crop = { ...MIDDLE_CROP, diameter };
      const advice = sharpnessAdvice(crop, { width, height: width }, { press: DEFAULT_PRESS });
      const asked = /de (\d+) px/.exec(advice ?? '')?.[1];
      if (advice === null) expect(label(diameter, width)).toBe('sharp');
      else expect(label(Math.max(1, diameter), Number(asked ?? width))).toBe('sharp');
    });
  });
});
