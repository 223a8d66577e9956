import type { BuyerOrder } from '#contract/orders/orders.ts';
import { ShopError } from '#domain/base/errors.ts';
import { factsOf } from '#domain/orders/derive.ts';
import type { Order } from '#domain/orders/order.ts';
import { cancelOutcome } from '#domain/orders/order-stage.ts';
import { CONFIRMING, paySignsOf } from '#domain/payments/online-payment.ts';
import type { Context } from '#server/context.ts';
import { mailsToBuyer } from '#server/features/mail/count-mail.ts';
import { changeOwnOrder } from '#server/features/orders/change-call.ts';
import { type ChangeTarget, changeOrder } from '#server/features/orders/order.ts';
import type { OrderOf } from '#server/features/orders/order-link.ts';
import { setCancelled } from '#server/features/orders/set-status.ts';

const UNDER_WAY =
  'Tus pines ya se están haciendo o ya salieron, así que no se puede cancelar aquí. Escríbenos y lo vemos';

/**
 * Cancels an order for its buyer: at once if it has neither a payment nor a proof of transfer, else
 * as a request, which stops production until the shop answers. Repeating it changes nothing. Above
 * the rate limit of mails to an unverified address its buyer gets none.
 * @param of.address the client's IP address
 * @returns the order as its buyer sees it: masked with a token, whole with an account
 * @throws ShopError `unauthenticated`, `not_found`, `order_ended`, `order_under_way`
 */
export function cancelOrder(
  context: Context,
  { address, ...of }: OrderOf & { address: string },
  reason: string | null,
): Promise<BuyerOrder> {
  return changeOwnOrder(context, of, (order, tx) => {
    const outcome = cancelOutcome(factsOf(order), paySignsOf(order));
    if (outcome === 'ended') throw new ShopError('order_ended');
    if (outcome === 'under_way') throw new ShopError('order_under_way', { message: UNDER_WAY });
    if (outcome === 'confirming') throw new ShopError('order_under_way', { message: CONFIRMING });
    const now = context.clock();
    const mailsWith = (kind: 'order_status' | 'cancel_requested') => async () => [
      ...(await mailsToBuyer(context, tx, order, { kind, address, now })),
      { kind: 'cancel_told' } as const,
    ];
    if (outcome === 'cancelled') {
      const change = setCancelled(context, order, reason);
      return { ...change, action: 'cancelled_by_buyer', mails: mailsWith('order_status') };
    }
    if (order.cancelRequestedAt !== null) return null;
    return {
      set: {
        cancelRequestedAt: now,
        cancelRequests: [...order.cancelRequests, { at: now, words: reason }],
      },
      action: 'cancel_requested',
      changes: [{ field: 'cancelRequested', from: false, to: true }],
      reason,
      mails: mailsWith('cancel_requested'),
    };
  });
}

/**
 * Answers a buyer's request to cancel and mails the buyer: the order is cancelled, or production
 * continues. Without a request nothing changes.
 * @param reason for the buyer
 */
export function answerCancelRequest(
  context: Context,
  target: ChangeTarget,
  { accept, reason }: { accept: boolean; reason: string | null },
): Promise<Order> {
  return changeOrder(context, target, (order) => {
    if (order.cancelRequestedAt === null) return null;
    if (accept) return setCancelled(context, order, reason);
    return {
      set: { cancelRequestedAt: null },
      action: 'cancel_declined',
      changes: [{ field: 'cancelRequested', from: true, to: false }],
      reason,
      mails: [{ kind: 'cancel_declined' }],
    };
  });
}
