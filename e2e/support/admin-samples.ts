import type { AdminOrder } from '#contract/orders/orders-admin.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';

/** An order in the format of the admin's list, without `id`. */
export const sampleOrder = {
  createdAt: '2026-03-01T12:00:00.000Z',
  status: 'pending',
  progress: { steps: [], proof: null },
  receipt: null,
  document: null,
  payBy: null,
  isGuestOrder: true,
  images: [],
  items: [],
  userEmail: 'ana@ejemplo.cl',
  notes: null,
  internalNotes: null,
  version: 1,
  payment: null,
  balance: 0,
  charges: [],
  refunds: [],
  termsVersion: null,
  source: 'web',
  shipping: { courier: null, trackingNumber: null },
  deliveryData: {
    ...sampleDelivery,
    fullName: 'Ana Pérez',
    phone: '912345678',
    email: 'ana@ejemplo.cl',
    notes: null,
    pricing: {
      imagesCount: 2,
      uniqueImages: 1,
      pricePerImage: 1700,
      imagesTotal: 3400,
      discountAmount: 0,
      subtotalAfterDiscount: 3400,
      shippingCost: 2500,
      totalAmount: 5900,
    },
  },
} satisfies Omit<AdminOrder, 'id'>;

/** A discount code in the format of the admin's list. */
export const sampleCode = (code: string) => ({
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
