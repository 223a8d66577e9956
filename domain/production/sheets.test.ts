import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PAPER_NAMES, type Paper, scaleOfRuler, TRUE_SCALE } from './paper.ts';
import {
  countPages,
  GAP_MM,
  MARGIN_MM,
  packPage,
  planSheet,
  printableArea,
  printPixels,
  rulesBetween,
  SHEET,
  type SheetItem,
  type SheetLayout,
  splitSheet,
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
const usual = (paper: Paper, scale = TRUE_SCALE): SheetLayout => ({
  paper,
  margin: MARGIN_MM.usual,
  gap: GAP_MM.usual,
  ...scale,
});
const factor = fc.double({ min: 0.9, max: 1.1, noNaN: true });

describe('a press sheet', () => {
  test('holds 9 pins of 58/70 mm on A4, beside its last row', () => {
    expect(packPage(usual('a4'), 70).centres).toHaveLength(9);
    expect(packPage(usual('letter'), 70).centres).toHaveLength(8);
    expect(packPage(usual('a3'), 70).centres).toHaveLength(18);
    expect(packPage({ ...usual('a4'), margin: 12 }, 70).centres.length).toBeLessThan(9);
    expect(packPage({ ...usual('a4'), gap: 15 }, 70).centres.length).toBeLessThan(9);
  });

  test('has every pin as often as ordered, numbered through its order', () => {
    fc.assert(
      fc.property(items, papers, factor, factor, (ordered, paper, scaleX, scaleY) => {
        const places = planSheet(ordered, usual(paper, { scaleX, scaleY })).flatMap(
          ({ places: own }) => own,
        );
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
        const layout = usual(paper, { scaleX: scale, scaleY: scale });
        const area = printableArea(layout);
        for (const { cutMm, places } of planSheet(ordered, layout)) {
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

  test('has rules between the pins of two orders, on no pin and on no label', () => {
    fc.assert(
      fc.property(items, papers, (ordered, paper) => {
        for (const page of planSheet(ordered, usual(paper))) {
          const rules = rulesBetween(page);
          const points = rules.flatMap(({ from, to }) => [
            from,
            { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
            to,
          ]);
          for (const { x, y } of points) {
            for (const { centre } of page.places) {
              const off = Math.hypot(centre.x - x, centre.y - y) - page.cutMm / 2;
              expect(off).toBeGreaterThan(GAP_MM.usual / 2 - 1e-6);
              const [across, down] = [centre.x + page.label.x - x, centre.y + page.label.y - y];
              const { width, height } = SHEET.label;
              expect(Math.abs(across) >= width / 2 || Math.abs(down) >= height / 2).toBe(true);
            }
          }
          const orders = new Set(page.places.map(({ item }) => item.orderId));
          if (orders.size === 1) expect(rules).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
    const two = ['A', 'B'].map((orderId) => ({ orderId, cutMm: 70, quantity: 3 }));
    const [page] = planSheet(two, usual('a4'));
    expect(page && rulesBetween(page).length).toBeGreaterThan(1);
  });

  test('takes no circle that its paper does not hold', () => {
    const large = [{ orderId: 'A', cutMm: 250, quantity: 1 }];
    expect(() => planSheet(large, usual('a4'))).toThrow(RangeError);
    expect(planSheet(large, usual('a3'))).toHaveLength(1);
  });

  test('has as many pages as are counted without planning it', () => {
    fc.assert(
      fc.property(items, papers, (ordered, paper) => {
        expect(countPages(ordered, usual(paper))).toBe(planSheet(ordered, usual(paper)).length);
      }),
      { numRuns: 60 },
    );
  });

  test('is split between whole orders where it has more than 200 pages', () => {
    const orders = [900, 900, 1, 2000, 400, 5].map((quantity, at) => ({
      ...{ orderId: `${at}`, cutMm: 70, quantity },
    }));
    const parts = splitSheet(orders, usual('a4'));
    expect(parts).toEqual([['0', '1'], ['2'], ['3'], ['4', '5']]);
    expect(splitSheet(orders.slice(4), usual('a4'))).toEqual([['4', '5']]);
  });

  test("tells a printer's factor from what a ruler says of 100 mm", () => {
    expect(scaleOfRuler(100)).toBe(1);
    expect(scaleOfRuler(99.2)).toBe(1.0081);
    expect(scaleOfRuler(101)).toBe(0.9901);
  });

  test('is printed at 300 to 600 pixels an inch, as the original allows', () => {
    expect(printPixels(40, 25.4)).toBe(300);
    expect(printPixels(450, 25.4)).toBe(450);
    expect(printPixels(4000, 25.4)).toBe(600);
  });
});
