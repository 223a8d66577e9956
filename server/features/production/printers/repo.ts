import type { Printer } from '#contract/production/printers.ts';
import { ShopError } from '#domain/base/errors.ts';
import { type PaperScale, TRUE_SCALE } from '#domain/production/paper.ts';
import type { Queries } from '#server/db/types.ts';

export async function listPrinters(db: Queries): Promise<Printer[]> {
  const rows = await db.selectFrom('printers').selectAll().orderBy('name').execute();
  return rows.map(({ name, scale_x, scale_y }) => ({ name, scaleX: scale_x, scaleY: scale_y }));
}

/** Stores a printer's scale factors; they replace earlier ones. */
export async function savePrinter(db: Queries, { name, scaleX, scaleY }: Printer): Promise<void> {
  const factors = { scale_x: scaleX, scale_y: scaleY };
  await db
    .insertInto('printers')
    .values({ name, ...factors })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(factors))
    .execute();
}

export async function removePrinter(db: Queries, name: string): Promise<void> {
  await db.deleteFrom('printers').where('name', '=', name).execute();
}

/** @throws ShopError `validation_failed` for an unknown printer */
export async function scaleOf(db: Queries, name: string | null): Promise<PaperScale> {
  if (name === null) return TRUE_SCALE;
  const row = await db
    .selectFrom('printers')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  if (row) return { scaleX: row.scale_x, scaleY: row.scale_y };
  const message = 'Esta impresora no existe';
  throw new ShopError('validation_failed', { message, fields: { printer: message } });
}
