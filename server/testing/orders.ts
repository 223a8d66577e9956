import type { Insertable } from 'kysely';
import type { BuyerOrder, CreateOrderBody } from '#contract/orders/orders.ts';
import { priceByDefault } from '#contract/testing/price-by-default.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { FIRST_CHOICE } from '#domain/pins/choice.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import type { Context } from '#server/context.ts';
import type { Schema } from '#server/db/types.ts';
import { toDiscount } from '#server/features/discounts/repo.ts';
import type { Answer } from './client.ts';

export type Delivery = CreateOrderBody['deliveryData'];

type Parts = {
  images: readonly (string | Partial<CreateOrderBody['images'][number]>)[];
  delivery?: Partial<Delivery>;
  discount?: Discount | null;
};

/** Returns an order that the shop accepts, with the shop's prices. */
export function makeOrder({ images, delivery = {}, discount = null }: Parts): CreateOrderBody {
  const items = images.map((image, at) => ({
    imageUrl: '',
    originalName: `foto ${at + 1}.jpg`,
    notes: null,
    ...FIRST_CHOICE,
    ...(typeof image === 'string' ? { imageUrl: image } : image),
  }));
  const city = delivery.city ?? 'Chillán';
  return {
    images: items,
    deliveryData: {
      ...sampleDelivery,
      pricing: priceByDefault({ images: items, city, discount }),
      ...delivery,
      city,
    },
  };
}

/** Stores a discount code; by default 10 percent without an end or a limit. */
export async function addCode(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  code: string,
  terms: Partial<Insertable<Schema['discount_codes']>> = {},
): Promise<Discount> {
  const row = await db.queries
    .insertInto('discount_codes')
    .values({
      code,
      name: `Descuento ${code}`,
      type: 'percentage',
      value_hundredths: 1000,
      multiple_use: 1,
      max_uses: null,
      current_uses: 0,
      is_active: 1,
      expires_at: null,
      created_at: clock(),
      ...terms,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDiscount(row).discount;
}

/** Returns the order in a 201. @throws Error for any other response */
export function placed({ status, body }: Answer): BuyerOrder {
  const { order } = body;
  if (status !== 201 || !isOrder(order)) {
    throw new Error(`order answered ${status}: ${JSON.stringify(body)}`);
  }
  return order;
}

function isOrder(value: unknown): value is BuyerOrder {
  return typeof value === 'object' && value !== null && 'deliveryData' in value && 'id' in value;
}

/** Returns the number of rows in each table that placing an order writes. */
export async function countRows({ db }: Context): Promise<Record<string, number>> {
  const tables = ['orders', 'order_items', 'discount_redemptions', 'idempotency_keys'] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await db.queries
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts[table] = rows;
  }
  return counts;
}
