import { HOUR_MS } from '#domain/base/dates.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import type { Order } from '#domain/orders/order.ts';
import { isVoid } from '#domain/orders/status.ts';
import { pinsOf } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import { runAll } from '#server/db/pipeline.ts';
import type { Tx } from '#server/db/types.ts';
import { insertOrders } from '#server/features/orders/write-order.ts';
import { createRandom, inventOrder } from './invent-order.ts';

/** Orders per statement. */
const BATCH = 500;
/** Batches per transaction. */
const BATCHES = 20;

export type OrderPlan = {
  count: number;
  /** The orders are spread over this many days before now. */
  days: number;
  uploadIds: readonly [string, ...string[]];
  /** Buyers with an account; the others are guests. */
  buyers: readonly { uid: string; email: string }[];
  /** Returns the discount of the order with this number, if any. */
  discountOf?: (number: number) => Discount | null;
};

/** Writes many orders with all their dependent rows except mails; oldest first. */
export async function addOrders(context: Context, plan: OrderPlan): Promise<void> {
  const random = createRandom(plan.count);
  const now = context.clock();
  const pins = pinsOf((await context.settings.read(context.db.queries)).settings);
  const known = new Set<string>();
  const step = (plan.days * 24 * HOUR_MS) / plan.count;
  const invent = (number: number): Order => {
    const age = (plan.count - number) * step * (0.9 + 0.1 * random.roll());
    const buyer = plan.buyers[random.whole(0, 2 * plan.buyers.length)] ?? null;
    const order = inventOrder(random, {
      id: context.newOrderId(),
      createdAt: Math.round(now - age),
      now,
      uploadIds: plan.uploadIds,
      pins,
      buyer,
      discount: plan.discountOf?.(number) ?? null,
    });
    const isReturning = noteBuyer(known, order);
    return { ...order, owner: { ...order.owner, isReturning } };
  };
  for (let first = 0; first < plan.count; first += BATCH * BATCHES) {
    await context.db.transaction(async (tx) => {
      const end = Math.min(plan.count, first + BATCH * BATCHES);
      for (let next = first; next < end; next += BATCH) {
        const size = Math.min(BATCH, end - next);
        const batch = Array.from({ length: size }, (_, at) => invent(next + at));
        await insertBatch(tx, batch);
      }
    });
  }
}

/** Returns whether the buyer has ordered before. */
function noteBuyer(known: Set<string>, { owner }: Order): boolean {
  const buyer = owner.uid ?? owner.email ?? '';
  const isReturning = known.has(buyer);
  known.add(buyer);
  return isReturning;
}

async function insertBatch(tx: Tx, batch: readonly Order[]): Promise<void> {
  await runAll(tx, insertOrders(tx, batch));
  await redeem(tx, batch);
}

async function redeem(tx: Tx, orders: readonly Order[]): Promise<void> {
  const rows = orders.flatMap(({ id, status, cost }) =>
    cost.discountCode === null || isVoid(status)
      ? []
      : [{ order_id: id, code: cost.discountCode, total_amount: cost.totalAmount }],
  );
  if (rows.length === 0) return;
  await tx.insertInto('discount_redemptions').values(rows).execute();
  for (const [code, held] of Map.groupBy(rows, (row) => row.code)) {
    const revenue = held.reduce((sum, { total_amount }) => sum + total_amount, 0);
    await tx
      .updateTable('discount_codes')
      .set(({ eb }) => ({
        current_uses: eb('current_uses', '+', held.length),
        revenue: eb('revenue', '+', revenue),
      }))
      .where('code', '=', code)
      .execute();
  }
}
