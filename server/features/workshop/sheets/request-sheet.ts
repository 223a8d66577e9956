import { createHash } from 'node:crypto';
import type { RequestSheetBody, Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import { type Paper, type PaperScale, paperLabels } from '#domain/paper.ts';
import { packPage, planSheet } from '#domain/sheets.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { newJobId } from '../../../ids.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { findWanted } from '../find-wanted.ts';
import { scaleOf } from '../printers/repo.ts';
import { MAKE_SHEET } from './make-sheet.ts';
import { noteSheet } from './note-sheet.ts';
import { findSheet, forgetRequests, insertSheet, presentSheet, type StoredSheet } from './repo.ts';
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
  { db, clock, config, jobNotifier }: Context,
  { by, body }: { by: string; body: RequestSheetBody },
): Promise<Sheet> {
  const { printer } = body;
  const paper = body.paper ?? config.paper;
  const ids = [...new Set(body.orderIds)];
  const now = clock();
  const stored = await db.transaction(async (tx) => {
    const scale = await scaleOf(tx, printer);
    const orders = await findWanted(tx, ids);
    const { items, missing } = listItems(ids, orders);
    const pages = countPages(items, paper, scale);
    const versions = orders.map(({ order }) => [order.id, order.version]);
    const request_hash = hash([versions, paper, printer, scale]);
    await forgetRequests(tx, now - KEPT_MS, request_hash);
    const id = newJobId(now);
    const row = {
      ...({ id, state: 'waiting', progress: 0, pages, paper, printer, request_hash } as const),
      pins: items.reduce((sum, { quantity }) => sum + quantity, 0),
      missing: JSON.stringify(missing),
      ...{ scale_x: scale.scaleX, scale_y: scale.scaleY, created_at: now },
    };
    if (!(await insertSheet(tx, row, ids))) return readRival(tx, request_hash);
    await noteSheet(tx, { by, sheetId: id, action: 'sheet_requested', orders }, now);
    await enqueue(tx, { kind: MAKE_SHEET, queue: 'slow', payload: { id } }, now);
    return { ...row, orderIds: ids };
  });
  jobNotifier.notify();
  return presentSheet(stored);
}

function countPages(items: readonly PrintItem[], paper: Paper, scale: PaperScale): number {
  const large = items.find(({ cutMm }) => packPage(paper, scale, cutMm).centres.length === 0);
  if (!large) return planSheet(items, paper, scale).length;
  const message = `En ${paperLabels[paper]} no cabe un círculo de ${large.cutMm} mm`;
  throw new ShopError('validation_failed', { message, fields: { paper: message } });
}

async function readRival(tx: Tx, request_hash: string): Promise<StoredSheet> {
  const sheet = await findSheet(tx, { request_hash });
  // It ended just now, between the two statements.
  if (!sheet) throw new ShopError('unavailable', { retryAfterS: 1 });
  return sheet;
}

function hash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
