import { buffer } from 'node:stream/consumers';
import type { Selectable } from 'kysely';
import { type Crop, frontOf, MIDDLE_CROP } from '#domain/pins/crops.ts';
import { drawText, loadLetters, writeTextSvg } from '#domain/pins/letters.ts';
import type { Press, PressedPin } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { isPicturesFault, isThumbnailEnough, SQUARE_SIDE } from '#server/ports/decoder/decoder.ts';
import { findUploads } from './repo.ts';
import { fileKeys, pictureId } from './urls.ts';

type Parts = Pick<Context, 'storage' | 'db' | 'decoder'>;
type Item = PressedPin & { imageUrl: string; crop: Crop | null; text?: PinText | undefined };

/**
 * Returns the fronts of pins as small square JPEGs, which every mail program shows: cached ones, or
 * new ones if the crop was moved, the press is another or the pin has a text. Without a crop, the
 * middle of the picture is shown.
 * @returns null for each item whose picture is lost or broken
 */
export async function readSquares(
  parts: Parts,
  items: readonly Item[],
): Promise<(Uint8Array | null)[]> {
  const ids = items.map(({ imageUrl }) => pictureId(imageUrl));
  const known = [...new Set(ids)].filter((id) => id !== null);
  const uploads = await findUploads(parts.db.queries, known);
  const byId = new Map(uploads.map((upload) => [upload.id, upload]));
  const squares: (Uint8Array | null)[] = [];
  for (const some of inBatches([...items.entries()], AT_ONCE)) {
    await takeTurn();
    const read = some.map(([at, item]) => {
      const upload = byId.get(ids[at] ?? '');
      const isThere = upload !== undefined && upload.removed_at === null;
      return isThere ? readSquareOf(parts, upload, item) : null;
    });
    squares.push(...(await Promise.all(read)));
  }
  return squares;
}

/** As many pictures as are decoded at once, and as many that are read meanwhile. */
const AT_ONCE = 4;

async function readSquareOf(
  { storage, decoder }: Parts,
  upload: Selectable<Schema['uploads']>,
  item: Item,
): Promise<Uint8Array | null> {
  const front = frontOf(item.crop ?? MIDDLE_CROP, item);
  const { image, thumbnail, square } = fileKeys(upload.id);
  const overlay = item.text && (await drawOverlay(item.text, item.press));
  const cached = !overlay && isCached(upload, front) ? await storage.open(square) : null;
  if (cached) return buffer(cached.stream);
  const file = await storage.open(isThumbnailEnough(upload, front) ? thumbnail : image);
  if (!file) return null;
  const picture = await buffer(file.stream);
  try {
    const request = { picture, crop: front, side: SQUARE_SIDE, format: 'jpeg' } as const;
    return await decoder.makeSquare(overlay ? { ...request, overlay } : request);
  } catch (error) {
    if (isPicturesFault(error)) return null;
    throw error;
  }
}

async function drawOverlay(text: PinText, press: Press): Promise<string> {
  const drawn = drawText(text, press, await loadLetters(text.font));
  return writeTextSvg(drawn, text, { millimetres: press.faceMm, side: SQUARE_SIDE });
}

/** Returns whether the cached square shows this circle. */
function isCached(upload: Selectable<Schema['uploads']>, { x, y, ...front }: Crop): boolean {
  return (
    front.diameter === upload.square_diameter &&
    x === upload.crop_x &&
    y === upload.crop_y &&
    front.rotation === upload.crop_rotation &&
    front.background === upload.crop_background
  );
}
