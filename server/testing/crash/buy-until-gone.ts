import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { CreateOrderBody, Order } from '#contract/orders/orders.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { type ShopClient, uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';

const PAUSE_MS = 20;

/** An order that was sent, and the response, if it arrived before the shop was killed. */
export type SentOrder = { key: string; body: CreateOrderBody; order: Order | null };

/** The buyers' requests, and those that the shop has acknowledged. */
export type Ledger = {
  sent: SentOrder[];
  /** SHA-256 of each acknowledged picture's original, by its id. */
  pictures: Map<string, string>;
  /** How many orders were acknowledged. */
  acknowledged: () => number;
};

export function openLedger(): Ledger {
  const sent: SentOrder[] = [];
  return {
    sent,
    pictures: new Map(),
    acknowledged: () => sent.filter(({ order }) => order).length,
  };
}

type Buyer = { name: string; discount: Discount | null; gone: AbortSignal };

/** Uploads unique pictures and orders them, until the shop is killed. */
export async function buyUntilGone(
  client: ShopClient,
  ledger: Ledger,
  { name, discount, gone }: Buyer,
): Promise<void> {
  try {
    for (let at = 0; ; at += 1) {
      const images = [await insist(gone, () => uploadOne(client, ledger))];
      if (at % 3 === 0) images.push(await insist(gone, () => uploadOne(client, ledger)));
      const delivery = { email: `${name}-${at}@correo.cl` };
      const body = makeOrder({ images, delivery, discount: at % 2 ? discount : null });
      const attempt: SentOrder = { key: `${name} ${at}`, body, order: null };
      ledger.sent.push(attempt);
      attempt.order = placed(await insist(gone, () => client.placeOrder(body, attempt.key)));
    }
  } catch (error) {
    // A lost connection ends the loop; an error response fails the test.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Retries a request whose connection was lost, until the shop is known to be killed. */
async function insist<T>(gone: AbortSignal, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TypeError) || gone.aborted) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

async function uploadOne(client: ShopClient, { pictures }: Ledger): Promise<string> {
  const side = 24;
  const raw = { width: side, height: side, channels: 3 } as const;
  const picture = await sharp(randomBytes(side * side * 3), { raw })
    .png()
    .toBuffer();
  const { imageUrl } = uploaded(await client.upload(picture));
  const hash = createHash('sha256').update(picture).digest('hex');
  pictures.set(pictureId(imageUrl) ?? '', hash);
  return imageUrl;
}
