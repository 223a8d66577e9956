import type { LabelFormat } from '#contract/parcels.ts';
import type { Box } from '#domain/crops.ts';
import { PAPERS } from '#domain/paper.ts';
import type { Context } from '../../../context.ts';
import type { FileAnswer } from '../../../http/serve-file.ts';
import { findWanted } from '../find-wanted.ts';
import { servePdf } from '../pdf/serve-pdf.ts';
import { drawLabel } from './draw-label.ts';

const COLUMNS = 2;
const ROWS = 4;
const layouts: Readonly<Record<LabelFormat, { width: number; height: number; labels: Box[] }>> = {
  '100x150': { width: 100, height: 150, labels: [{ left: 0, top: 0, width: 100, height: 150 }] },
  a4: { ...PAPERS.a4, labels: cutIntoEight() },
};

/** Eight alike, with nothing between them, as sold in sheets of 105 x 74 mm. */
function cutIntoEight(): Box[] {
  const width = PAPERS.a4.width / COLUMNS;
  const height = PAPERS.a4.height / ROWS;
  return Array.from({ length: COLUMNS * ROWS }, (_, at) => {
    const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
    return { left: column * width, top: row * height, width, height };
  });
}

/** Returns address labels, as many to a page as fit. @throws ShopError `not_found` */
export async function drawLabels(
  { db, settings, clock, publicUrl }: Context,
  { ids, format }: { ids: readonly string[]; format: LabelFormat },
): Promise<FileAnswer> {
  const { seller: shop } = (await settings.current()).settings;
  const orders = await findWanted(db.queries, ids);
  const { labels, ...paper } = layouts[format];
  const about = { title: 'Etiquetas de envío', name: 'etiquetas.pdf', author: shop.name };
  return servePdf({ ...about, now: clock() }, ({ document, addPage }) => {
    for (const [at, { order }] of orders.entries()) {
      if (at % labels.length === 0) addPage(paper);
      const box = labels[at % labels.length];
      if (box) drawLabel(document, box, { order, publicUrl, shop });
    }
  });
}
