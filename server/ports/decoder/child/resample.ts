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
  const paper = [1, 3, 5].map((at) => Number.parseInt(background.slice(at, at + 2), 16));
  const square = new Uint8Array(3 * side * side);
  for (let at = 0; at < square.length; at += 1) square[at] = paper[at % 3] ?? 0;
  if (!raster) return square;

  const { pixels, width, height } = raster;
  const { a, b, c, d, e, f } = invert(placement);
  const valueAt = (column: number, row: number, part: number) =>
    column < 0 || row < 0 || column >= width || row >= height
      ? (paper[part] ?? 0)
      : (pixels[3 * (row * width + column) + part] ?? 0);

  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const x = a * (column + 0.5) + c * (row + 0.5) + e - 0.5;
      const y = b * (column + 0.5) + d * (row + 0.5) + f - 0.5;
      const [left, top] = [Math.floor(x), Math.floor(y)];
      if (left < -1 || top < -1 || left >= width || top >= height) continue;
      const [right, down] = [x - left, y - top];
      for (let part = 0; part < 3; part += 1) {
        const upper = valueAt(left, top, part) * (1 - right) + valueAt(left + 1, top, part) * right;
        const lower =
          valueAt(left, top + 1, part) * (1 - right) + valueAt(left + 1, top + 1, part) * right;
        square[3 * (row * side + column) + part] = Math.round(upper * (1 - down) + lower * down);
      }
    }
  }
  return square;
}
