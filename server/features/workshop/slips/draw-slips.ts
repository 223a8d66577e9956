import { PAPERS } from '#domain/paper.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { findWanted } from '../find-wanted.ts';
import { servePdf } from '../pdf/serve-pdf.ts';
import { drawSlip } from './draw-slip.ts';

/** Returns packing slips, each order on pages of its own. @throws ShopError `not_found` */
export async function drawSlips(context: Context, ids: readonly string[]): Promise<FileAnswer> {
  const { db, settings, clock } = context;
  const { press, seller } = (await settings.current()).settings;
  const orders = await findWanted(db.queries, ids);
  // A press may need a larger sheet than a slip does.
  const paper = press.paper === 'letter' ? PAPERS.letter : PAPERS.a4;
  const about = { title: 'Comprobantes de empaque', name: 'empaque.pdf', author: seller.name };
  return servePdf({ ...about, now: clock() }, async (pdf) => {
    for (const stored of orders) await drawSlip(context, pdf, { stored, paper, seller });
  });
}
