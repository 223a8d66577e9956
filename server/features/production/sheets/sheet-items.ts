import type { MissingPins, MissingReason } from '#contract/production/sheets.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';
import { isUnapproved } from '#domain/orders/order-stage.ts';
import { isVoid } from '#domain/orders/status.ts';
import { pinName } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { SheetItem } from '#domain/production/sheets.ts';

export type PrintItem = SheetItem & {
  /** Counted from 1 within its order. */
  picture: number;
  uploadId: string;
  crop: Crop;
  press: Press;
  /** Written over the picture; null: none. */
  text: PinText | null;
  /** The buyer's note on the picture; null: none. */
  notes: string | null;
  /** The product's name; null when the shop has only one product. */
  name: string | null;
  isUnapproved: boolean;
};

/** Returns a key of the drawn picture: pins with the same key share it. */
export function printKey({ uploadId, crop, cutMm }: PrintItem): string {
  return JSON.stringify([uploadId, crop, cutMm]);
}

/**
 * Returns the pins to print of orders, and the orders that are not printed because they are
 * cancelled or deleted, have no pictures yet, or have a request to cancel.
 * @param ids as requested; ids without an order were deleted permanently
 * @param product id of the only product to print; null: all
 */
export function listItems(
  ids: readonly string[],
  orders: readonly Order[],
  product: string | null,
): { items: PrintItem[]; missing: MissingPins[] } {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const items: PrintItem[] = [];
  const missing: MissingPins[] = [];
  for (const orderId of ids) {
    const order = byId.get(orderId);
    const pins = order?.cost.pins ?? 0;
    const reason = order ? whyNot({ ...order, pins }) : 'deleted';
    if (!order || reason) {
      missing.push({ orderId, picture: null, pins, reason: reason ?? 'deleted' });
      continue;
    }
    const isLacking = isUnapproved(order.waitsFor, order.proof?.state ?? null);
    for (const item of order.items) {
      if (product !== null && item.product.id !== product) continue;
      items.push({ ...toPrintItem(item), orderId, isUnapproved: isLacking });
    }
  }
  return { items, missing };
}

type Printed = Pick<Order, 'status' | 'deletedAt' | 'cancelRequestedAt'> & { pins: number };

/** Returns why an order is not printed; null: it is. */
export function whyNot(order: Printed): MissingReason | null {
  if (order.deletedAt !== null) return 'deleted';
  if (isVoid(order.status)) return 'cancelled';
  if (order.pins === 0) return 'incomplete';
  return order.cancelRequestedAt === null ? null : 'cancel_requested';
}

function toPrintItem(item: OrderItem): Omit<PrintItem, 'orderId' | 'isUnapproved'> {
  const { quantity, crop, press, text = null } = item;
  return {
    picture: item.position + 1,
    quantity,
    cutMm: press.cutMm,
    name: pinName(item),
    notes: item.notes,
    uploadId: item.uploadId,
    crop: crop ?? MIDDLE_CROP,
    press,
    text,
  };
}
