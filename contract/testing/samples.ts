import type { DiscountCode } from '#contract/discounts/discounts-admin.ts';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { priceByDefault } from './price-by-default.ts';

const deliveryData = {
  ...sampleDelivery,
  ...{ fullName: 'Ana Pérez', phone: '912345678', email: 'ana@ejemplo.cl', notes: null },
  pricing: priceByDefault({ images: [{ quantity: 2 }], city: sampleDelivery.city }),
};

/** What an order is to its buyer and to the owner. */
const shared = {
  ...{ createdAt: '2026-03-01T12:00:00.000Z', status: 'pending', payBy: null },
  ...{ progress: { steps: [], proof: null }, receipt: null, document: null, invoice: null },
  ...{ isGuestOrder: true, userEmail: 'ana@ejemplo.cl', images: [], items: [], deliveryData },
  ...{ balance: deliveryData.pricing.totalAmount, amountDue: deliveryData.pricing.totalAmount },
  ...{ charges: [], payments: [], payment: null, refunds: [] },
  deposit: null,
} as const;

/** An unpaid order in the format of the admin's list, without `id`. */
export const sampleOrder = {
  ...shared,
  ...{ notes: null, internalNotes: null, version: 1, source: 'web' },
  ...{ termsVersion: null, shipping: { courier: null, trackingNumber: null } },
} satisfies Omit<AdminOrder, 'id'>;

/** The same in the format of its buyer. */
export const sampleBuyerOrder = {
  ...shared,
  ...{ howToPay: null, arrival: null, parcel: null, canCancel: true, cancelRequested: false },
  ...{ picturesRequested: false, canChange: true, changeRequest: null },
  ...{ complainBy: null, complaint: null, reprint: null },
} satisfies Omit<BuyerOrder, 'id'>;

/** A discount code in the format of the admin's list. */
export const sampleCode = (code: string): DiscountCode => ({
  id: code,
  code,
  name: 'Prueba',
  type: 'percentage',
  value: 10,
  multipleUse: true,
  maxUses: null,
  link: `https://pines.cl/?codigo=${code}`,
  currentUses: 0,
  revenue: 0,
  oncePerBuyer: false,
  minOrderTotal: null,
  isActive: true,
  startsAt: null,
  expiresAt: null,
});
