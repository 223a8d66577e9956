import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MissingPins } from '#contract/sheets.ts';
import { printPixels } from '#domain/sheets.ts';
import type { Context } from '../../../context.ts';
import { isPicturesFault } from '../../../ports/decoder/decoder.ts';
import { openOriginal } from '../../uploads/open-original.ts';
import { findUploads } from '../../uploads/repo.ts';
import type { PrintItem } from './sheet-items.ts';

/** So that no eye finds the compression on paper. */
const JPEG_QUALITY = 92;

/**
 * Draws a pin for print out of its original: the square around what is cut, as a JPEG in sRGB.
 * @returns why it cannot be, where that is the picture's own fault
 * @throws ShopError `unavailable` and such when trying again may help
 */
export async function readPrint(
  context: Context,
  { uploadId, crop, cutMm }: PrintItem,
): Promise<Uint8Array | Extract<MissingPins['reason'], 'lost' | 'unreadable'>> {
  const [upload] = await findUploads(context.db.queries, [uploadId]);
  const original = upload?.removed_at === null ? await openOriginal(context, uploadId) : null;
  if (!upload || !original) return 'lost';
  const picture = join(context.scratchDir, randomUUID());
  const across = crop.diameter * Math.min(upload.width, upload.height);
  const side = printPixels(across, cutMm);
  try {
    await pipeline(original.stream, createWriteStream(picture));
    const request = { picture, crop, side, format: 'jpeg', quality: JPEG_QUALITY } as const;
    return await context.decoder.makeSquare(request);
  } catch (error) {
    if (isPicturesFault(error)) return 'unreadable';
    throw error;
  } finally {
    await rm(picture, { force: true });
  }
}
