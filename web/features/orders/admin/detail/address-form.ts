import { toBody, toForm } from '#contract/delivery.ts';
import type { AdminOrderDetail, SentAddressBody } from '#contract/orders-admin.ts';
import type { DeliveryForm } from '#domain/delivery.ts';

/** The order's address as the delivery form holds it; notes are changed apart from it. */
export function addressForm({ deliveryData, userEmail }: AdminOrderDetail): DeliveryForm {
  const form = toForm(deliveryData);
  return { ...form, email: form.email || (userEmail ?? ''), notes: '' };
}

/** The form as the shop takes it; an account's order keeps the e-mail that it has. */
export function addressBody(
  { isGuestOrder, deliveryData }: AdminOrderDetail,
  form: DeliveryForm,
  updateShippingCost: boolean,
): SentAddressBody {
  const body = toBody(form);
  const email = isGuestOrder ? body.email : deliveryData.email;
  return { ...body, email, updateShippingCost };
}
