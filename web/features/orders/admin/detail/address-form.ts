import type { AdminOrderDetail, CorrectAddressBody } from '#contract/orders-admin.ts';
import { type DeliveryForm, trimDelivery } from '#domain/delivery.ts';

/** The order's address as values of the delivery form. */
export function addressForm({ deliveryData, userEmail }: AdminOrderDetail): Partial<DeliveryForm> {
  const { fullName: recipientName, phone, region, city, address, coordinates } = deliveryData;
  const email = deliveryData.email ?? userEmail ?? '';
  return { recipientName, phone, email, region, city, address, coordinates };
}

/** The form as the shop takes it; an account's order keeps the e-mail that it has. */
export function addressBody(
  { isGuestOrder, deliveryData }: AdminOrderDetail,
  form: DeliveryForm,
  updateShippingCost: boolean,
): CorrectAddressBody {
  const { recipientName, email, phone, region, city, address, coordinates } = trimDelivery(form);
  return {
    ...{ fullName: recipientName, phone, region, city, address, coordinates, updateShippingCost },
    email: isGuestOrder ? email : deliveryData.email,
  };
}
