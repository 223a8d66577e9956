import type { Order } from '#contract/orders.ts';
import { ShopError } from '#domain/errors.ts';
import { maskEmail } from '#domain/masking.ts';
import { pinChoice } from '#domain/pins.ts';
import type { Context } from '../../../context.ts';
import { maskDelivery } from '../../delivery/hide-person.ts';
import { presentOrder } from '../present-order.ts';
import { findLiveOrder } from '../repo.ts';
import { readOrderToken } from './order-link.ts';

/** No order has this id: what a wrong token is looked up by, so that it takes as long. */
const NO_ORDER = '';

/**
 * The order that a mail's link stands for, without what would tell a stranger who the buyer is.
 * @throws ShopError `not_found`, the same for a wrong token and for an order that is gone
 */
export async function viewOrder(context: Context, token: string): Promise<Order> {
  const id = readOrderToken(context, token);
  const { payment } = (await context.settings.current()).settings;
  const stored = await findLiveOrder(context.db.queries, id ?? NO_ORDER);
  if (!stored) {
    throw new ShopError('not_found', {
      message: 'No encontramos este pedido: el enlace no es válido o el pedido ya no existe',
    });
  }
  return showToLinkHolder(presentOrder(stored, payment));
}

/** Names what is shown, one by one: a new field is hidden, or fails to compile, until decided. */
function showToLinkHolder(order: Order): Order {
  return {
    id: order.id,
    createdAt: order.createdAt,
    status: order.status,
    progress: order.progress,
    howToPay: order.howToPay,
    receipt: order.receipt,
    isGuestOrder: order.isGuestOrder,
    images: order.images,
    items: order.items.map(({ imageUrl, thumbnailUrl, ...item }, at) => ({
      imageUrl,
      thumbnailUrl,
      originalName: `Imagen ${at + 1}`,
      notes: null,
      ...pinChoice(item),
      press: item.press,
    })),
    userEmail: order.userEmail && maskEmail(order.userEmail),
    deliveryData: {
      ...maskDelivery(order.deliveryData),
      pricing: order.deliveryData.pricing,
    },
  };
}
