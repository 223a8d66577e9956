import { describeDiscountProblem } from '#contract/discounts/discount-messages.ts';
import { ShopError } from '#domain/base/errors.ts';
import type { Order } from '#domain/orders/order.ts';
import { isVoid } from '#domain/orders/status.ts';
import type { OrderChanged } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import { recipientKey } from '#server/limits/recipient-key.ts';
import { type CodeBuyer, correctRedemption, releaseUse, retakeUse } from './uses.ts';

/**
 * Releases the use of an order's code when the order ends, takes it again when it continues, and
 * corrects its total.
 * @throws ShopError `discount_unavailable` if no use is left
 */
export async function updateCodeUse(tx: Tx, { before, after }: OrderChanged): Promise<void> {
  const had = hasCodeUse(before);
  const has = hasCodeUse(after);
  const { discountCode: code, totalAmount: total } = after.cost;
  if (had && !has) await releaseUse(tx, after.id);
  if (had && has && total !== before.cost.totalAmount) await correctRedemption(tx, after.id, total);
  if (!had && has && code !== null) {
    const problem = await retakeUse(tx, { orderId: after.id, code, total }, codeBuyerOf(after));
    if (problem) throw new ShopError('discount_unavailable', { message: retakeTexts[problem] });
  }
}

/** Error messages when an order's code cannot be used again. */
const retakeTexts = {
  used_up: describeDiscountProblem('used_up', { orderTotal: 0 }),
  used_by_buyer: 'El código de descuento vale una vez por persona, y esta ya lo usó en otro pedido',
} as const;

/** Returns null for an erased buyer, or one who may not own the order's e-mail. */
function codeBuyerOf({ owner }: Order): CodeBuyer | null {
  if (owner.kind === 'erased' || owner.kind === 'detached') return null;
  const email = owner.guestEmail ?? owner.email;
  return email === null ? null : { uid: owner.uid, mailboxKey: recipientKey(email) };
}

/** Returns whether the order counts as a use of its code. */
function hasCodeUse({ cost, status, deletedAt }: Order): boolean {
  return cost.discountCode !== null && !isVoid(status) && deletedAt === null;
}
