import { MAX_PAPER_PICTURES } from '#contract/production/parcels.ts';
import type { Queries } from '#server/db/types.ts';
import { validationError } from '#server/http/errors.ts';
import { countToMake } from './reprinted.ts';

/** @throws ShopError `validation_failed`, with how many of these orders may be printed together */
export async function refuseManyPictures(db: Queries, ids: readonly string[]): Promise<void> {
  const counts = await countToMake(db, ids);
  const total = counts.reduce((sum, { pictures }) => sum + pictures, 0);
  if (total <= MAX_PAPER_PICTURES) return;
  const fitting = new Set<string>();
  let pictures = 0;
  for (const count of counts) {
    pictures += count.pictures;
    if (pictures > MAX_PAPER_PICTURES) {
      fitting.delete(count.orderId);
      break;
    }
    fitting.add(count.orderId);
  }
  const limit = `Tienen ${total.toLocaleString('es-CL')} imágenes y se imprimen hasta ${MAX_PAPER_PICTURES} a la vez`;
  const first = fitting.size === 1 ? 'el primer pedido' : `los primeros ${fitting.size} pedidos`;
  throw validationError({ ids: `${limit}: imprime antes ${first}` });
}
