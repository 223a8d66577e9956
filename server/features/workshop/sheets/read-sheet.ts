import type { Sheet } from '#contract/sheets.ts';
import { ShopError } from '#domain/errors.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { findSheet, presentSheet, sheetKey } from './repo.ts';

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
