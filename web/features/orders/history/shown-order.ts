import * as z from 'zod/mini';
import { listOrders, order, viewOrder } from '#contract/orders.ts';

const figure = z.catch(z.optional(z.number()), undefined);

const figures = z.object({
  imagesCount: figure,
  pricePerImage: figure,
  imagesTotal: figure,
  discountCode: z.catch(z.optional(z.string()), undefined),
  discountAmount: figure,
  shippingCost: figure,
  totalAmount: figure,
});

/** An order to look at. A figure that did not come is undefined and costs no other its place. */
const shownOrder = z.extend(order, {
  progress: z.catch(z.nullable(order.shape.progress), null),
  howToPay: z.catch(order.shape.howToPay, null),
  receipt: z.catch(order.shape.receipt, null),
  buyerNotes: z.catch(order.shape.buyerNotes, undefined),
  deliveryData: z.extend(order.shape.deliveryData, { pricing: z.catch(figures, {}) }),
});
export type ShownOrder = z.infer<typeof shownOrder>;

export const listShownOrders = {
  ...listOrders,
  answer: z.extend(listOrders.answer, { orders: z.array(shownOrder) }),
};

export const viewShownOrder = {
  ...viewOrder,
  answer: z.extend(viewOrder.answer, { order: shownOrder }),
};
