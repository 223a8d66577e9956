import { hash } from 'node:crypto';
import type {
  BlurredOnSheet,
  PrintedBefore,
  RequestSheetBody,
  Sheet,
} from '#contract/production/sheets.ts';
import { DAY_MS } from '#domain/base/dates.ts';
import { ShopError } from '#domain/base/errors.ts';
import { latestReprint, type Order } from '#domain/orders/order.ts';
import { countPins } from '#domain/pins/choice.ts';
import { paperLabels } from '#domain/production/paper.ts';
import {
  countPages,
  MAX_PAGES,
  packPage,
  type SheetItem,
  type SheetLayout,
  splitSheet,
} from '#domain/production/sheets.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { findOrders, refuseUnknown } from '#server/features/orders/order.ts';
import { findBlurred } from '#server/features/production/find-blurred.ts';
import { scaleOf } from '#server/features/production/printers/repo.ts';
import { countToMake, toBeMade } from '#server/features/production/reprinted.ts';
import { validationError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/route.ts';
import { sendStored } from '#server/http/send-stored.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { newJobId } from '#server/lib/ids.ts';
import { findSheet, findSheetOrders, findSheets, presentSheet, sheetKey } from './find-sheets.ts';
import { MAKE_SHEET } from './make-sheet.ts';
import { deleteSheet, forgetRequests, insertSheet, markCancelled, noteSheet } from './repo.ts';
import { listItems, type PrintItem, whyNot } from './sheet-items.ts';

/** How long a sheet is available after its request. */
const LIFETIME_MS = DAY_MS;
/** Maximum number of sheets in the panel's list. */
const MAX_LISTED = 50;

/**
 * Enqueues the press sheet of orders. The same request within a day returns the same sheet.
 * @param by the admin's uid
 * @throws ShopError `not_found` for an unknown order or one in the bin, `validation_failed` for an
 *   unknown printer, for paper too small for the pins and for too many pages
 */
export async function requestSheet(
  { db, clock, settings }: Context,
  { by, body }: { by: string; body: RequestSheetBody },
): Promise<Sheet> {
  const { printer } = body;
  const separation = body.separation ?? 'colours';
  const ids = [...new Set(body.orderIds)];
  const sheet = await db.transaction(async (tx) => {
    // Locked, so that two concurrent sheets see each other.
    await db
      .lockRows(tx.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id'))
      .execute();
    // Read after the lock, so that the history has the true sequence.
    const now = clock();
    const rows = await findPrinted(tx, ids);
    const scale = await scaleOf(tx, printer);
    const { press } = (await settings.read(tx)).settings;
    const layout: SheetLayout = {
      paper: body.paper ?? press.paper,
      margin: body.margin ?? press.marginMm,
      gap: body.gap ?? press.gapMm,
      ...scale,
    };
    const printed = rows.filter((row) => whyNot(row) === null).map(({ id }) => id);
    const counts = await countToMake(tx, printed, body.product);
    const pages = checkPages(
      counts.map(({ pins: quantity, ...count }) => ({ ...count, quantity })),
      layout,
    );
    const orders = (await findOrders(tx, ids)).map(toBeMade);
    const product = findProduct(orders, body.product);
    const { items, missing } = listItems(ids, orders, body.product);
    const versions = orders.map(({ id, version }) => [id, version]);
    const request = JSON.stringify([versions, layout, printer, separation, product]);
    const request_hash = hash('sha256', request, 'base64url');
    await forgetRequests(tx, now - LIFETIME_MS, request_hash);
    const id = newJobId(now);
    const row = {
      ...({ id, state: 'waiting', progress: 0, pages, printer, separation, request_hash } as const),
      pins: countPins(items),
      missing: JSON.stringify(missing),
      blurred: JSON.stringify(await listBlurred(tx, items)),
      failure: null,
      printed_before: JSON.stringify(await findPrintedBefore(tx, orders, product)),
      ...{ product_id: product?.id ?? null, product_name: product?.name ?? null },
      ...{ paper: layout.paper, margin_mm: layout.margin, gap_mm: layout.gap },
      ...{ scale_x: scale.scaleX, scale_y: scale.scaleY, requested_by: by, created_at: now },
    };
    if (await insertSheet(tx, row, ids)) {
      const note = { by, sheetId: id, action: 'sheet_requested', orders, product } as const;
      await noteSheet(tx, note, now);
      await enqueue(tx, { kind: MAKE_SHEET, queue: 'slow', payload: { id } }, now);
    }
    return findSheet(tx, { request_hash });
  });
  // An earlier request's sheet has just ended between the two statements.
  if (!sheet) throw new ShopError('unavailable', { retryAfterS: 1 });
  return presentSheet(sheet);
}

type Named = { id: string; name: string };

/**
 * Returns the only product to print, with its name in one of the orders; null: all are printed.
 * @throws ShopError `validation_failed` when none of the orders has it
 */
function findProduct(orders: readonly Order[], id: string | null): Named | null {
  if (id === null) return null;
  const item = orders.flatMap(({ items }) => items).find(({ product }) => product.id === id);
  if (item) return { id, name: item.product.name };
  throw validationError({ product: 'Ninguno de estos pedidos lleva este producto' });
}

/** Returns how many pages these items fill. @throws ShopError `validation_failed` */
function checkPages(items: readonly SheetItem[], layout: SheetLayout): number {
  const large = items.find(({ cutMm }) => packPage(layout, cutMm).centres.length === 0);
  if (large) {
    const message = `En ${paperLabels[layout.paper]} no cabe un círculo de ${large.cutMm} mm`;
    throw validationError({ paper: message });
  }
  const pages = countPages(items, layout);
  if (pages > MAX_PAGES) throw validationError({ orderIds: tellSplit(items, layout, pages) });
  return pages;
}

/** Returns how to make the pins of a sheet that is too long, with the numbers. */
function tellSplit(items: readonly SheetItem[], layout: SheetLayout, pages: number): string {
  const parts = splitSheet(items, layout);
  const paper = paperLabels[layout.paper];
  const limit = `Llenan ${pages.toLocaleString('es-CL')} páginas ${paper} y una hoja tiene hasta ${MAX_PAGES}`;
  if (parts.length === 1) {
    const wide = countPages(items, { ...layout, paper: 'a3' });
    const other = wide <= MAX_PAGES ? `: en A3 son ${wide}` : '';
    return `${limit}${other}. Si el pedido lleva varios productos, imprime uno por vez`;
  }
  const counts = parts.map(({ length }) => length.toLocaleString('es-CL'));
  const last = counts.pop();
  const pagesOf = (ids: readonly string[]) =>
    countPages(
      items.filter(({ orderId }) => ids.includes(orderId)),
      layout,
    );
  const long = parts.filter((ids) => pagesOf(ids) > MAX_PAGES).flat();
  const alone = long.length > 0 ? `. Por sí solo tampoco cabe: ${long.join(', ')}` : '';
  return `${limit}. Divídelos, en este orden, en ${parts.length} hojas de ${counts.join(', ')} y ${last} pedidos${alone}`;
}

/** More entries than anyone reads before printing. */
const MAX_BLURRED = 100;

async function listBlurred(tx: Tx, items: readonly PrintItem[]): Promise<BlurredOnSheet[]> {
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
  const blurred = await findBlurred(tx, [...byOrder.keys()]);
  return [...byOrder]
    .flatMap(([orderId, own]) =>
      (blurred.get(orderId) ?? [])
        .filter(({ n }) => own.some(({ picture }) => picture === n))
        .map(({ n, ...blur }) => ({ orderId, picture: n, ...blur })),
    )
    .slice(0, MAX_BLURRED);
}

/** Returns what decides whether orders are printed. @throws ShopError `not_found` */
async function findPrinted(tx: Tx, ids: readonly string[]) {
  await refuseUnknown(tx, ids);
  return tx
    .selectFrom('orders')
    .select(['id', 'status', 'pins'])
    .select(['deleted_at as deletedAt', 'cancel_requested_at as cancelRequestedAt'])
    .where('id', 'in', ids)
    .execute();
}

/**
 * Returns the orders whose pins were on an earlier sheet, with the latest such sheet; cancelled and
 * failed sheets do not count, for a reprint nor those before its start.
 */
async function findPrintedBefore(
  tx: Tx,
  orders: readonly Order[],
  product: Named | null,
): Promise<PrintedBefore[]> {
  const rows = await tx
    .selectFrom('order_sheets as print')
    .leftJoin('sheets', 'sheets.id', 'print.sheet_id')
    .select(['print.order_id', 'print.requested_at'])
    .where(
      'print.order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('print.is_cancelled', '=', 0)
    .where((eb) => eb.or([eb('sheets.state', 'is', null), eb('sheets.state', '<>', 'failed')]))
    .$if(product !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('print.product_id', 'is', null),
          eb('print.product_id', '=', product?.id ?? null),
        ]),
      ),
    )
    .orderBy('print.requested_at')
    .execute();
  const printed = Map.groupBy(rows, ({ order_id }) => order_id);
  return orders.flatMap((order) => {
    const at = printed.get(order.id)?.at(-1)?.requested_at;
    const since = latestReprint(order)?.startedAt ?? 0;
    if (at === undefined || at < since) return [];
    return [{ orderId: order.id, at: new Date(at).toISOString() }];
  });
}

/** Cancels a sheet; its job stops at the next picture. @throws ShopError `not_found` */
export async function cancelSheet(
  { db, clock, storage }: Context,
  { id, by }: { id: string; by: string },
): Promise<Sheet> {
  await db.transaction(async (tx) => {
    if (!(await markCancelled(tx, id))) return;
    const orders = await findSheetOrders(tx, id);
    await noteSheet(tx, { by, sheetId: id, action: 'sheet_cancelled', orders }, clock());
  });
  const sheet = await findSheet(db.queries, { id });
  if (!sheet) throw new ShopError('not_found');
  if (sheet.state === 'cancelled') await storage.remove(sheetKey(id));
  return presentSheet(sheet);
}

/** Returns the sheets of the last day, newest first. */
export async function listSheets({ db, clock }: Context): Promise<Sheet[]> {
  const sheets = await findSheets(db.queries, { since: clock() - LIFETIME_MS, limit: MAX_LISTED });
  return sheets.map(presentSheet);
}

/** @throws ShopError `not_found` */
export async function readSheet({ db }: Context, id: string): Promise<Sheet> {
  const sheet = await findSheet(db.queries, { id });
  if (!sheet) throw new ShopError('not_found');
  return presentSheet(sheet);
}

/** @throws ShopError `not_found` unless it is done */
export async function openSheet(context: Context, id: string): Promise<FileAnswer> {
  const { state } = await readSheet(context, id);
  return sendStored(context.storage, state === 'done' ? sheetKey(id) : null, {
    type: 'application/pdf',
    name: `hoja-${id}.pdf`,
    message: 'La hoja no está lista',
  });
}

/**
 * Removes old press sheets: first their reuse, then the file, then the row, so that after a crash
 * in between the next sweep still finds the sheet.
 * @returns how many were removed
 */
export async function sweepSheets({ db, storage, clock }: Context): Promise<number> {
  const ids = await forgetRequests(db.queries, clock() - LIFETIME_MS);
  for (const id of ids) {
    await storage.remove(sheetKey(id));
    await db.transaction(async (tx) => {
      await noteUnmade(tx, id, clock());
      await deleteSheet(tx, id);
    });
  }
  return ids.length;
}

/** Records that an unfinished sheet ended: otherwise its orders would count as printed. */
async function noteUnmade(tx: Tx, id: string, now: number): Promise<void> {
  const sheet = await findSheet(tx, { id });
  if (!sheet || ['done', 'cancelled'].includes(sheet.state)) return;
  const orders = await findSheetOrders(tx, id);
  await noteSheet(tx, { by: null, sheetId: id, action: 'sheet_cancelled', orders }, now);
}
