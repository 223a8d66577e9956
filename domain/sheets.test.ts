import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAPER_NAMES, TRUE_SCALE } from './paper.ts';
import {
  packPage,
  planSheet,
  printableArea,
  printPixels,
  SHEET,
  type SheetItem,
} from './sheets.ts';

const items = fc.array(
  fc.record<SheetItem>({
    orderId: fc.constantFrom('A', 'B', 'C'),
    cutMm: fc.constantFrom(35, 43, 70),
    quantity: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 12 },
);
const papers = fc.constantFrom(...PAPER_NAMES);
const factor = fc.double({ min: 0.9, max: 1.1, noNaN: true });

describe('a press sheet', () => {
  test('holds 9 pins of 58/70 mm on A4, beside its last row', () => {
    expect(packPage('a4', TRUE_SCALE, 70).centres).toHaveLength(9);
    expect(packPage('letter', TRUE_SCALE, 70).centres).toHaveLength(8);
    expect(packPage('a3', TRUE_SCALE, 70).centres).toHaveLength(18);
  });

  test('has every pin as often as ordered, numbered through its order', () => {
    fc.assert(
      fc.property(items, papers, factor, factor, (ordered, paper, scaleX, scaleY) => {
        const places = planSheet(ordered, paper, { scaleX, scaleY }).flatMap((page) => page.places);
        for (const item of ordered) {
          expect(places.filter((place) => place.item === item)).toHaveLength(item.quantity);
        }
        for (const [, own] of Map.groupBy(places, ({ item }) => item.orderId)) {
          const numbers = own.map(({ k }) => k).sort((a, b) => a - b);
          expect(numbers).toEqual(own.map((_, at) => at + 1));
          expect(own.every(({ n }) => n === own.length)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('keeps one cut to a page, pins in the order of the items, and its last row free', () => {
    fc.assert(
      fc.property(items, papers, factor, (ordered, paper, scale) => {
        const scales = { scaleX: scale, scaleY: scale };
        const area = printableArea(paper, scales);
        for (const { cutMm, places } of planSheet(ordered, paper, scales)) {
          expect(places.every(({ item }) => item.cutMm === cutMm)).toBe(true);
          const order = places.map(({ item }) => ordered.indexOf(item));
          expect(order).toEqual(order.toSorted((a, b) => a - b));
          const lowest = Math.max(...places.map(({ centre }) => centre.y)) + cutMm / 2;
          expect(lowest).toBeLessThanOrEqual(area.height - SHEET.foot + 1e-6);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('takes no circle that its paper does not hold', () => {
    const large = [{ orderId: 'A', cutMm: 250, quantity: 1 }];
    expect(() => planSheet(large, 'a4', TRUE_SCALE)).toThrow(RangeError);
    expect(planSheet(large, 'a3', TRUE_SCALE)).toHaveLength(1);
  });

  test('is printed at 300 to 600 pixels an inch, as the original allows', () => {
    expect(printPixels(40, 25.4)).toBe(300);
    expect(printPixels(450, 25.4)).toBe(450);
    expect(printPixels(4000, 25.4)).toBe(600);
  });
});
