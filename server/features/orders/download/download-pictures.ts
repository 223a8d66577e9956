import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { OrderFilter } from '#contract/orders/orders-admin.ts';
import { ShopError } from '#domain/base/errors.ts';
import { foldText } from '#domain/base/folding.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { pinName } from '#domain/pins/choice.ts';
import { type AuditNote, writeAudit } from '#server/audit/write-audit.ts';
import type { Context } from '#server/context.ts';
import { findLiveOrder } from '#server/features/orders/order.ts';
import { findUploads } from '#server/features/uploads/repo.ts';
import { fileKeys } from '#server/features/uploads/urls.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import { streamZip } from '#server/lib/stream-zip.ts';
import { takeTurn } from '#server/lib/take-turn.ts';

type Picture = { uploadId: string; type: string; name: string };

/** Opens an original, `position` from 1. @throws ShopError `not_found`, also for a lost file */
export async function downloadPicture(
  context: Context,
  id: string,
  position: string,
): Promise<FileAnswer> {
  const pictures = await picturesOf(context, id);
  const picture = /^[1-9]\d{0,2}$/.test(position) ? pictures[Number(position) - 1] : undefined;
  const { uploadId, type = '', name = '' } = picture ?? {};
  return sendStored(context.storage, uploadId && fileKeys(uploadId).original, {
    ...{ type, name, message: 'Imagen no disponible' },
  });
}

/**
 * Streams a zip of the originals, each of which is in it once, however many items show it; a text
 * file lists lost ones.
 * @throws ShopError `not_found`
 */
export async function downloadPictures(context: Context, id: string): Promise<FileAnswer> {
  const pictures = await picturesOf(context, id, toFiles);
  const content = streamZip(async (add) => {
    const lost: string[] = [];
    for (const { uploadId, name } of pictures) {
      const original = await context.storage.open(fileKeys(uploadId).original);
      // Pictures are compressed already.
      if (original) await add(name, original.stream, { compress: false, size: original.bytes });
      else lost.push(name);
    }
    if (lost.length === 0) return;
    await add('LEEME.txt', Readable.from([`No disponibles:\r\n${lost.join('\r\n')}\r\n`]));
  });
  return { content, type: 'application/zip', name: `${id}.zip` };
}

/** The items that a file is named after: the first one counts from 0. */
type Shown = { at: number; item: OrderItem; quantity: number; others: number };

async function picturesOf(
  context: Context,
  id: string,
  group: (items: readonly OrderItem[]) => Shown[] = toSingle,
): Promise<Picture[]> {
  const stored = await findLiveOrder(context.db.queries, id);
  if (!stored) throw new ShopError('not_found');
  const shown = group(stored.items);
  const ids = shown.map(({ item }) => item.uploadId);
  const uploads = await findUploads(context.db.queries, ids);
  const types = new Map(uploads.map((upload) => [upload.id, upload.mime_type]));
  return shown.map((each) => {
    const { uploadId } = each.item;
    const type = types.get(uploadId) ?? '';
    const extension = EXTENSIONS[type];
    const name = fileName(stored, each, extension ?? 'bin');
    return { uploadId, type: extension ? type : 'application/octet-stream', name };
  });
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

function toSingle(items: readonly OrderItem[]): Shown[] {
  return items.map((item, at) => ({ at, item, quantity: item.quantity, others: 0 }));
}

function toFiles(items: readonly OrderItem[]): Shown[] {
  const byFile = Map.groupBy(toSingle(items), ({ item }) => item.uploadId);
  return [...byFile.values()].flatMap(([first, ...others]) =>
    first ? { ...first, quantity: sumOf([first, ...others]), others: others.length } : [],
  );
}

function sumOf(shown: readonly Shown[]): number {
  return shown.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Returns a name such as `7K4MQ-X2TBA_imagen-03_x12.jpg`, `…_imagen-03-y-2-mas_x14.jpg` for a file
 * that further items show, and `…_x12_32-mm-con-iman.jpg` if the shop has several products; sorted
 * by name, the pictures are in the order's sequence.
 */
function fileName(
  { id, items }: Order,
  { at, item, quantity, others }: Shown,
  extension: string,
): string {
  const digits = Math.max(2, String(items.length).length);
  const number = String(at + 1).padStart(digits, '0') + (others > 0 ? `-y-${others}-mas` : '');
  const pin = others > 0 ? null : pinName(item);
  const which = pin === null ? '' : `_${foldText(pin).replaceAll(/[^a-z0-9]+/g, '-')}`;
  return `${id}_imagen-${number}_x${quantity}${which}.${extension}`;
}

type Call = { buyer: { uid: string }; request: FastifyRequest };

/** Records who exports orders, before the first line is sent. */
export function noteExport(
  context: Context,
  call: Call & { query: OrderFilter },
  file: FileAnswer,
): Promise<FileAnswer> {
  // A search may be a person's name: only its field is recorded.
  const { q, ...rest } = call.query;
  const fields = Object.entries(rest).map(([field, to]) => ({ field, to }));
  return note(context, call, file, {
    ...{ entity: 'export', entityId: file.name, action: 'exported' },
    changes: [...fields, ...(q === undefined ? [] : [{ field: 'q' }])],
  });
}

/** Records who downloads an order's originals: all of them, or one. */
export function noteOriginals(
  context: Context,
  call: Call & { params: { id: string; n?: string } },
  file: FileAnswer,
): Promise<FileAnswer> {
  const { id, n } = call.params;
  return note(context, call, file, {
    entity: 'order',
    entityId: id,
    action: 'originals_opened',
    changes: [n === undefined ? { field: 'pictures' } : { field: 'picture', to: Number(n) }],
  });
}

async function note(
  { db, clock }: Context,
  { buyer, request }: Call,
  file: FileAnswer,
  entry: Omit<AuditNote, 'by'>,
): Promise<FileAnswer> {
  try {
    await takeTurn();
    await db.transaction((tx) => writeAudit(tx, { ...entry, by: buyer.uid }, clock()));
  } catch (error) {
    file.content.destroy();
    throw error;
  }
  const { action, entityId: subject } = entry;
  request.log.info({ account: buyer.uid, action, subject }, 'data left the shop');
  return file;
}
