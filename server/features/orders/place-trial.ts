import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOrderBody } from '#contract/orders/orders.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import { TO_THE_DOOR } from '#domain/delivery/ways.ts';
import type { SignedIn } from '#domain/people/buyer.ts';
import { FIRST_CHOICE } from '#domain/pins/choice.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/types.ts';
import { createReceiveUpload } from '#server/features/uploads/receive-upload.ts';
import { forgetPictures } from '#server/features/uploads/remove-pictures.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { parseBody } from '#server/http/route.ts';
import type { ShopSettings } from '#server/settings/shop-settings.ts';
import { priceBody } from './place/check-and-price.ts';
import { placeOrder } from './place/place-order.ts';

const PICTURE = join(import.meta.dirname, 'trial-picture.png');
const DELIVERY = {
  ...{ fullName: 'Pedido de prueba', phone: '+56 9 1234 5678', email: null, notes: null },
  ...{ region: 'XVI', city: 'Chillán', address: 'Av. Libertad 123', coordinates: null },
  ...TO_THE_DOOR,
};

/**
 * Places an admin's order as a buyer does, from the upload of its picture on, in a transaction that
 * is never committed: no list, sum, code or mail ever contains it. A shop that is still closed
 * accepts it too.
 * @returns the id that it had, and its total in pesos
 * @throws ShopError why a buyer's order would be refused
 */
export async function placeTrial(
  context: Context,
  { buyer, address }: { buyer: SignedIn; address: string },
): Promise<{ orderId: string; totalAmount: number }> {
  const { db, settings, clock } = context;
  const receiveUpload = createReceiveUpload(context);
  const { imageUrl } = await receiveUpload((path) => copyFile(PICTURE, path), address);
  try {
    const images = [{ imageUrl, originalName: 'prueba.png', notes: null, ...FIRST_CHOICE }];
    const priced = {
      body: { images, deliveryData: DELIVERY },
      ...(await settings.read(db.queries)),
    };
    const pricing = toPricing(priceBody(priced, null));
    const sent = { images, deliveryData: { ...DELIVERY, pricing } };
    const body = parseBody(createOrderBody({ isGuest: false }), sent);
    const trial = { ...context, db: withoutCommits(db), settings: withoutClosing(settings) };
    const { order } = await placeOrder(trial, { body, buyer, key: null, address });
    return { orderId: order.id, totalAmount: order.deliveryData.pricing.totalAmount };
  } finally {
    const ids = [pictureId(imageUrl)].filter((id) => id !== null);
    await db.transaction((tx) => forgetPictures(tx, ids, { now: clock() }));
  }
}

const UNDONE = new Error('the transaction is undone');

/** Returns the database with transactions that are rolled back once they have their result. */
function withoutCommits(db: Database): Database {
  return {
    ...db,
    transaction: async <T>(work: (tx: Tx) => Promise<T>) => {
      const results: T[] = [];
      await db
        .transaction(async (tx) => {
          results.push(await work(tx));
          throw UNDONE;
        })
        .catch((error: unknown) => {
          if (error !== UNDONE) throw error;
        });
      for (const result of results) return result;
      throw UNDONE;
    },
  };
}

function withoutClosing(settings: ShopSettings): ShopSettings {
  return {
    ...settings,
    stateOf: (saved) => {
      const state = settings.stateOf(saved);
      const notice = { ...state.settings.notice, ordersClosed: false };
      return { ...state, settings: { ...state.settings, notice } };
    },
  };
}
