import type { Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { findSheet, findSheets } from './find-sheets.ts';
import { presentSheet, sheetKey } from './present-sheet.ts';
import { KEPT_MS } from './sweep-sheets.ts';

/** More than anybody makes in a day. */
const MOST = 50;

/** Returns those of the last day, newest first. */
export async function listSheets({ db, clock }: Context): Promise<Sheet[]> {
  const sheets = await findSheets(db.queries, { since: clock() - KEPT_MS, limit: MOST });
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
  const file = state === 'done' ? await context.storage.open(sheetKey(id)) : null;
  if (!file) throw new ShopError('not_found', { message: 'La hoja no está lista' });
  const { stream, bytes } = file;
  return { content: stream, type: 'application/pdf', name: `hoja-${id}.pdf`, bytes };
}
