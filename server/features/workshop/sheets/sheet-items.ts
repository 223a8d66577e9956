import type { MissingPins, MissingReason } from '#contract/sheets.ts';
import { isUnapproved } from '#domain/order-stage.ts';
import { isVoid } from '#domain/orders.ts';
import { pinName } from '#domain/pins/choice.ts';
import { type Crop, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { PinText } from '#domain/pins/text.ts';
import type { SheetItem } from '#domain/sheets.ts';
import { readPinColumns } from '#server/features/orders/pin-columns.ts';
import type { ItemRow, OrderRow, StoredOrder } from '#server/features/orders/repo.ts';

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

export function countPins(items: readonly PrintItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

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
  orders: readonly StoredOrder[],
  product: string | null,
): { items: PrintItem[]; missing: MissingPins[] } {
  const byId = new Map(orders.map((stored) => [stored.order.id, stored]));
  const items: PrintItem[] = [];
  const missing: MissingPins[] = [];
  for (const orderId of ids) {
    const stored = byId.get(orderId);
    const reason = whyNot(stored?.order);
    if (stored && reason === null) {
      const { waits_for, proof_state } = stored.order;
      const state = { isUnapproved: isUnapproved(waits_for, proof_state) };
      for (const item of stored.items) {
        if (product !== null && item.product_id !== product) continue;
        items.push({ ...toPrintItem(item, item.position + 1), ...state });
      }
    } else {
      const pins = stored?.order.images_count ?? 0;
      missing.push({ orderId, picture: null, pins, reason: reason ?? 'deleted' });
    }
  }
  return { items, missing };
}

export function isPrintable(order: OrderRow): boolean {
  return whyNot(order) === null;
}

function whyNot(order: OrderRow | undefined): MissingReason | null {
  if (!order || order.deleted_at !== null) return 'deleted';
  if (isVoid(order.status)) return 'cancelled';
  if (order.images_count === 0) return 'incomplete';
  return order.cancel_requested_at === null ? null : 'cancel_requested';
}

function toPrintItem(item: ItemRow, picture: number): Omit<PrintItem, 'isUnapproved'> {
  const { quantity, crop, press, text = null, ...pin } = readPinColumns(item);
  return {
    orderId: item.order_id,
    picture,
    quantity,
    cutMm: item.cut_mm,
    name: pinName(pin),
    notes: item.notes,
    uploadId: item.upload_id,
    crop: crop ?? MIDDLE_CROP,
    press,
    text,
  };
}
