import type { OrderTerms } from '#contract/order-terms.ts';
import type { Order } from '#contract/orders.ts';
import type { Discount } from '#domain/discounts.ts';
import { ShopError } from '#domain/errors.ts';
import { closedMessage, type Settings } from '#domain/settings.ts';
import type { Tx } from '../../../db/types.ts';
import type { SettingsState } from '../../../settings/shop-settings.ts';
import { presentOrder } from '../present-order.ts';
import type { StoredOrder } from '../repo.ts';
import { agreePrice } from './agree-price.ts';
import type { Asked } from './ask-for-orders.ts';
import { checkPictures } from './claim-pictures.ts';
import { refuseFlood } from './refuse-flood.ts';
import { type PlacedRows, toRows, toStored } from './to-rows.ts';

/** An order that nothing stands against any more. */
export type Agreed = Asked & {
  rows: PlacedRows;
  stored: StoredOrder;
  order: Order;
  /** Whose use it has taken. */
  discount: Discount | null;
};

/**
 * Checks an order against what the shop sells now, and takes the use of its code.
 * @throws ShopError `orders_closed`, `too_many_orders`, `image_not_found`, `image_already_ordered`,
 *   `discount_unavailable`, `price_changed`, `terms_changed`
 */
export async function agreeOrder(tx: Tx, asked: Asked, now: number): Promise<Agreed> {
  const { id, request, isReturning, recent, taken } = asked;
  const { settings, termsVersion } = asked.offer;
  const { body, buyer } = request;
  refuseClosed(settings);
  refuseFlood(recent, now);
  const pictures = await checkPictures(tx, body.images, taken);
  const terms = findNewTerms(body.seen, asked.offer);
  const { discount, pricing } = await agreePrice(tx, { body, buyer, now, settings, terms });
  if (terms) throw new ShopError('terms_changed', { facts: { terms } });
  const agreed = { pricing, pictures, settings, termsVersion, isReturning };
  const rows = toRows({ id, now, body, buyer, ...agreed });
  const stored = toStored(rows);
  return { ...asked, rows, stored, order: presentOrder(stored, settings.payment), discount };
}

/** Returns today's terms when the buyer was shown others; a client may leave out what it showed. */
function findNewTerms(
  seen: OrderTerms | null | undefined,
  { settings, termsVersion }: SettingsState,
): OrderTerms | null {
  if (!seen) return null;
  const { minDays, maxDays } = settings.delivery;
  const isSame =
    seen.termsVersion === termsVersion &&
    seen.promise.minDays === minDays &&
    seen.promise.maxDays === maxDays;
  return isSame ? null : { termsVersion, promise: { minDays, maxDays } };
}

function refuseClosed({ notice }: Settings): void {
  if (notice.ordersClosed) throw new ShopError('orders_closed', { message: closedMessage(notice) });
}
