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

const { shape } = buyerOrder;
const { deliveryData } = shape;

/** What the answer about any order may lack. */
export const mayLack = {
  userEmail: z.catch(shape.userEmail, null),
  items: z.catch(shape.items, []),
  payBy: z.catch(shape.payBy, null),
  balance: figure,
  amountDue: figure,
  charges: z.catch(shape.charges, []),
  payments: z.catch(shape.payments, []),
  payment: z.catch(shape.payment, null),
  buyerNotes: z.catch(shape.buyerNotes, undefined),
  document: z.catch(shape.document, null),
  deposit: z.catch(shape.deposit, null),
  quote: z.catch(shape.quote, undefined),
  invoice: z.catch(shape.invoice, null),
  receipt: z.catch(shape.receipt, null),
  deliveryData: z.extend(deliveryData, {
    email: z.catch(deliveryData.shape.email, null),
    coordinates: z.catch(deliveryData.shape.coordinates, null),
    notes: z.catch(deliveryData.shape.notes, null),
    pricing: z.catch(price, price.parse({})),
  }),
};

/** An order to display. An invalid figure becomes NaN and does not affect the others. */
const shownOrder = z.extend(buyerOrder, {
  ...mayLack,
  progress: z.catch(z.nullable(shape.progress), null),
  onlinePayment: z.catch(shape.onlinePayment, undefined),
  howToPay: z.catch(shape.howToPay, null),
  arrival: z.catch(shape.arrival, null),
  pickup: z.catch(shape.pickup, undefined),
  parcel: z.catch(shape.parcel, null),
  canCancel: z.catch(shape.canCancel, false),
  cancelRequested: z.catch(shape.cancelRequested, false),
  picturesRequested: z.catch(shape.picturesRequested, false),
  canChange: z.catch(shape.canChange, false),
  changeRequest: z.catch(shape.changeRequest, null),
  complainBy: z.catch(shape.complainBy, null),
  complaint: z.catch(shape.complaint, null),
  reprint: z.catch(shape.reprint, null),
  refunds: z.catch(shape.refunds, []),
  notedRefund: z.catch(shape.notedRefund, undefined),
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
