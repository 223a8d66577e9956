import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { type Circles, packCircles } from './packing.ts';

const within = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const areas = fc.record({ width: within(30, 410), height: within(30, 410) });
const circles = fc.record<Circles>({
  diameter: within(20, 120),
  gap: within(3.2, 10),
  label: fc.record({ width: within(5, 16), height: within(1, 5) }),
});

describe('a packing', () => {
  test('lies within its area, circles and labels', () => {
    forAll(areas, circles, (area, asked) => {
      const { centres, label } = packCircles(area, asked);
      const radius = asked.diameter / 2;
      for (const { x, y } of centres) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(radius - 1e-6);
        expect(x + radius).toBeLessThanOrEqual(area.width + 1e-6);
        expect(y + radius).toBeLessThanOrEqual(area.height + 1e-6);
        expect(x + label.x + asked.label.width / 2).toBeLessThanOrEqual(area.width + 1e-6);
        expect(y + label.y + asked.label.height / 2).toBeLessThanOrEqual(area.height + 1e-6);
      }
    });
  });

  test('keeps the gap between all circles, and every label clear of all of them', () => {
    forAll(areas, circles, (area, asked) => {
      const { centres, label } = packCircles(area, asked);
      for (const [at, one] of centres.entries()) {
        const text = { x: one.x + label.x, y: one.y + label.y };
        for (const [index, other] of centres.entries()) {
          const apart = Math.hypot(one.x - other.x, one.y - other.y);
          if (at !== index) expect(apart).toBeGreaterThanOrEqual(asked.diameter + asked.gap - 1e-6);
          const beside = Math.max(0, Math.abs(text.x - other.x) - asked.label.width / 2);
          const below = Math.max(0, Math.abs(text.y - other.y) - asked.label.height / 2);
          expect(Math.hypot(beside, below)).toBeGreaterThanOrEqual(asked.diameter / 2 - 1e-6);
        }
      }
    });
  });

  test('holds no fewer circles than a plain grid', () => {
    const label = { width: 1, height: 1 };
    forAll(areas, within(20, 120), within(3.2, 10), (area, diameter, gap) => {
      const { centres } = packCircles(area, { diameter, gap, label });
      const along = (length: number) => Math.max(0, Math.floor((length + gap) / (diameter + gap)));
      // Labels may extend to the right and below, by less than a gap and a half.
      const grid = along(area.width - gap - 1) * along(area.height - gap - 1);
      expect(centres.length).toBeGreaterThanOrEqual(grid);
    });
  });

  test('takes hexagons where they hold more, in the better direction', () => {
    const asked = { diameter: 70, gap: 3.2, label: { width: 13, height: 4.2 } };
    const upright = packCircles({ width: 200, height: 271 }, asked);
    expect(upright).toMatchObject({ kind: 'hexagonal columns' });
    expect(upright.centres).toHaveLength(9);
    expect(packCircles({ width: 271, height: 200 }, asked)).toMatchObject({
      kind: 'hexagonal rows',
    });
    expect(packCircles({ width: 155, height: 155 }, asked)).toMatchObject({ kind: 'grid' });
    expect(packCircles({ width: 60, height: 271 }, asked).centres).toEqual([]);
  });
});
