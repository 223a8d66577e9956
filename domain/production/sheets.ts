import { type Packing, type Point, packCircles } from './packing.ts';
import { PAPERS, type Paper, type PaperScale } from './paper.ts';

/** How the pins of neighbouring orders are told apart on a sheet. */
export const SEPARATIONS = ['colours', 'lines'] as const;
export type Separation = (typeof SEPARATIONS)[number];

/** Layout of a sheet of paper; lengths in millimetres. */
export type SheetLayout = PaperScale & {
  paper: Paper;
  /** Width of the white border at every edge. */
  margin: number;
  /** Minimum distance between two cut circles. */
  gap: number;
};

/** Bounds and default, in millimetres. */
export const MARGIN_MM = { min: 0, max: 30, usual: 5 } as const;
export const GAP_MM = { min: 3.2, max: 20, usual: 3.2 } as const;

/** Dimensions of the press sheet's texts, in millimetres on paper. */
export const SHEET = {
  /** The text beside each circle: the order's code, and below it which of its pins it is. */
  label: { width: 13, height: 4.2 },
  /** Height of the last row, which says what is on the sheet. */
  foot: 16,
} as const;

export type SheetItem = { orderId: string; cutMm: number; quantity: number };

/** The position of one pin, number `k` of the `n` of its order. */
export type Place<Item> = { item: Item; centre: Point; k: number; n: number };

/** One side of paper with pins of one cut; in millimetres from the printable area's upper left. */
export type SheetPage<Item> = { cutMm: number; label: Point; places: Place<Item>[] };

/** Returns the size of the printable area, in millimetres before the printer's scale. */
export function printableArea({ paper, margin, scaleX, scaleY }: SheetLayout) {
  const { width, height } = PAPERS[paper];
  return { width: (width - 2 * margin) / scaleX, height: (height - 2 * margin) / scaleY };
}

/** Returns the positions of pins with this cut on one side of paper; none when it is too small. */
export function packPage(layout: SheetLayout, cutMm: number): Packing {
  const { width, height } = printableArea(layout);
  const { label, foot } = SHEET;
  const circles = { diameter: cutMm, gap: layout.gap, label };
  return packCircles({ width, height: height - foot }, circles);
}

/**
 * Returns pages with every pin as often as ordered. Another cut size starts a new page; otherwise
 * pins keep the order of the items, so that orders stay together.
 * @throws RangeError if not even one cut of this size fits on the paper
 */
export function planSheet<Item extends SheetItem>(
  items: readonly Item[],
  layout: SheetLayout,
): SheetPage<Item>[] {
  const pins = numberPins(items);
  const byCut = Map.groupBy(pins, ({ item }) => item.cutMm);
  return [...byCut].flatMap(([cutMm, same]) => {
    const { centres, label } = packPage(layout, cutMm);
    if (centres.length === 0) throw new RangeError(`no circle of ${cutMm} mm on ${layout.paper}`);
    const pages: SheetPage<Item>[] = [];
    for (let from = 0; from < same.length; from += centres.length) {
      const places = same
        .slice(from, from + centres.length)
        .map((pin, at) => ({ ...pin, centre: centres[at] ?? { x: 0, y: 0 } }));
      pages.push({ cutMm, label, places });
    }
    return pages;
  });
}

/** Maximum number of pages of one sheet: more would keep printer and shop busy for too long. */
export const MAX_PAGES = 200;

/**
 * Returns the number of pages that `planSheet` makes of these items.
 * @throws RangeError if not even one cut of some size fits on the paper
 */
export function countPages(
  items: readonly Pick<SheetItem, 'cutMm' | 'quantity'>[],
  layout: SheetLayout,
): number {
  const byCut = Map.groupBy(items, ({ cutMm }) => cutMm);
  return [...byCut].reduce((sum, [cutMm, same]) => {
    const perPage = packPage(layout, cutMm).centres.length;
    if (perPage === 0) throw new RangeError(`no circle of ${cutMm} mm on ${layout.paper}`);
    return sum + Math.ceil(same.reduce((pins, { quantity }) => pins + quantity, 0) / perPage);
  }, 0);
}

/**
 * Splits orders, in their sequence, between sheets of at most `MAX_PAGES` pages. An order that
 * fills more has a sheet of its own.
 * @returns the ids of each sheet's orders
 */
export function splitSheet(items: readonly SheetItem[], layout: SheetLayout): string[][] {
  const parts: SheetItem[][] = [];
  for (const [, own] of Map.groupBy(items, ({ orderId }) => orderId)) {
    const last = parts.at(-1);
    if (last && countPages([...last, ...own], layout) <= MAX_PAGES) last.push(...own);
    else parts.push(own);
  }
  return parts.map((part) => [...new Set(part.map(({ orderId }) => orderId))]);
}

/** A line between two points, in millimetres. */
export type Segment = { from: Point; to: Point };

/** Returns dividing lines between neighbours of different orders; they end before the labels. */
export function rulesBetween({ places, label }: SheetPage<SheetItem>): Segment[] {
  const reach = Math.hypot(label.x, label.y);
  const room = Math.hypot(SHEET.label.width, SHEET.label.height) / 2;
  return places.flatMap(({ item, centre: a }, at) =>
    places.slice(at + 1).flatMap(({ item: other, centre: b }) => {
      const apart = Math.hypot(a.x - b.x, a.y - b.y);
      // Zero unless the circles are neighbours, with nothing else between them.
      const half = Math.sqrt(Math.max(0, reach ** 2 - (apart / 2) ** 2)) - room;
      if (item.orderId === other.orderId || half <= 0) return [];
      const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
      const [across, down] = [((a.y - b.y) / apart) * half, ((b.x - a.x) / apart) * half];
      return [{ from: { x: x - across, y: y - down }, to: { x: x + across, y: y + down } }];
    }),
  );
}

function numberPins<Item extends SheetItem>(items: readonly Item[]) {
  const totals = new Map<string, number>();
  for (const { orderId, quantity } of items) {
    totals.set(orderId, (totals.get(orderId) ?? 0) + quantity);
  }
  const counted = new Map<string, number>();
  return items.flatMap((item) =>
    Array.from({ length: item.quantity }, () => {
      const k = (counted.get(item.orderId) ?? 0) + 1;
      counted.set(item.orderId, k);
      return { item, k, n: totals.get(item.orderId) ?? k };
    }),
  );
}

/** Pixels per inch on paper: fewer look soft, more cannot be seen. */
const PRINT_PPI = { min: 300, max: 600 } as const;

/**
 * Returns the side of the square that is printed for a pin, in pixels: that of the original, within
 * the limits of printing.
 * @param originalPixels across the crop's circle
 */
export function printPixels(originalPixels: number, cutMm: number): number {
  const inches = cutMm / 25.4;
  const [min, max] = [PRINT_PPI.min * inches, PRINT_PPI.max * inches];
  return Math.ceil(Math.min(Math.max(originalPixels, min), max));
}
