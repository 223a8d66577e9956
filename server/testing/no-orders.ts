import type { OrderSource } from '#server/features/mail/order-source.ts';

/** Finds no order, for tests of mails about something else. */
export const noOrders: OrderSource = {
  readOrder: async () => null,
  readOrderUrl: async (id) => id,
  readItemsNews: async () => null,
  readStatusNews: async () => null,
  readCancelNews: async () => null,
  readComplaintNews: async () => null,
  readRefundNews: async () => null,
  readPictureRequest: async () => null,
  claimPaidOrder: async () => null,
  readPayment: async () => null,
  claimDocument: async () => null,
  readPicturesUrl: async () => null,
  readQuoteUrl: async (id) => id,
  readProofNews: async () => null,
  readProofAnswer: async () => null,
};
