import * as z from 'zod/mini';
import { requestChange } from '#contract/aftersales/change-requests.ts';
import { sendComplaint } from '#contract/aftersales/complaints.ts';
import { buyerOrder, cancelOrder, listOrders, viewOrder } from '#contract/orders/orders.ts';
import { pricing } from '#contract/orders/pricing.ts';
import { mapKeys } from '#domain/base/keys.ts';

const figure = z.catch(z.number(), Number.NaN);

const price = z.object({
  ...mapKeys(pricing.shape, () => figure),
  discountCode: z.catch(pricing.shape.discountCode, undefined),
  deposit: z.catch(buyerOrder.shape.deposit, null),
  charges: z.catch(pricing.shape.charges, undefined),
});

/** An order to display. An invalid figure becomes NaN and does not affect the others. */
const shownOrder = z.extend(buyerOrder, {
  items: z.catch(buyerOrder.shape.items, []),
  progress: z.catch(z.nullable(buyerOrder.shape.progress), null),
  onlinePayment: z.catch(buyerOrder.shape.onlinePayment, undefined),
  howToPay: z.catch(buyerOrder.shape.howToPay, null),
  arrival: z.catch(buyerOrder.shape.arrival, null),
  pickup: z.catch(buyerOrder.shape.pickup, undefined),
  payBy: z.catch(buyerOrder.shape.payBy, null),
  parcel: z.catch(buyerOrder.shape.parcel, null),
  canCancel: z.catch(buyerOrder.shape.canCancel, false),
  cancelRequested: z.catch(buyerOrder.shape.cancelRequested, false),
  picturesRequested: z.catch(buyerOrder.shape.picturesRequested, false),
  canChange: z.catch(buyerOrder.shape.canChange, false),
  changeRequest: z.catch(buyerOrder.shape.changeRequest, null),
  complainBy: z.catch(buyerOrder.shape.complainBy, null),
  complaint: z.catch(buyerOrder.shape.complaint, null),
  reprint: z.catch(buyerOrder.shape.reprint, null),
  balance: figure,
  amountDue: figure,
  charges: z.catch(buyerOrder.shape.charges, []),
  payments: z.catch(buyerOrder.shape.payments, []),
  refunds: z.catch(buyerOrder.shape.refunds, []),
  notedRefund: z.catch(buyerOrder.shape.notedRefund, undefined),
  buyerNotes: z.catch(buyerOrder.shape.buyerNotes, undefined),
  document: z.catch(buyerOrder.shape.document, null),
  deposit: z.catch(buyerOrder.shape.deposit, null),
  quote: z.catch(buyerOrder.shape.quote, undefined),
  invoice: z.catch(buyerOrder.shape.invoice, null),
  receipt: z.catch(buyerOrder.shape.receipt, null),
  deliveryData: z.extend(buyerOrder.shape.deliveryData, {
    pricing: z.catch(price, price.parse({})),
  }),
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

export const cancelShownOrder = {
  ...cancelOrder,
  answer: z.extend(cancelOrder.answer, { order: shownOrder }),
};

export const requestShownChange = {
  ...requestChange,
  answer: z.extend(requestChange.answer, { order: shownOrder }),
};

export const sendShownComplaint = {
  ...sendComplaint,
  answer: z.extend(sendComplaint.answer, { order: shownOrder }),
};
