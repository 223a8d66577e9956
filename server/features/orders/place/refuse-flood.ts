import type { CreateOrderBody } from '#contract/orders.ts';
import type { Buyer } from '#domain/buyer.ts';
import { ShopError } from '#domain/errors.ts';
import { emailKey } from '../../../canonical-email.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';

/** Orders in 24 hours, more than any honest buyer places. */
const MAX_ORDERS_A_DAY = 100;
const DAY_MS = 86_400_000;

/**
 * Refuses one order too many in 24 hours. An account's orders and a guest's e-mail are counted
 * apart: guests join the history of whoever verified their e-mail, so this bounds what strangers
 * can add to it, and their flood keeps no signed-in buyer away. Orders placed at the very same
 * moment may pass together.
 * @throws ShopError `too_many_orders`
 */
export async function refuseFlood(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  { body, buyer, now }: { body: CreateOrderBody; buyer: Buyer; now: number },
): Promise<void> {
  if (!config.rateLimits) return;
  const email = emailKey(body.deliveryData.email ?? '');
  const earlier = await tx
    .selectFrom('orders')
    .select('created_at')
    .where((eb) => (buyer ? eb('user_uid', '=', buyer.uid) : eb('guest_email', '=', email)))
    .where('created_at', '>', now - DAY_MS)
    .orderBy('created_at', 'desc')
    .offset(MAX_ORDERS_A_DAY - 1)
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return;
  const retryAfterS = Math.ceil((earlier.created_at + DAY_MS - now) / 1000);
  throw new ShopError('too_many_orders', { retryAfterS });
}
