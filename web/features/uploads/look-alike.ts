import { PAPER_COLOUR } from '#domain/pins/pin-colours.ts';

/** Cells per side in which two pictures are compared. */
const CELLS = 16;
/** Maximum difference of a cell, of 255: what two encoders make of one picture. */
const MAX_DIFFERENCE = 10;
/** Maximum difference of the proportions, which rounding to pixels changes. */
const MAX_STRETCH = 0.02;

/** Returns whether two copies show the same picture in the same colours and the same way up. */
export async function lookAlike(one: Blob, other: Blob): Promise<boolean> {
  const [a, b] = await Promise.all([readCells(one), readCells(other)]);
  return (
    Math.abs(a.ratio / b.ratio - 1) <= MAX_STRETCH &&
    a.cells.every((value, at) => Math.abs(value - (b.cells[at] ?? 0)) <= MAX_DIFFERENCE)
  );
}

async function readCells(copy: Blob) {
  const picture = await createImageBitmap(copy);
  const ratio = picture.width / picture.height;
  const canvas = document.createElement('canvas');
  canvas.width = CELLS;
  canvas.height = CELLS;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // Colours that are nearly transparent are not exact.
  context.fillStyle = PAPER_COLOUR;
  context.fillRect(0, 0, CELLS, CELLS);
  context.drawImage(picture, 0, 0, CELLS, CELLS);
  picture.close();
  return { ratio, cells: context.getImageData(0, 0, CELLS, CELLS).data };
}
