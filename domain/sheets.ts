import { type Packing, type Point, packCircles } from './packing.ts';
import { PAPERS, type Paper, type PaperScale } from './paper.ts';

/** The press sheet's measures, in millimetres on paper. */
export const SHEET = {
  /** What printers leave white at every edge. */
  margin: 5,
  /** Least distance between two cuts. */
  gap: 3.2,
  /** The text beside each circle: an order's code, and below it which pin it is. */
  label: { width: 13, height: 4.2 },
  /** The last row, which says what is on the sheet. */
  foot: 16,
} as const;

/** Pins of one picture, of an order. */
export type SheetItem = { orderId: string; cutMm: number; quantity: number };

/** Where one pin lies; it is number `k` of its order's `n`. */
export type Place<Item> = { item: Item; centre: Point; k: number; n: number };

/** One side of paper with pins of one cut; all in millimetres from the printable area's upper left. */
export type SheetPage<Item> = { cutMm: number; label: Point; places: Place<Item>[] };

/** Returns what can be drawn on, in millimetres before the printer's scale. */
export function printableArea(paper: Paper, { scaleX, scaleY }: PaperScale) {
  const { width, height } = PAPERS[paper];
  return {
    width: (width - 2 * SHEET.margin) / scaleX,
    height: (height - 2 * SHEET.margin) / scaleY,
  };
}

/** Returns the places of pins with this cut on one side of paper; none when it is too small. */
export function packPage(paper: Paper, scale: PaperScale, cutMm: number): Packing {
  const { width, height } = printableArea(paper, scale);
  const { gap, label, foot } = SHEET;
  return packCircles({ width, height: height - foot }, { diameter: cutMm, gap, label });
}

/**
 * Returns the pages with every pin as often as ordered. Pins of another cut start a new page; the
 * rest follows the items' order, so that orders stay together.
 * @throws RangeError for a cut that the paper does not hold
 */
export function planSheet<Item extends SheetItem>(
  items: readonly Item[],
  paper: Paper,
  scale: PaperScale,
): SheetPage<Item>[] {
  const pins = numberPins(items);
  const byCut = Map.groupBy(pins, ({ item }) => item.cutMm);
  return [...byCut].flatMap(([cutMm, same]) => {
    const { centres, label } = packPage(paper, scale, cutMm);
    if (centres.length === 0) throw new RangeError(`no circle of ${cutMm} mm on ${paper}`);
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

/** Pixels per inch on paper: fewer look soft, more are not seen. */
const PRINT_PPI = { least: 300, most: 600 } as const;

/**
 * Returns the side of the square that a pin is printed from, in pixels: as many as the original
 * has there, within what printing needs.
 * @param originalPixels that lie across the crop's circle
 */
export function printPixels(originalPixels: number, cutMm: number): number {
  const inches = cutMm / 25.4;
  const [least, most] = [PRINT_PPI.least * inches, PRINT_PPI.most * inches];
  return Math.ceil(Math.min(Math.max(originalPixels, least), most));
}
