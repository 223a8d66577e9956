import type { Size } from '#domain/pins/crops.ts';

export type Point = { x: number; y: number };

/** Positions of circles of one size, each with space for a label beside it. All in one unit. */
export type Packing = {
  kind: 'grid' | 'hexagonal rows' | 'hexagonal columns';
  /** Centres, row by row, from the area's upper left corner. */
  centres: Point[];
  /** Offset from each circle's centre to that of its label. */
  label: Point;
};

export type Circles = {
  diameter: number;
  /** Minimum distance between the edges of two circles. */
  gap: number;
  /** Size of the label beside each circle; it overlaps no circle. */
  label: Size;
};

/** A repeating pattern: the offsets to the next circle of a line (`step`) and to the next line. */
type Lattice = Pick<Packing, 'kind' | 'label'> & { step: Point; next: Point };

/** Tolerance, so that rounding does not drop a circle that just fits. */
const EPSILON = 1e-9;

/** Returns the packing with the most circles: a grid, or hexagons in rows or columns. */
export function packCircles(area: Size, circles: Circles): Packing {
  const [grid, ...hexagons] = latticesOf(circles);
  return hexagons
    .map((lattice) => fill(area, circles, lattice))
    .reduce(
      (best, packing) => (packing.centres.length > best.centres.length ? packing : best),
      fill(area, circles, grid),
    );
}

/** Labels lie in the spaces between circles; where those are too small, the circles move apart. */
function latticesOf({ diameter, gap, label }: Circles): [Lattice, Lattice, Lattice] {
  const reach = diameter / 2 + Math.hypot(label.width, label.height) / 2;
  const square = Math.max(diameter + gap, reach * Math.SQRT2);
  const hexagon = Math.max(diameter + gap, reach * Math.sqrt(3));
  const [half, line, middle] = [hexagon / 2, (hexagon * Math.sqrt(3)) / 2, hexagon / Math.sqrt(12)];
  return [
    {
      kind: 'grid',
      step: { x: square, y: 0 },
      next: { x: 0, y: square },
      label: { x: square / 2, y: square / 2 },
    },
    {
      kind: 'hexagonal rows',
      step: { x: hexagon, y: 0 },
      next: { x: half, y: line },
      label: { x: half, y: middle },
    },
    {
      kind: 'hexagonal columns',
      step: { x: 0, y: hexagon },
      next: { x: line, y: half },
      label: { x: middle, y: half },
    },
  ];
}

function fill(area: Size, { diameter, label }: Circles, lattice: Lattice): Packing {
  const { kind, step, next, label: offset } = lattice;
  const radius = diameter / 2;
  const first = { x: radius, y: radius };
  const last = {
    x: area.width - Math.max(radius, offset.x + label.width / 2) + EPSILON,
    y: area.height - Math.max(radius, offset.y + label.height / 2) + EPSILON,
  };
  const centres: Point[] = [];
  const isDown = step.x === 0;
  for (let line = 0; ; line += 1) {
    // In hexagonal patterns every second line starts half a step further.
    const isOdd = line % 2 === 1;
    const start = isDown
      ? { x: first.x + line * next.x, y: first.y + (isOdd ? next.y : 0) }
      : { x: first.x + (isOdd ? next.x : 0), y: first.y + line * next.y };
    if (isDown ? start.x > last.x : start.y > last.y) break;
    for (let { x, y } = start; x <= last.x && y <= last.y; x += step.x, y += step.y) {
      centres.push({ x, y });
    }
  }
  return { kind, label: offset, centres: centres.sort((a, b) => a.y - b.y || a.x - b.x) };
}
