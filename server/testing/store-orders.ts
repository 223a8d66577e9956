import type { Buyer } from '#domain/people/buyer.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { Context } from '#server/context.ts';
import { runAll } from '#server/db/pipeline.ts';
import { priceBody } from '#server/features/orders/place/check-and-price.ts';
import { newOrder } from '#server/features/orders/place/new-order.ts';
import { insertOrders } from '#server/features/orders/write-order.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from './add-pictures.ts';
import { type Delivery, makeOrder } from './orders.ts';

type Wanted = {
  count: number;
  /** Null for a guest. */
  buyer?: Buyer;
  delivery?: Partial<Delivery>;
  /** Number of pictures of each order, all of them the same file. */
  pictures?: number;
  notes?: string;
  /** Returns the text of each picture's pin by its position. */
  text?: (position: number) => PinText;
  /** Returns the time of each order by its position; milliseconds since 1970. */
  at?: (position: number) => number;
};

/**
 * Inserts orders directly into the database, for tests that need many and do not test placing.
 * @returns their ids, in the sequence in which they were placed
 */
export async function storeOrders(
  context: Context,
  { count, buyer = null, delivery = {}, pictures = 1, notes, text, at = context.clock }: Wanted,
): Promise<string[]> {
  const [imageUrl = ''] = await addPictures(context, 1);
  const images = Array.from({ length: pictures }, (_, position) => ({
    imageUrl,
    notes: notes ?? null,
    ...(text && { text: text(position) }),
  }));
  const body = makeOrder({ images, delivery });
  const claimed = images.map(() => ({ id: pictureId(imageUrl) ?? '', start: null }));
  const { settings, termsVersion } = await context.settings.current();
  const cost = priceBody({ body, settings }, null);
  const ids = Array.from({ length: count }, () => context.newOrderId());
  await context.db.transaction(async (tx) => {
    for (const [position, id] of ids.entries()) {
      const now = at(position);
      const order = newOrder({
        id,
        now,
        body,
        buyer,
        cost,
        pictures: claimed,
        settings,
        termsVersion,
        proof: context.config.proof,
      });
      await runAll(tx, insertOrders(tx, [order]));
    }
  });
  return ids;
}
