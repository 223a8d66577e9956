import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import * as z from 'zod';
import type { MissingPins } from '#contract/production/sheets.ts';
import { countPins } from '#domain/pins/choice.ts';
import { planSheet, printPixels } from '#domain/production/sheets.ts';
import type { Context } from '#server/context.ts';
import { findOrders } from '#server/features/orders/order.ts';
import { openPdf } from '#server/features/production/papers/open-pdf.ts';
import { toBeMade } from '#server/features/production/reprinted.ts';
import { findUploads } from '#server/features/uploads/repo.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import { doLongWork, isPassing } from '#server/jobs/long-work.ts';
import { type JobHandler, PermanentJobError } from '#server/jobs/worker.ts';
import { isFullDisk, refuseFullDisk } from '#server/lib/disk-space.ts';
import { inBatches } from '#server/lib/in-batches.ts';
import { takeTurn } from '#server/lib/take-turn.ts';
import { isPicturesFault } from '#server/ports/decoder/decoder.ts';
import { drawSheet } from './draw-sheet.ts';
import { findSheet, layoutOf, type StoredSheet, sheetKey } from './find-sheets.ts';
import { endSheet, noteProgress } from './repo.ts';
import { listItems, type PrintItem, printKey } from './sheet-items.ts';

export const MAKE_SHEET = 'sheet.make';
const payload = z.object({ id: z.string() });

/** Maximum milliseconds between two notes of the progress, at which a cancelled sheet stops. */
const NOTE_EVERY_MS = 250;
/** Orders read at once. */
const BATCH = 5;
/** The sheet was cancelled or deleted meanwhile. */
class SheetCancelled extends Error {}

/** Returns the job handler that makes press sheets; an interrupted one starts again, but once. */
export function sheetHandlers(context: Context): Record<string, JobHandler> {
  return {
    [MAKE_SHEET]: async (sent, job) => {
      const { id } = payload.parse(sent);
      const sheet = await findSheet(context.db.queries, { id });
      if (!sheet || !(await noteProgress(context.db.queries, id, 0))) return;
      await doLongWork({
        ...{ what: `sheet ${id}`, job },
        work: () =>
          makeSheet(context, sheet).catch((error: unknown) => {
            if (!(error instanceof SheetCancelled)) throw error;
          }),
        async noteFailure(error) {
          if (isPassing(error)) return;
          const other = error instanceof PermanentJobError ? 'interrupted' : 'internal';
          const failure = isFullDisk(error) ? 'disk_full' : other;
          await endSheet(context.db.queries, id, { failure });
        },
      });
    },
  };
}

async function makeSheet(context: Context, sheet: StoredSheet): Promise<void> {
  const { db, storage, scratchDir } = context;
  const { items, missing } = await readItems(context, sheet);
  if (items.length === 0) {
    await endSheet(db.queries, sheet.id, { failure: 'no_orders', pages: 0, pins: 0, missing });
    return;
  }
  const path = join(scratchDir, `${sheet.id}-${randomUUID()}.pdf`);
  try {
    const made = await writeSheet(context, { sheet, items, path });
    const all = [...missing, ...made.missing];
    if (made.missing.length === items.length) {
      await endSheet(db.queries, sheet.id, { failure: 'no_pictures', missing: all });
      return;
    }
    await storage.putFile(sheetKey(sheet.id), path);
    const end = { failure: null, pins: countPins(items), pages: made.pages, missing: all };
    if (await endSheet(db.queries, sheet.id, end)) return;
    await storage.remove(sheetKey(sheet.id));
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads a sheet's items, some orders at a time. */
async function readItems({ db }: Context, { orderIds, product_id }: StoredSheet) {
  const items: PrintItem[] = [];
  const missing: MissingPins[] = [];
  for (const ids of inBatches(orderIds, BATCH)) {
    await takeTurn();
    const orders = (await findOrders(db.queries, ids)).map(toBeMade);
    const listed = listItems(ids, orders, product_id);
    items.push(...listed.items);
    missing.push(...listed.missing);
  }
  return { items, missing };
}

type Work = { sheet: StoredSheet; items: PrintItem[]; path: string };

/** Writes the PDF, one pin after the other, at the speed of the disk. */
async function writeSheet(
  context: Context,
  { sheet, items, path }: Work,
): Promise<{ pages: number; missing: MissingPins[] }> {
  const { db, settings, clock } = context;
  const layout = layoutOf(sheet);
  const { printer, separation } = sheet;
  const pages = planSheet(items, layout);
  const reasons = new Map<string, MissingPins['reason']>();
  const pins = countPins(items);
  const pdf = await openPdf({
    title: `Hoja de prensa ${sheet.id}`,
    author: (await settings.current()).settings.seller.name,
    now: clock(),
  });
  const file = createWriteStream(path);
  const written = pipeline(pdf.document, file);
  written.catch(() => undefined);
  let drawn = 0;
  let notedAt = performance.now();

  async function note(): Promise<void> {
    notedAt = performance.now();
    // Plus one, because storing the file is the last step.
    const progress = drawn / (pins + 1);
    if (!(await noteProgress(db.queries, sheet.id, progress))) throw new SheetCancelled();
  }

  async function pace(): Promise<void> {
    await pdf.pace();
    if (performance.now() - notedAt > NOTE_EVERY_MS) await note();
    drawn += 1;
  }

  async function readPicture(item: PrintItem): Promise<Uint8Array | null> {
    await refuseFullDisk(context.diskSpace);
    const print = await readPrint(context, item);
    if (typeof print === 'string') reasons.set(printKey(item), print);
    await note();
    return typeof print === 'string' ? null : print;
  }

  try {
    await drawSheet(pdf, { pages, layout, printer, separation, readPicture, pace });
    pdf.document.end();
  } catch (error) {
    pdf.document.destroy();
    // The file may still be about to be opened, which would create it again after its removal.
    await finished(file).catch(() => undefined);
    throw error;
  }
  await written;
  return { pages: pages.length, missing: listMissing(items, reasons) };
}

function listMissing(
  items: readonly PrintItem[],
  reasons: ReadonlyMap<string, MissingPins['reason']>,
): MissingPins[] {
  return items.flatMap((item) => {
    const reason = reasons.get(printKey(item));
    const { orderId, picture, quantity: pins } = item;
    return reason ? [{ orderId, picture, pins, reason }] : [];
  });
}

/** No compression artefacts are visible on paper. */
const JPEG_QUALITY = 92;

/**
 * Draws a pin for print from its original: the square around the cut circle, as a JPEG in sRGB.
 * @returns the reason if the picture itself cannot be used
 * @throws ShopError such as `unavailable`, when a retry may help
 */
async function readPrint(
  context: Context,
  { uploadId, crop, cutMm }: PrintItem,
): Promise<Uint8Array | Extract<MissingPins['reason'], 'lost' | 'unreadable'>> {
  const [upload] = await findUploads(context.db.queries, [uploadId]);
  const original =
    upload?.removed_at === null ? await context.storage.open(fileKeys(uploadId).original) : null;
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
