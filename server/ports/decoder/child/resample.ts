import type { Matrix } from '#domain/crops.ts';
import { invert } from './matrix.ts';

/** A picture in memory: red, green and blue of each pixel, a byte each, row by row. */
export type Raster = { pixels: Uint8Array; width: number; height: number };

type Canvas = {
  /** Takes the raster's points to those of the square. */
  placement: Matrix;
  /** In pixels. */
  side: number;
  /** `#rrggbb` where the raster is not. */
  background: string;
};

/**
 * Draws a raster into a square, each pixel mixed from the four nearest ones (bilinear). libvips
 * could turn it, too, but rounds where it puts the result to whole pixels.
 * @param raster at about the size at which it is drawn; null draws the background alone
 * @returns the square's pixels, three bytes each
 */
export function resample(raster: Raster | null, { placement, side, background }: Canvas) {
  const paper = Buffer.from(background.slice(1), 'hex');
  const square = Buffer.alloc(3 * side * side, paper);
  if (!raster) return square;

  const { pixels, width, height } = raster;
  const line = 3 * width;
  const { a, b, c, d, e, f } = invert(placement);
  const valueAt = (column: number, row: number, part: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? (paper[part] ?? 0)
      : (pixels[row * line + 3 * column + part] ?? 0);

  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = a * (column + 0.5) + c * (row + 0.5) + e - 0.5;
      const y = b * (column + 0.5) + d * (row + 0.5) + f - 0.5;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      // How much of each of the four neighbours.
      const lowerRight = (x - left) * (y - top);
      const upperRight = x - left - lowerRight;
      const lowerLeft = y - top - lowerRight;
      const upperLeft = 1 - x + left - lowerLeft;
      const isWithin = left >= 0 && top >= 0 && left + 1 < width && top + 1 < height;
      for (let part = 0; part < 3; part += 1) {
        const at = top * line + 3 * left + part;
        // Nearly all pixels lie within and need no question each: four times as fast.
        const value = isWithin
          ? upperLeft * (pixels[at] ?? 0) +
            upperRight * (pixels[at + 3] ?? 0) +
            lowerLeft * (pixels[at + line] ?? 0) +
            lowerRight * (pixels[at + line + 3] ?? 0)
          : upperLeft * valueAt(left, top, part) +
            upperRight * valueAt(left + 1, top, part) +
            lowerLeft * valueAt(left, top + 1, part) +
            lowerRight * valueAt(left + 1, top + 1, part);
        square[3 * (row * side + column) + part] = value + 0.5;
      }
    }
  }
  return square;
}
