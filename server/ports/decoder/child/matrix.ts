import type { Matrix, Size } from '#domain/crops.ts';

/** Returns where a point goes. */
export function mapPoint({ a, b, c, d, e, f }: Matrix, x: number, y: number) {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the map that does the first and then the second. */
export function chain(first: Matrix, second: Matrix): Matrix {
  const start = mapPoint(second, first.e, first.f);
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: start.x,
    f: start.y,
  };
}

/** Returns the map that goes back. */
export function invert({ a, b, c, d, e, f }: Matrix): Matrix {
  const area = a * d - b * c;
  return {
    a: d / area,
    b: -b / area,
    c: -c / area,
    d: a / area,
    e: (c * f - d * e) / area,
    f: (b * e - a * f) / area,
  };
}

/**
 * Returns what takes a stored picture's points to the upright picture's.
 * @param orientation 1 to 8: where the stored first row and column are in the upright picture
 *   (Exif 2.3, tag 0x0112); anything else counts as 1
 * @param stored in pixels
 */
export function uprightFrom(orientation: number, { width, height }: Size): Matrix {
  switch (orientation) {
    case 2:
      return { a: -1, b: 0, c: 0, d: 1, e: width, f: 0 };
    case 3:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 4:
      return { a: 1, b: 0, c: 0, d: -1, e: 0, f: height };
    case 5:
      return { a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 };
    case 6:
      return { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 };
    case 7:
      return { a: 0, b: -1, c: -1, d: 0, e: height, f: width };
    case 8:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: width };
    default:
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  }
}
