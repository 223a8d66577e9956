import { createHash } from 'node:crypto';
import type { RequestSheetBody, Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import { paperLabels } from '#domain/paper.ts';
import { packPage, planSheet, type SheetLayout } from '#domain/sheets.ts';
import type { Context } from '../../../context.ts';
import { newJobId } from '../../../ids.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findWanted } from '../find-wanted.ts';
import { scaleOf } from '../printers/repo.ts';
import { findPrintedBefore } from './find-printed-before.ts';
import { findSheet } from './find-sheets.ts';
import { MAKE_SHEET } from './make-sheet.ts';
import { noteSheet } from './note-sheet.ts';
import { presentSheet } from './present-sheet.ts';
import { forgetRequests, insertSheet } from './repo.ts';
import { listItems, type PrintItem } from './sheet-items.ts';
import { KEPT_MS } from './sweep-sheets.ts';

/**
 * Has the press sheet of orders made, by a job. Whoever asks for the same again within a day gets
 * the same sheet.
 * @param by the admin's uid
 * @throws ShopError `not_found` for an unknown order or one in the bin, `validation_failed` for an
 *   unknown printer and for paper that does not hold the pins
 */
export async function requestSheet(
  { db, clock, settings, jobNotifier }: Context,
  { by, body }: { by: string; body: RequestSheetBody },
): Promise<Sheet> {
  const { printer } = body;
  const separation = body.separation ?? 'colours';
  const ids = [...new Set(body.orderIds)];
  const now = clock();
  const sheet = await db.transaction(async (tx) => {
    // One after the other, or two sheets at once would not know of each other.
    await db
      .lockRows(tx.selectFrom('orders').select('id').where('id', 'in', ids).orderBy('id'))
      .execute();
    const orders = await findWanted(tx, ids);
    const scale = await scaleOf(tx, printer);
    const { press } = (await settings.read(tx)).settings;
    const layout: SheetLayout = {
      paper: body.paper ?? press.paper,
      margin: body.margin ?? press.marginMm,
      gap: body.gap ?? press.gapMm,
      ...scale,
    };
    const { items, missing } = listItems(ids, orders);
    const pages = countPages(items, layout);
    const versions = orders.map(({ order }) => [order.id, order.version]);
    const request_hash = hash([versions, layout, printer, separation]);
    await forgetRequests(tx, now - KEPT_MS, request_hash);
    const id = newJobId(now);
    const row = {
      ...({ id, state: 'waiting', progress: 0, pages, printer, separation, request_hash } as const),
      pins: items.reduce((sum, { quantity }) => sum + quantity, 0),
      missing: JSON.stringify(missing),
      failure: null,
      printed_before: JSON.stringify(await findPrintedBefore(tx, ids)),
      ...{ paper: layout.paper, margin_mm: layout.margin, gap_mm: layout.gap },
      ...{ scale_x: scale.scaleX, scale_y: scale.scaleY, requested_by: by, created_at: now },
    };
    if (await insertSheet(tx, row, ids)) {
      await noteSheet(tx, { by, sheetId: id, action: 'sheet_requested', orders }, now);
      await enqueue(tx, { kind: MAKE_SHEET, queue: 'slow', payload: { id } }, now);
    }
    return findSheet(tx, { request_hash });
  });
  // One that was asked for before has ended just now, between the two statements.
  if (!sheet) throw new ShopError('unavailable', { retryAfterS: 1 });
  jobNotifier.notify();
  return presentSheet(sheet);
}

function countPages(items: readonly PrintItem[], layout: SheetLayout): number {
  const large = items.find(({ cutMm }) => packPage(layout, cutMm).centres.length === 0);
  if (!large) return planSheet(items, layout).length;
  const message = `En ${paperLabels[layout.paper]} no cabe un círculo de ${large.cutMm} mm`;
  throw new ShopError('validation_failed', { message, fields: { paper: message } });
}

function hash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
