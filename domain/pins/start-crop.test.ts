import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { CROP_LIMITS, type CropNumber, isCropNumber } from './crops.ts';
import { DEFAULT_PRESS } from './pin.ts';
import { startCrop } from './start-crop.ts';

const length = fc.integer({ min: 1, max: 12_000 });
const sizes = fc.record({ width: length, height: length });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const NAMES: readonly CropNumber[] = ['x', 'y', 'diameter', 'rotation'];

test('a photo starts with the largest circle inside it, as near to its subject as can be', () => {
  forAll(sizes, fraction, fraction, (size, x, y) => {
    const crop = startCrop(size, { kind: 'point', x, y }, { press: DEFAULT_PRESS });
    const radius = Math.min(size.width, size.height) / 2;
    expect(crop).toMatchObject({ diameter: 1, rotation: 0, background: null });
    for (const [centre, wanted, side] of [
      [crop.x, x, size.width],
      [crop.y, y, size.height],
    ] as const) {
      expect(centre * side - radius).toBeGreaterThanOrEqual(-1e-9 * side);
      expect((1 - centre) * side - radius).toBeGreaterThanOrEqual(-1e-9 * side);
      const isFree = wanted * side > radius && (1 - wanted) * side > radius;
      if (isFree) expect(centre).toBe(wanted);
    }
  });
});

test('a drawing starts whole within the safe circle, unless it is far too long', () => {
  const diameter = fc.double({ min: 0.01, max: 200, noNaN: true });
  forAll(sizes, fraction, fraction, diameter, (size, x, y, around) => {
    const subject = { kind: 'whole', x, y, diameter: around, background: '#ff0000' } as const;
    const crop = startCrop(size, subject, { press: DEFAULT_PRESS });
    const { cutMm, safeMm } = DEFAULT_PRESS;
    const safe = crop.diameter * (safeMm / cutMm);
    expect(crop).toMatchObject({ x, y, rotation: 0, background: '#ff0000' });
    expect(NAMES.every((name) => isCropNumber(name, crop[name]))).toBe(true);
    if (crop.diameter < CROP_LIMITS.diameter[1]) expect(safe).toBeGreaterThanOrEqual(around - 1e-9);
    expect(crop.diameter).toBeGreaterThanOrEqual(0.5);
  });
});
