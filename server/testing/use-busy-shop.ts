import { beforeAll } from 'vitest';
import { addOrders } from '#server/demo/add-orders.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from './add-pictures.ts';
import type { DatabaseKind } from './database.ts';
import type { TestShop } from './shop.ts';
import { useShop } from './use-shop.ts';

/** Returns a shop with 6000 orders of 600 days, nearly all of them done, to read the plans of queries. */
export function useBusyShop(kind: DatabaseKind): TestShop {
  const shop = useShop(kind);
  beforeAll(async () => {
    const [url = ''] = await addPictures(shop.context, 1);
    const uploadIds: [string] = [pictureId(url) ?? ''];
    await addOrders(shop.context, { count: 6000, days: 600, uploadIds, buyers: [] });
  });
  return shop;
}
