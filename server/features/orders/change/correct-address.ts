import type { AuditChange } from '#contract/audit.ts';
import type { AdminOrderDetail, CorrectAddressBody } from '#contract/orders-admin.ts';
import { EMAIL_REQUIRED } from '#domain/delivery.ts';
import { keysOf } from '#domain/keys.ts';
import { type Destination, hasFreeShippingCode, shippingCost } from '#domain/pricing.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/types.ts';
import { validationError } from '../../../http/errors.ts';
import { columnsOf, toAddressColumns } from '../../delivery/columns.ts';
import { type ChangeTarget, changeOrder } from '../change-order.ts';
import type { OrderRow } from '../read/select-orders.ts';
import { toGuestColumns } from '../repo.ts';

/**
 * Corrects whom and where an order goes to. Its price stays as agreed, unless the shipping is told
 * to follow the new city.
 * @throws ShopError `validation_failed` when a guest's order would be left without an e-mail
 */
export function correctAddress(
  context: Context,
  target: ChangeTarget,
  body: CorrectAddressBody,
): Promise<AdminOrderDetail> {
  const address = toAddressColumns(body);
  return changeOrder(context, target, async (order, tx) => {
    const isGuest = order.user_uid === null;
    if (isGuest && address.email === null) {
      throw validationError({ email: EMAIL_REQUIRED });
    }
    const prices = body.updateShippingCost
      ? await reprice(context, tx, { order, to: address })
      : {};
    const changes = [...changedFields(order, address), ...changedPrices(order, prices)];
    if (changes.length === 0) return null;
    const owner = isGuest ? { user_email: address.email, ...toGuestColumns(address.email) } : {};
    return { set: { ...address, ...owner, ...prices }, action: 'address_changed', changes };
  });
}

type Figures = Partial<Pick<OrderRow, 'shipping_cost' | 'total_amount'>>;

/** At the prices of now: those of the order's day went with it. */
async function reprice(
  { settings }: Context,
  tx: Tx,
  { order, to }: { order: OrderRow; to: Destination },
): Promise<Figures> {
  const { prices } = (await settings.read(tx)).settings;
  const agreed = {
    discountCode: order.discount_code,
    discountAmount: order.discount_amount,
    shippingCost: order.shipping_cost,
  };
  const shipping = hasFreeShippingCode(agreed)
    ? 0
    : shippingCost(to, order.subtotal_after_discount, prices);
  return {
    shipping_cost: shipping,
    total_amount: order.subtotal_after_discount + shipping,
  };
}

/** Personal fields by their names alone. */
function changedFields(order: OrderRow, address: Partial<OrderRow>): AuditChange[] {
  const hasChanged = (column: keyof OrderRow) =>
    column in address && order[column] !== address[column];
  return keysOf(columnsOf)
    .filter((field) => columnsOf[field].some(hasChanged))
    .map((field) => ({ field }));
}

function changedPrices(order: OrderRow, prices: Figures): AuditChange[] {
  const { shipping_cost = order.shipping_cost, total_amount = order.total_amount } = prices;
  if (shipping_cost === order.shipping_cost) return [];
  return [
    { field: 'shippingCost', from: order.shipping_cost, to: shipping_cost },
    { field: 'totalAmount', from: order.total_amount, to: total_amount },
  ];
}
